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
const LABELS = {
  fullName: "First name last name",
  lastNameFirst: "Last name, first name",
  firstName: LEAD_FIELD_LABELS.firstName,
  lastName: LEAD_FIELD_LABELS.lastName,
  company: LEAD_FIELD_LABELS.company,
  phone: LEAD_FIELD_LABELS.phone,
  phoneExtension: LEAD_FIELD_LABELS.phoneExtension,
  mobilePhone: LEAD_FIELD_LABELS.mobilePhone,
  mobilePhoneExtension: LEAD_FIELD_LABELS.mobilePhoneExtension,
  email: LEAD_FIELD_LABELS.email,
  address: "Address in one cell",
  street: LEAD_FIELD_LABELS.street,
  cityStateZip: "City, state and zip code",
  city: LEAD_FIELD_LABELS.city,
  state: LEAD_FIELD_LABELS.state,
  zipCode: LEAD_FIELD_LABELS.zipCode,
  meetingDate: LEAD_FIELD_LABELS.meetingDate,
  userId: LEAD_FIELD_LABELS.userId,
  salespersonEmail: "Salesperson’s e-mail",
  additionalSalesmanId: LEAD_FIELD_LABELS.additionalSalesmanId,
  leadStatus: LEAD_FIELD_LABELS.leadStatus,
  projectType: LEAD_FIELD_LABELS.projectType,
  projectTypes: LEAD_FIELD_LABELS.projectTypes,
  description: LEAD_FIELD_LABELS.description,
  customerNumber: LEAD_FIELD_LABELS.customerNumber,
  externalId: "Id in the other product",
  changedTime: "Last changed there",
} as const satisfies Record<Target, string>;

export const TARGETS = Object.keys(LABELS) as Target[];
export const targetLabel = (target: Target): string => LABELS[target];
export const isTarget = (text: unknown): text is Target => typeof text === "string" && Object.hasOwn(LABELS, text);

/** Targets whose cells are dates, and need to know the order of day and month. */
export const DATE_TARGETS: readonly Target[] = ["meetingDate", "changedTime"];
/** Targets whose cells are taken apart, so that the page shows what becomes of one. */
export const COMBINED_TARGETS: readonly Target[] = ["fullName", "lastNameFirst", "address", "cityStateZip"];
/** The only target that several columns may have: one below the other. */
export const REPEATED_TARGET: Target = "description";
