import { z } from "zod";
import { leadId } from "#ids.ts";
import { connectionConsent } from "./connection.ts";

/** A person of the CRM (1.§3), and whether they work in the company here. */
export const externalCrmUser = z.object({
  id: z.string(),
  active: z.boolean(),
  email: z.string(),
  phoneNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Whether a user of the company has the e-mail. */
  accountWithEmailExists: z.boolean(),
  /** Whether a user of the company has the id as `externalId`. */
  accountLinked: z.boolean(),
});
export type ExternalCrmUser = z.infer<typeof externalCrmUser>;

/** What Zoho's consent page sent back; where the account is held is matched against the known data centers. */
export const zohoConsent = connectionConsent.extend({
  location: z.string().max(20, "The market is too long.").optional(),
  accountsServer: z.string().max(300, "The accounts server is too long.").optional(),
});

/** Where Zoho keeps its accounts, by the location that it names (`zohoMarketLocation`): what people call it, and the site there. */
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

/** What Zoho has no usual field for: the admin chooses one of the account's. */
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
/** The API name of the field; null leaves it alone. */
export const zohoMapping = z.strictObject({
  meetingDate: apiName.nullable(),
  projectType: apiName.nullable(),
  customerNumber: apiName.nullable(),
  /** Of a deal, as are the next two. */
  poNumber: apiName.nullable(),
  dealProjectType: apiName.nullable(),
  /** The field of a deal that holds the id of its lead. */
  dealLead: apiName.nullable(),
});
export type ZohoMapping = z.infer<typeof zohoMapping>;

/** A field of the account that can be chosen. */
const zohoField = z.object({
  apiName: z.string(),
  label: z.string(),
  /** As Zoho calls it, such as "date" or "datetime"; "" of a server that does not say. */
  type: z.string().default(""),
});
export type ZohoField = z.infer<typeof zohoField>;

/**
 * Why something of a lead was not passed on:
 * - bothChanged: it was changed here and in Zoho; each side keeps its own
 * - statusUnknown: Zoho's list of statuses has no such one
 * - notAccepted: Zoho refused what was sent
 * - notTaken: what Zoho holds does not fit here
 * - deletedThere: the lead was deleted in Zoho; it stays here, and nothing more is passed on
 */
const ZOHO_FINDINGS = ["bothChanged", "statusUnknown", "notAccepted", "notTaken", "deletedThere"] as const;
const zohoFinding = z.object({
  zohoId: z.string(),
  leadId,
  leadName: z.string(),
  kind: z.enum(ZOHO_FINDINGS),
  /** The lead's field; "" where it is about the whole lead. */
  field: z.string(),
  here: z.string(),
  there: z.string(),
});
export type ZohoFinding = z.infer<typeof zohoFinding>;

/** A lead at Zoho, for its page here. */
export const zohoLeadState = z.object({
  /** Where Zoho shows it; null where it is not there, and in the demo. */
  url: z.string().nullable(),
  findings: z.array(zohoFinding.pick({ kind: true, field: true, here: true, there: true })),
});
export type ZohoLeadState = z.infer<typeof zohoLeadState>;

/** The organization of Zoho that is connected. */
const zohoOrganization = z.object({
  name: z.string(),
  /** "" until it is read. */
  domainName: z.string(),
  marketLocation: z.string(),
  /** Its Zoho CRM; null in the demo, and until the domain name is read. */
  url: z.string().nullable(),
});
export type ZohoOrganization = z.infer<typeof zohoOrganization>;

/** How far the leads are, and what was kept. */
export const zohoSync = z.object({
  /** "off" while not connected; "loading" until all leads of Zoho were read once. */
  phase: z.enum(["off", "loading", "following"]),
  /** Null while not connected, and of a server that does not say. */
  organization: zohoOrganization.nullable().default(null),
  linkedCount: z.number().int(),
  /** Records that wait to be read again. */
  waitingCount: z.number().int(),
  /** When everything that Zoho had changed was last here. */
  caughtUpTime: z.iso.datetime().nullable(),
  mapping: zohoMapping,
  leadFields: z.array(zohoField),
  dealFields: z.array(zohoField),
  /** At most 200 of them. */
  findings: z.array(zohoFinding),
  findingCount: z.number().int(),
  /** Where Zoho, or a workflow of it, posts what changed. */
  webhookUrl: z.string(),
  /** Until when Zoho posts by itself; null where it does not, as to an installation without https. */
  channelEndsTime: z.iso.datetime().nullable(),
});
export type ZohoSync = z.infer<typeof zohoSync>;
