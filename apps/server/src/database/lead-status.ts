import type { LEAD_STATUSES } from "@ridgebook/contract";
import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

type LeadStatus = (typeof LEAD_STATUSES)[number];

/** A status is free text, and other systems vary its case. */
const isOneOf = (status: SQLWrapper, statuses: readonly LeadStatus[]): SQL<boolean> =>
  sql`lower(${status}) = any(${sql.param(statuses.map((each) => each.toLowerCase()))}::text[])`;

export const leadIsLost = (status: SQLWrapper): SQL<boolean> => isOneOf(status, ["Lost"]);
export const leadIsOpen = (status: SQLWrapper): SQL<boolean> => sql`not ${isOneOf(status, ["Sold", "Lost"])}`;
