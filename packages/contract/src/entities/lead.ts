import { z } from "zod";
import { UNDATED_MEETING_YEAR } from "#constants.ts";
import { isObject } from "#rules/is-object.ts";
import { splitExtension } from "#rules/phone.ts";
import { pick } from "#rules/pick.ts";
import { STATES } from "#geography.ts";
import { leadId } from "#ids.ts";
import { SEEN_MEMBERS } from "#records/change-of-newest.ts";
import { defineRecord } from "#records/define-record.ts";
import {
  emailMember,
  extensionMember,
  linkMember,
  momentMember,
  personMember,
  phoneMember,
  referenceMember,
  textMember,
  textsMember,
  zipCodeMember,
} from "#records/members.ts";

const stateIds = new Set(STATES.map(({ id }) => id));

/** Meetings outside this range are typos, and from 9999 on they would sort among those without a date (1.§9). */
const FIRST_MEETING_YEAR = 1900;
const LAST_MEETING_YEAR = UNDATED_MEETING_YEAR - 1;

const meetingTime = z.iso.datetime("Meeting must be a date and time.").refine(
  (time) => {
    const year = new Date(time).getUTCFullYear();
    return year >= FIRST_MEETING_YEAR && year <= LAST_MEETING_YEAR;
  },
  `Meeting must be between ${String(FIRST_MEETING_YEAR)} and ${String(LAST_MEETING_YEAR)}.`,
);

/** A lead, member by member (1.§3). Data of the CRM, measurement and photo services belongs to the server. */
export const leadRecord = defineRecord({
  written: {
    firstName: textMember("First name", { max: 100 }),
    lastName: textMember("Last name", { max: 100 }),
    company: textMember("Company", { max: 200 }),
    phone: phoneMember("Phone"),
    phoneExtension: extensionMember("Phone extension"),
    mobilePhone: phoneMember("Mobile phone"),
    mobilePhoneExtension: extensionMember("Mobile phone extension"),
    email: emailMember("E-mail"),
    street: textMember("Street", { max: 200 }),
    city: textMember("City", { max: 100 }),
    state: textMember("State", {
      max: 2,
      rule: { isRight: (value) => value === "" || stateIds.has(value), message: "Invalid State" },
    }),
    zipCode: zipCodeMember("Zip code"),
    description: textMember("Description", { max: 10_000 }),
    projectType: textMember("Project type", { max: 200 }),
    projectTypes: textsMember("Projects", { of: "Project type", max: 200, most: 50 }),
    leadStatus: textMember("Status", { max: 100, empty: "New" }),
    lostReason: textMember("Why lost", { max: 100 }),
    customerNumber: textMember("Customer number", { max: 100 }),
    meetingDate: momentMember("Meeting", meetingTime),
    userId: personMember("Salesperson"),
    additionalSalesmanId: personMember("Second salesperson"),
  },
  read: {
    externalId: referenceMember(),
    userExternalId: referenceMember(),
    projectFolderLink: linkMember(),
    projectFolderId: linkMember(),
    contractFolderLink: linkMember(),
    contractFolderId: linkMember(),
    estimationFolderLink: linkMember(),
    estimationFolderId: linkMember(),
    productionFolderLink: linkMember(),
    productionFolderId: linkMember(),
    hoverJobId: referenceMember(),
    cameraUrl: linkMember(),
  },
});

/** The salesperson-editable fields. Missing text is "", a missing person or date is null. */
export const leadFields = leadRecord.schema;
export type LeadFields = z.infer<typeof leadFields>;
export type LeadField = keyof LeadFields;
export const LEAD_FIELDS = leadRecord.fields;
/** For forms, the sync panel and messages. */
export const LEAD_FIELD_LABELS = leadRecord.labels;
export const EMPTY_LEAD: LeadFields = leadRecord.empty;
/** A lead without members added by the server or the device, as a signed document stores it. */
export const leadFieldsOf = (lead: LeadFields): LeadFields => pick(lead, LEAD_FIELDS);

/** Default statuses; a CRM's others are kept and offered too. */
export const LEAD_STATUSES = ["New", "Appointment set", "Estimate", "Contract sent", "Sold", "Lost"] as const;

/** Whether a status means lost. A status is free text, and other systems vary its case. */
export const isLostStatus = (status: string): boolean => status.toLowerCase() === "lost";

/** Offered reasons why a lead was lost; others are kept and offered too. */
export const LOST_REASONS = [
  "Price",
  "Chose another contractor",
  "Project postponed",
  "Financing or insurance refused",
  "Cannot be reached",
  "Outside of our work",
] as const;

/** The status that a contract gives its lead. */
type ContractStatus = "Contract sent" | "Sold";

/** A lead's status once its contract was sent or signed. It only moves forward along `LEAD_STATUSES`; Lost and custom statuses stay. */
export function statusAfterContract(status: string, reached: ContractStatus): string {
  const order: readonly string[] = LEAD_STATUSES.slice(0, LEAD_STATUSES.indexOf("Sold") + 1);
  const isBefore = order.includes(status) && order.indexOf(status) < order.indexOf(reached);
  return isBefore ? reached : status;
}

const hasName = (lead: {
  firstName?: string | undefined;
  lastName?: string | undefined;
  company?: string | undefined;
}): boolean => [lead.firstName, lead.lastName, lead.company].some(Boolean);

/** A lead needs a name to be found; a company's name is enough. */
export const LEAD_NAME_MESSAGE = "Enter a name or a company.";

/** Also checked next to other errors: a form reports everything at once. */
const NAME_RULE = {
  path: ["lastName"],
  message: LEAD_NAME_MESSAGE,
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/** A new lead. Omitted fields are those of EMPTY_LEAD. */
export const leadInput = leadFields
  .partial()
  .refine(hasName, NAME_RULE)
  .transform((lead): LeadFields => ({ ...EMPTY_LEAD, ...(lead as Partial<LeadFields>) }));

const PHONES = { phone: "phoneExtension", mobilePhone: "mobilePhoneExtension" } as const;

/**
 * Splits phone extensions that other systems send within a number: "269-555-0122 x14" is a phone and its extension. Nothing is split if the
 * extension or former values are sent too.
 */
export function splitLeadPhones(sent: unknown): unknown {
  if (!isObject(sent) || "former" in sent) return sent;
  const parts = Object.entries(PHONES).flatMap(([phoneField, extensionField]) => {
    const written = sent[phoneField];
    if (typeof written !== "string" || sent[extensionField]) return [];
    const { phone, extension } = splitExtension(written);
    return extension === "" ? [] : [{ [phoneField]: phone, [extensionField]: extension }];
  });
  return parts.length === 0 ? sent : Object.assign({}, sent, ...parts);
}

/** The form's validation before saving; the same rules as leadInput. */
export const leadForm = leadFields.refine(hasName, NAME_RULE);

/**
 * A change of a lead: the changed fields, its base revision and the former values of exactly those fields. The server merges by field: a
 * field whose former value is stale is a conflict. Without former values, as the specification sends it, it applies to the newest.
 */
export const leadChange = leadFields
  .partial()
  .extend(SEEN_MEMBERS)
  .superRefine(({ revision: _revision, former, ...changed }, context) => {
    for (const field of Object.keys(changed))
      if (former && !(field in former))
        context.addIssue({ code: "custom", path: ["former", field], message: "The former value is missing." });
  });
export type LeadChange = z.infer<typeof leadChange>;

/** A lead as the server holds it (1.§3). */
export const lead = leadFields.extend({
  id: leadId,
  revision: z.number().int(),
  ...leadRecord.readShape,
  createdTime: z.iso.datetime(),
  modifiedTime: z.iso.datetime(),
});
export type Lead = z.infer<typeof lead>;

/** The total of a lead's newest estimate. A page of leads has it for those with an estimate (ours). */
export const newestEstimate = z.object({ leadId, total: z.number() });
export type NewestEstimate = z.infer<typeof newestEstimate>;

/** "Karen & Tom Whitfield", or the company without a person's name. */
export const leadName = (named: Pick<LeadFields, "firstName" | "lastName" | "company">): string =>
  `${named.firstName} ${named.lastName}`.trim() || named.company;

/** "1847 Maple Ridge Dr, Portage, MI 49002", as far as known. */
export const leadAddress = (place: Pick<LeadFields, "street" | "city" | "state" | "zipCode">): string =>
  [place.street, place.city, `${place.state} ${place.zipCode}`.trim()].filter(Boolean).join(", ");

export const LEAD_SORTS = [
  "relevance",
  "name-asc",
  "name-desc",
  "company-asc",
  "company-desc",
  "meeting-asc",
  "meeting-desc",
] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

/** The effective sort of a list: the requested one if allowed, else relevance while searching and by name otherwise (1.§5, 1.§9). */
export function effectiveLeadSort({ sort, searchQuery }: { sort?: string | undefined; searchQuery: string }): LeadSort {
  const isSearching = searchQuery.trim() !== "";
  const known = LEAD_SORTS.find((candidate) => candidate === sort);
  if (known && (known !== "relevance" || isSearching)) return known;
  return isSearching ? "relevance" : "name-asc";
}
