import { sql, type SQL } from "drizzle-orm";

/** The first day that PostgreSQL can move into every time zone. */
const FIRST_DAY = "0001-01-01";

/** The moment at which a day ("2026-11-27") begins in a time zone. */
export const startOfDay = (day: string, timeZone: string): SQL => midnight(day, { plusDays: 0, timeZone });

/** The moment at which it ends: the first that is not its own. */
export const endOfDay = (day: string, timeZone: string): SQL => midnight(day, { plusDays: 1, timeZone });

const midnight = (day: string, { plusDays, timeZone }: { plusDays: number; timeZone: string }): SQL =>
  sql`((greatest(${day}, ${FIRST_DAY})::date + ${plusDays}::integer)::timestamp at time zone ${timeZone})`;
