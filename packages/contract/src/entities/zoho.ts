import { z } from "zod";
import { leadId } from "#ids.ts";
import { connectionConsent } from "./connection.ts";

/** A person of the CRM (1.§3), and whether they are a user here. */
export const externalCrmUser = z.object({
  id: z.string(),
  active: z.boolean(),
  email: z.string(),
  phoneNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  accountWithEmailExists: z.boolean(),
  /** Whether a user of the company has the id as `externalId`. */
  accountLinked: z.boolean(),
});
export type ExternalCrmUser = z.infer<typeof externalCrmUser>;

/** The redirect parameters of Zoho's consent page; the account's location is matched against the known data centers. */
export const zohoConsent = connectionConsent.extend({
  location: z.string().max(20, "The market is too long.").optional(),
  accountsServer: z.string().max(300, "The accounts server is too long.").optional(),
});

/** Zoho's data centers by its location name (`zohoMarketLocation`): display name, and site. */
export const ZOHO_MARKETS = {
  us: { name: "United States", site: "zoho.com" },
  eu: { name: "Europe", site: "zoho.eu" },
  in: { name: "India", site: "zoho.in" },
  au: { name: "Australia", site: "zoho.com.au" },
  jp: { name: "Japan", site: "zoho.jp" },
  cn: { name: "China", site: "zoho.com.cn" },
  ca: { name: "Canada", site: "zohocloud.ca" },
  sa: { name: "Saudi Arabia", site: "zoho.sa" },
  uk: { name: "United Kingdom", site: "zoho.uk" },
} as const;
export type ZohoMarket = keyof typeof ZOHO_MARKETS;
export const isZohoMarket = (location: string): location is ZohoMarket => Object.hasOwn(ZOHO_MARKETS, location);

/** Members without a usual Zoho field: the admin chooses one of the account's. */
export const ZOHO_MAPPED = [
  "meetingDate",
  "projectType",
  "customerNumber",
  "poNumber",
  "dealProjectType",
  "dealLead",
] as const;
export type ZohoMapped = (typeof ZOHO_MAPPED)[number];
const apiName = z.string().regex(/^[A-Za-z]\w{0,99}$/, "Choose a field of Zoho.");
/** The field's API name; null skips it. */
export const zohoMapping = z.strictObject({
  meetingDate: apiName.nullable(),
  projectType: apiName.nullable(),
  customerNumber: apiName.nullable(),
  /** Of a deal, like the next two. */
  poNumber: apiName.nullable(),
  dealProjectType: apiName.nullable(),
  /** The deal's field with the lead's id. */
  dealLead: apiName.nullable(),
});
export type ZohoMapping = z.infer<typeof zohoMapping>;

const zohoField = z.object({
  apiName: z.string(),
  label: z.string(),
  /** Zoho's type, such as "date" or "datetime"; "" from an older server. */
  type: z.string().default(""),
});
export type ZohoField = z.infer<typeof zohoField>;

/**
 * Why a change of a lead was not passed on:
 * - bothChanged: changed here and in Zoho; each side keeps its own
 * - statusUnknown: Zoho's pick list lacks the status
 * - notAccepted: Zoho rejected what was sent
 * - notTaken: Zoho's value does not fit here
 * - deletedThere: the lead was deleted in Zoho; it stays here, unlinked
 */
const ZOHO_FINDINGS = ["bothChanged", "statusUnknown", "notAccepted", "notTaken", "deletedThere"] as const;
const zohoFinding = z.object({
  zohoId: z.string(),
  leadId,
  leadName: z.string(),
  kind: z.enum(ZOHO_FINDINGS),
  /** The lead's field; "" for the whole lead. */
  field: z.string(),
  here: z.string(),
  there: z.string(),
});
export type ZohoFinding = z.infer<typeof zohoFinding>;

export const zohoLeadState = z.object({
  /** Its page in Zoho; null if it is not there, and in the demo. */
  url: z.string().nullable(),
  findings: z.array(zohoFinding.pick({ kind: true, field: true, here: true, there: true })),
});
export type ZohoLeadState = z.infer<typeof zohoLeadState>;

const zohoOrganization = z.object({
  name: z.string(),
  /** "" until it is read. */
  domainName: z.string(),
  marketLocation: z.string(),
  /** Its Zoho CRM; null in the demo, and until the domain name is read. */
  url: z.string().nullable(),
});
export type ZohoOrganization = z.infer<typeof zohoOrganization>;

export const zohoSync = z.object({
  /** "off" while not connected; "loading" until all leads of Zoho were read once. */
  phase: z.enum(["off", "loading", "following"]),
  /** Null while not connected, and from an older server. */
  organization: zohoOrganization.nullable().default(null),
  linkedCount: z.number().int(),
  waitingCount: z.number().int(),
  /** When all of Zoho's changes were last here. */
  caughtUpTime: z.iso.datetime().nullable(),
  mapping: zohoMapping,
  leadFields: z.array(zohoField),
  dealFields: z.array(zohoField),
  /** At most 200 of them. */
  findings: z.array(zohoFinding),
  findingCount: z.number().int(),
  /** Where Zoho, or one of its workflows, posts changes. */
  webhookUrl: z.string(),
  /** When Zoho's subscription ends; null without one, as for an installation without https. */
  channelEndsTime: z.iso.datetime().nullable(),
});
export type ZohoSync = z.infer<typeof zohoSync>;
