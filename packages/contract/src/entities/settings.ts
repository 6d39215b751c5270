import { z } from "zod";
import { DEFAULT_THEME_COLOR } from "#constants.ts";
import { TIME_ZONES } from "#geography.ts";
import { optionalEmail, phone, text, zipCode } from "#rules/text.ts";

/** Far more than the reports of all services together use. */
const MAX_MEASUREMENT_NAMES = 1_000;

const line = (field: string) => text({ field, max: 500 }).default("");
const block = (field: string) => text({ field, max: 200_000 }).default("");
const flag = (field: string, initial: boolean) => z.boolean(`${field} must be true or false.`).default(initial);
const percent = (field: string) =>
  z
    .number(`${field} must be a number.`)
    .min(0, `${field} must be at least 0.`)
    .max(100, `${field} must be at most 100.`)
    .default(0);
const fileId = (field: string) => text({ field, max: 100 }).nullable().default(null);
const fileIds = (field: string) =>
  z
    .array(text({ field, max: 100 }))
    .max(50, `${field}: at most 50 files.`)
    .default([]);
const mapping = (field: string) =>
  z.record(z.string().max(200), text({ field, max: 500 }), `${field} must be an object.`).default({});
/** What the company's people chose for names in files of measurements: by name, a measurement, or "" to leave it out. */
export const measurementNames = z
  .record(
    z.string().regex(/^[\p{L}\p{N} ]{1,100}$/u, "A name holds letters, digits and spaces, at most 100."),
    z.string().regex(/^[A-Za-z]{0,50}$/, "A measurement must be a name of letters, or empty."),
    "Names must be an object.",
  )
  .refine((names) => Object.keys(names).length <= MAX_MEASUREMENT_NAMES, {
    message: `At most ${MAX_MEASUREMENT_NAMES.toLocaleString("en-US")} names.`,
  });
const jsonObject = (field: string) =>
  z.record(z.string().max(200), z.json(), `${field} must be an object.`).default({});

/** Codes of storage and sign-in providers (1.§3). */
export const PROVIDERS = { none: 0, google: 1, microsoft: 2 } as const;
export const REPORT_FREQUENCIES = { none: 0, weekly: 1, monthly: 2 } as const;

/**
 * Everything a company can set, with the value each setting has when nobody set it (3.§3). Odd spellings are the
 * specification's. smtpPassword is a secret: it is written and never read back.
 */
export const settingsFields = z.strictObject({
  timeZone: z.enum([...TIME_ZONES, ""], "Invalid Time zone").default(""),
  companyName: line("Company name"),
  companyWebsiteUrl: line("Website"),
  addressStreet: line("Street"),
  addressCountry: line("Country"),
  addressCity: line("City"),
  addressState: line("State"),
  addressPostalCode: zipCode("Zip code").default(""),
  phoneNumber: phone("Phone number").default(""),
  faxNumber: phone("Fax number").default(""),
  salespersonTitle: line("Salesperson title"),
  license: line("License"),
  appCompanyName: line("App company name"),
  themeColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "Theme color must be a color such as #2ab0da.")
    .default(DEFAULT_THEME_COLOR),
  fromEmailAddress: optionalEmail("From e-mail address").default(""),
  replyToEmailAddress: optionalEmail("Reply-to e-mail address").default(""),
  smtpHost: line("SMTP host"),
  smtpPort: z
    .number("SMTP port must be a number.")
    .int("SMTP port must be a whole number.")
    .min(0, "SMTP port must be at least 0.")
    .max(65_535, "SMTP port must be at most 65535.")
    .default(0),
  smtpUserName: line("SMTP user name"),
  smtpPassword: text({ field: "SMTP password", max: 500 }).default(""),
  fileStorageService: z
    .union([z.literal(0), z.literal(1), z.literal(2)], "Invalid File storage service")
    .default(PROVIDERS.none),
  estimateFieldsSpreadsheet: line("Estimate fields spreadsheet"),
  pdfFallbackFolder: line("PDF fallback folder"),
  projectTemplateFolder: line("Project template folder"),
  projectContractsTemplateFolder: line("Project contracts template folder"),
  projectWorkflowTemplateFolder: line("Project workflow template folder"),
  salespersonFallbackFolder: line("Salesperson fallback folder"),
  microsoftOneDriveInfo: z.json().nullable().default(null),
  hoverIntegrationEnabled: flag("Hover integration", false),
  zohoIntegrationEnabled: flag("Zoho integration", false),
  zohoOrganizationDomainName: line("Zoho organization domain name"),
  zohoMarketLocation: line("Zoho market location"),
  leadProjectTypesToFolderNameMapping: mapping("Lead project types to folder names"),
  projectProjectTypeToFolderNameMapping: mapping("Project types to folder names"),
  workflowToLeadProjectTypesMapping: jsonObject("Workflows to lead project types"),
  logoImage: fileId("Logo"),
  logoDarkImage: fileId("Dark logo"),
  contractLogos: fileIds("Contract logos"),
  contractAttachments: fileIds("Contract attachments"),
  contractWarrantyImage: fileId("Warranty image"),
  contractRoofingScopeOfWork: block("Roofing scope of work"),
  contractSidingScopeOfWork: block("Siding scope of work"),
  contractWindowsScopeOfWork: block("Windows scope of work"),
  contractWindowDetailsScopeOfWork: block("Window details scope of work"),
  contractGuttersScopeOfWork: block("Gutters scope of work"),
  contractTrimScopeOfWork: block("Trim scope of work"),
  contractRepairScopeOfWork: block("Repair scope of work"),
  contractInsulationScopeOfWork: block("Insulation scope of work"),
  changeOrderScopeOfWork: block("Change order scope of work"),
  contractWarrantyText: block("Warranty text"),
  contractPaymentDisclaimer: block("Payment disclaimer"),
  changeOrderPaymentDisclaimer: block("Change order payment disclaimer"),
  contractProjectStartDateDisclaimer: block("Project start date disclaimer"),
  contractLegalText: block("Legal text"),
  contractDisclosures: block("Disclosures"),
  contractAcknowledgements: block("Acknowledgements"),
  /** Beside the signatures of a contract (ours): FTC's sentence where the company writes none of its own. */
  showRightToCancel: flag("Show right to cancel", true),
  rightToCancelNotice: block("Right to cancel notice"),
  contractPackageLabel1: line("Package label 1"),
  contractPackageLabel2: line("Package label 2"),
  contractPackageLabel3: line("Package label 3"),
  contractEmailMessage: block("Contract e-mail message"),
  contractCashDiscountPercent: percent("Cash discount"),
  contractFinancingApr: percent("Financing APR"),
  cashCheckDiscount: percent("Cash or check discount"),
  showDiscountsOnContract: flag("Show discounts on contract", true),
  showPaymentOptionsOnContract: flag("Show payment options on contract", true),
  lifetimeWorkmanship: flag("Lifetime workmanship", true),
  showMeasurmentPopulate: flag("Populate from measurements", false),
  /** Ours: everybody in the company adds to them while measurements are taken. */
  measurementNames: measurementNames.default({}),
  showPromotionsOnContract: flag("Show promotions on contract", false),
  showPhotosSection: flag("Show photos section", false),
  showPaymentOptions: flag("Show payment options", false),
  /** On sales screens cost and margin stand behind a press (ours). */
  hideAmountsOnSalesScreens: flag("Hide cost and margin", false),
  /** Off: users who are no admins see only the leads that name them as a salesperson (ours). */
  salespeopleSeeAllLeads: flag("Salespeople see all leads", true),
  /** From their next login on, who works here needs a second step (ours). */
  requireTwoStepSignIn: flag("Require two-step sign-in", false),
  usageReportRecipients: jsonObject("Usage report recipients"),
  usageReportFrequency: z
    .union([z.literal(0), z.literal(1), z.literal(2)], "Invalid Usage report frequency")
    .default(REPORT_FREQUENCIES.none),
  usageReportStartDate: z.iso.datetime("Usage report start must be a date.").nullable().default(null),
  sectionsInfo: mapping("Sections info"),
  paymentOptions: jsonObject("Payment options"),
  zeroInterest: jsonObject("Zero interest"),
  reducedRate: jsonObject("Reduced rate"),
});
export type SettingsFields = z.infer<typeof settingsFields>;
export type SettingsField = keyof SettingsFields;
export const SETTINGS_FIELDS = Object.keys(settingsFields.shape) as SettingsField[];

/** Settings that are written and never read back; a reply says only whether each is set. */
export const SECRET_SETTINGS = ["smtpPassword"] as const satisfies readonly SettingsField[];
export const isSecretSetting = (name: SettingsField): boolean => SECRET_SETTINGS.some((secret) => secret === name);

/** A company's settings as a browser sees them: whole, with defaults, without secrets. */
export const settings = settingsFields.omit({ smtpPassword: true }).extend({ smtpPasswordIsSet: z.boolean() });
export type Settings = z.infer<typeof settings>;

export const DEFAULT_SETTINGS: SettingsFields = settingsFields.parse({});

/** How a test mail ended, in our own words: nothing that a mail server says is in them. */
export const testEmailResult = z.strictObject({
  isSent: z.boolean(),
  /** Where it was sent to: the address of the person who asked for it. */
  emailAddress: z.string(),
  message: z.string(),
});
export type TestEmailResult = z.infer<typeof testEmailResult>;

/** The mails that a company's people and homeowners get. */
export const PREVIEWED_MAILS = ["invitation", "setup", "reset", "report", "document"] as const;
export type PreviewedMail = (typeof PREVIEWED_MAILS)[number];

/** The settings that a preview of mails is made of. */
export const MAIL_SETTINGS = [
  "companyName",
  "fromEmailAddress",
  "replyToEmailAddress",
  "smtpHost",
  "contractEmailMessage",
] as const satisfies readonly SettingsField[];

/** Each mail as the company's settings would send it, written from sample values. Nothing is sent. */
export const mailPreviews = z.object({
  /** What in them is made up, in words. */
  sampleValues: z.array(z.string()),
  mails: z.array(
    z.object({
      kind: z.enum(PREVIEWED_MAILS),
      /** As mail programs show it: "Gable & Sons <office@gable.test>". */
      from: z.string(),
      /** null where answers go to the sender. */
      replyTo: z.string().nullable(),
      to: z.string(),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      /** Names of the files that come with it. */
      attachments: z.array(z.string()),
    }),
  ),
});
export type MailPreviews = z.infer<typeof mailPreviews>;

/** One difference between the settings that were loaded and those being saved (3.§7). */
export const settingsDifference = z.object({
  op: z.literal("replace", "op must be replace."),
  path: z.string().regex(/^\/[A-Za-z0-9]+$/, "path must name one setting, such as /themeColor."),
  value: z.unknown(),
  /** The value that the change was based on: where another is stored by now, nothing is saved. Without it the difference applies as it is. */
  former: z.unknown().optional(),
});
export type SettingsDifference = z.infer<typeof settingsDifference>;
