import { LEAD_FIELD_LABELS, type LeadField } from "@ridgebook/contract";

/** What a column can become: a member of the lead, several of them together, or what only the import needs. */
export type Target =
  | LeadField
  | "fullName"
  | "lastNameFirst"
  | "address"
  | "cityStateZip"
  | "salespersonEmail"
  | "externalId"
  | "changedTime";

/** In the order in which a person looks for them. The labels of members are those of the form. */
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

/** Targets whose cells are dates, and need to know the order of day and month. */
export const DATE_TARGETS: readonly Target[] = ["meetingDate", "changedTime"];
/** Targets whose cells are taken apart, so that the page shows what becomes of one. */
export const COMBINED_TARGETS: readonly Target[] = ["fullName", "lastNameFirst", "address", "cityStateZip"];
/** The only target that several columns may have: one below the other. */
export const REPEATED_TARGET: Target = "description";
