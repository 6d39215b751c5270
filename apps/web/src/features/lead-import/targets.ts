import { LEAD_FIELD_LABELS, type LeadField } from "@ridgebook/contract";

/** The target of a column: a member of the lead, several together, or a value that only the import needs. */
export type Target =
  | LeadField
  | "fullName"
  | "lastNameFirst"
  | "address"
  | "cityStateZip"
  | "salespersonEmail"
  | "externalId"
  | "changedTime";

/** In the order in which people look for them. Members have the labels of the form. */
const LABELS: Readonly<Record<Target, string>> = {
  fullName: "First name last name",
  lastNameFirst: "Last name, first name",
  address: "Address in one cell",
  cityStateZip: "City, state and zip code",
  ...LEAD_FIELD_LABELS,
  salespersonEmail: "Salesperson’s e-mail",
  externalId: "Id in the other product",
  changedTime: "Last changed there",
};

export const TARGETS = Object.keys(LABELS) as Target[];
export const targetLabel = (target: Target): string => LABELS[target];
export const isTarget = (text: unknown): text is Target => typeof text === "string" && Object.hasOwn(LABELS, text);

/** Targets with dates, which need the order of day and month. */
export const DATE_TARGETS: readonly Target[] = ["meetingDate", "changedTime"];
/** Targets whose cells are split, so that the page shows the result for one. */
export const COMBINED_TARGETS: readonly Target[] = ["fullName", "lastNameFirst", "address", "cityStateZip"];
/** The only target that several columns may have: their texts are put below each other. */
export const REPEATED_TARGET: Target = "description";
