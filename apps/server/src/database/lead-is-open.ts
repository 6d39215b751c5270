import type { LEAD_STATUSES } from "@ridgebook/contract";
import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** Leads that nothing more is sold to. A status is free text, which other systems write in letters of their own. */
const CLOSED_STATUSES: readonly (typeof LEAD_STATUSES)[number][] = ["Sold", "Lost"];

/** Whether a lead with this status may still buy. */
export const leadIsOpen = (status: SQLWrapper): SQL<boolean> =>
  sql`lower(${status}) <> all(${sql.param(CLOSED_STATUSES.map((each) => each.toLowerCase()))}::text[])`;
