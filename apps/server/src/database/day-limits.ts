import { sql, type SQL } from "drizzle-orm";

/** The first day that PostgreSQL can convert to every time zone. */
const FIRST_DAY = "0001-01-01";

/** The start of a day ("2026-11-27") in a time zone. */
export const startOfDay = (day: string, timeZone: string): SQL => midnight(day, { plusDays: 0, timeZone });

/** The end of a day: the first instant of the next one. */
export const endOfDay = (day: string, timeZone: string): SQL => midnight(day, { plusDays: 1, timeZone });

const midnight = (day: string, { plusDays, timeZone }: { plusDays: number; timeZone: string }): SQL =>
  sql`((greatest(${day}, ${FIRST_DAY})::date + ${plusDays}::integer)::timestamp at time zone ${timeZone})`;
