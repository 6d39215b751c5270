import type { LEAD_STATUSES } from "@ridgebook/contract";
import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** Statuses of closed leads. A status is free text, and other systems vary its case. */
const CLOSED_STATUSES: readonly (typeof LEAD_STATUSES)[number][] = ["Sold", "Lost"];

export const leadIsOpen = (status: SQLWrapper): SQL<boolean> =>
  sql`lower(${status}) <> all(${sql.param(CLOSED_STATUSES.map((each) => each.toLowerCase()))}::text[])`;
