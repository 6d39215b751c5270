import { z } from "zod";
import { DEFAULT_THEME_COLOR } from "#constants.ts";
import { TIME_ZONES } from "#geography.ts";
import { defineRecord } from "#records/define-record.ts";
import { member, type MemberKind } from "#records/members.ts";
import { optionalEmail, phone, text, zipCode } from "#rules/text.ts";

/** Far more than the reports of all services together use. */
const MAX_MEASUREMENT_NAMES = 1_000;

/** The company's mapping of names in measurement files: by name, a measurement, or "" to ignore it. */
export const measurementNames = z
  .record(
    z.string().regex(/^[\p{L}\p{N} ]{1,100}$/u, "A name holds letters, digits and spaces, at most 100."),
    z.string().regex(/^[A-Za-z]{0,50}$/, "A measurement must be a name of letters, or empty."),
    "Names must be an object.",
  )
  .refine((names) => Object.keys(names).length <= MAX_MEASUREMENT_NAMES, {
    message: `At most ${MAX_MEASUREMENT_NAMES.toLocaleString("en-US")} names.`,
  });
/** `empty` is the default. */
const setting = <Kind extends MemberKind, Schema extends z.ZodType>(
  kind: Kind,
  label: string,
  { schema, empty }: { schema: Schema; empty: NoInfer<z.output<Schema>> },
) => member(kind, schema.default(empty as never), { label, empty: empty as never });

const line = (label: string) => setting("text", label, { schema: text({ field: label, max: 500 }), empty: "" });
const block = (label: string) => setting("text", label, { schema: text({ field: label, max: 200_000 }), empty: "" });
const phoneNumber = (label: string) => setting("phone", label, { schema: phone(label), empty: "" });
const emailAddress = (label: string) => setting("text", label, { schema: optionalEmail(label), empty: "" });
const flag = (label: string, empty: boolean) =>
  setting("flag", label, { schema: z.boolean(`${label} must be true or false.`), empty });
const percent = (label: string) =>
  setting("number", label, {
    schema: z
      .number(`${label} must be a number.`)
      .min(0, `${label} must be at least 0.`)
      .max(100, `${label} must be at most 100.`),
    empty: 0,
  });
const fileId = (label: string) =>
  setting("reference", label, { schema: text({ field: label, max: 100 }).nullable(), empty: null });
const fileIds = (label: string) =>
  setting("texts", label, {
    schema: z.array(text({ field: label, max: 100 })).max(50, `${label}: at most 50 files.`),
    empty: [],
  });
const mapping = (label: string) =>
  setting("names", label, {
    schema: z.record(z.string().max(200), text({ field: label, max: 500 }), `${label} must be an object.`),
    empty: {},
  });
const jsonObject = (label: string) =>
  setting("object", label, {
    schema: z.record(z.string().max(200), z.json(), `${label} must be an object.`),
    empty: {},
  });

/** Codes of storage and sign-in providers (1.§3). */
export const PROVIDERS = { none: 0, google: 1, microsoft: 2 } as const;
export const REPORT_FREQUENCIES = { none: 0, weekly: 1, monthly: 2 } as const;

/**
 * All settings of a company (3.§3), with their labels outside a settings page. Odd spellings are the specification's. smtpPassword is a
 * secret: written but never sent.
 */
export const settingsRecord = defineRecord({
  written: {
    timeZone: setting("text", "Time zone", { schema: z.enum([...TIME_ZONES, ""], "Invalid Time zone"), empty: "" }),
    companyName: line("Company name"),
    companyWebsiteUrl: line("Website"),
    addressStreet: line("Street"),
    addressCountry: line("Country"),
    addressCity: line("City"),
    addressState: line("State"),
    addressPostalCode: setting("text", "Zip code", { schema: zipCode("Zip code"), empty: "" }),
    phoneNumber: phoneNumber("Phone"),
    faxNumber: phoneNumber("Fax"),
    salespersonTitle: line("Salesperson title"),
    license: line("License"),
    appCompanyName: line("Name in the app"),
    themeColor: setting("text", "Theme color", {
      schema: z.string().regex(/^#[0-9a-f]{6}$/i, "Theme color must be a color such as #2ab0da."),
      empty: DEFAULT_THEME_COLOR,
    }),
    fromEmailAddress: emailAddress("From address"),
    replyToEmailAddress: emailAddress("Reply-to address"),
    smtpHost: line("SMTP host"),
    smtpPort: setting("number", "SMTP port", {
      schema: z
        .number("SMTP port must be a number.")
        .int("SMTP port must be a whole number.")
        .min(0, "SMTP port must be at least 0.")
        .max(65_535, "SMTP port must be at most 65535."),
      empty: 0,
    }),
    smtpUserName: line("SMTP user name"),
    smtpPassword: line("SMTP password"),
    fileStorageService: setting("number", "File storage", {
      schema: z.union([z.literal(0), z.literal(1), z.literal(2)], "Invalid File storage service"),
      empty: PROVIDERS.none,
    }),
    estimateFieldsSpreadsheet: line("Spreadsheet of the price book"),
    pdfFallbackFolder: line("Folder for PDFs without a place"),
    projectTemplateFolder: line("Template of a lead’s folder"),
    projectContractsTemplateFolder: line("Template of a contract folder"),
    projectWorkflowTemplateFolder: line("Template of a workflow’s folder"),
    salespersonFallbackFolder: line("Folder for salespeople"),
    microsoftOneDriveInfo: setting("object", "Drive", { schema: z.json().nullable(), empty: null }),
    hoverIntegrationEnabled: flag("Hover", false),
    zohoIntegrationEnabled: flag("Zoho CRM", false),
    zohoOrganizationDomainName: line("Domain of Zoho CRM"),
    zohoMarketLocation: line("Market of Zoho CRM"),
    leadProjectTypesToFolderNameMapping: mapping("Folders of project types"),
    projectProjectTypeToFolderNameMapping: mapping("Folders inside a lead’s folder"),
    workflowToLeadProjectTypesMapping: jsonObject("Project types of workflows"),
    logoImage: fileId("Logo on light ground"),
    logoDarkImage: fileId("Logo on dark ground"),
    contractLogos: fileIds("Contract logos"),
    contractAttachments: fileIds("Attachments of the contract"),
    contractWarrantyImage: fileId("Warranty picture"),
    contractRoofingScopeOfWork: block("Scope of work: Roofing"),
    contractSidingScopeOfWork: block("Scope of work: Siding"),
    contractWindowsScopeOfWork: block("Scope of work: Windows & Doors"),
    contractWindowDetailsScopeOfWork: block("Scope of work: Window details"),
    contractGuttersScopeOfWork: block("Scope of work: Gutters"),
    contractTrimScopeOfWork: block("Scope of work: Trim"),
    contractRepairScopeOfWork: block("Scope of work: Repairs"),
    contractInsulationScopeOfWork: block("Scope of work: Insulation"),
    changeOrderScopeOfWork: block("Scope of work of a change order"),
    contractWarrantyText: block("Warranty text"),
    contractPaymentDisclaimer: block("Payment disclaimer"),
    changeOrderPaymentDisclaimer: block("Payment disclaimer of a change order"),
    contractProjectStartDateDisclaimer: block("Project start date disclaimer"),
    contractLegalText: block("Legal text"),
    contractDisclosures: block("Disclosures"),
    contractAcknowledgements: block("Acknowledgements"),
    /** Next to the signatures of a contract (ours): the FTC's sentence unless the company has its own. */
    showRightToCancel: flag("Print the right to cancel and its form", true),
    rightToCancelNotice: block("Notice of the right to cancel"),
    contractPackageLabel1: line("Label of the first package"),
    contractPackageLabel2: line("Label of the second package"),
    contractPackageLabel3: line("Label of the third package"),
    contractEmailMessage: block("E-mail message"),
    /** The company's own words in the other mails (ours): they stand above the app's. */
    invitationEmailMessage: block("Message in invitations"),
    setupEmailMessage: block("Message in set-up mails"),
    resetEmailMessage: block("Message in mails for a new password"),
    usageReportEmailMessage: block("Message in the usage report"),
    contractCashDiscountPercent: percent("Cash discount on the contract"),
    contractFinancingApr: percent("Financing APR"),
    cashCheckDiscount: percent("Cash or check discount"),
    showDiscountsOnContract: flag("Show discounts on the contract", true),
    showPaymentOptionsOnContract: flag("Show payment options on the contract", true),
    lifetimeWorkmanship: flag("Lifetime workmanship warranty", true),
    showMeasurmentPopulate: flag("Fill estimates from measurement reports", false),
    /** Ours: any member adds to them while importing measurements. */
    measurementNames: setting("names", "Names in files of measurements", { schema: measurementNames, empty: {} }),
    showPromotionsOnContract: flag("Show promotions on the contract", false),
    showPhotosSection: flag("Offer a section of photos", false),
    showPaymentOptions: flag("Offer payment options on estimates", false),
    /** Hides cost and margin on sales screens until clicked (ours). */
    hideAmountsOnSalesScreens: flag("Hide cost and margin on sales screens", false),
    /** Off: users who are not admins only see leads that name them as a salesperson (ours). */
    salespeopleSeeAllLeads: flag("Salespeople see all leads", true),
    /** Members need a second step from their next login on (ours). */
    requireTwoStepSignIn: flag("Require two-step sign-in", false),
    usageReportRecipients: jsonObject("Recipients of the usage report"),
    usageReportFrequency: setting("number", "Frequency of the usage report", {
      schema: z.union([z.literal(0), z.literal(1), z.literal(2)], "Invalid Usage report frequency"),
      empty: REPORT_FREQUENCIES.none,
    }),
    usageReportStartDate: setting("moment", "Start of the usage report", {
      schema: z.iso.datetime("Usage report start must be a date.").nullable(),
      empty: null,
    }),
    sectionsInfo: mapping("Section help"),
    paymentOptions: jsonObject("Payment choices"),
    zeroInterest: jsonObject("Zero interest plans"),
    reducedRate: jsonObject("Reduced rate plans"),
  },
});
export const settingsFields = settingsRecord.schema;
export type SettingsFields = z.infer<typeof settingsFields>;
export type SettingsField = keyof SettingsFields;
export const SETTINGS_FIELDS = settingsRecord.fields;

/** Write-only settings; a reply only says whether each is set. */
export const SECRET_SETTINGS = ["smtpPassword"] as const satisfies readonly SettingsField[];
export const isSecretSetting = (name: SettingsField): boolean => SECRET_SETTINGS.some((secret) => secret === name);

/** A company's settings as a browser sees them: complete, with defaults, without secrets. */
export const settings = settingsFields.omit({ smtpPassword: true }).extend({ smtpPasswordIsSet: z.boolean() });
export type Settings = z.infer<typeof settings>;

export const DEFAULT_SETTINGS: SettingsFields = settingsRecord.empty;

/** The result of a test mail, in our words: without any text from the mail server. */
export const testEmailResult = z.strictObject({
  isSent: z.boolean(),
  emailAddress: z.string(),
  message: z.string(),
});
export type TestEmailResult = z.infer<typeof testEmailResult>;

/** The mails that a company's people and homeowners get. */
export const PREVIEWED_MAILS = ["invitation", "setup", "reset", "report", "document"] as const;
export type PreviewedMail = (typeof PREVIEWED_MAILS)[number];

/** The company's own words, by the mail that they stand in. */
export const MAIL_MESSAGES = {
  invitation: "invitationEmailMessage",
  setup: "setupEmailMessage",
  reset: "resetEmailMessage",
  report: "usageReportEmailMessage",
  document: "contractEmailMessage",
} as const satisfies Readonly<Record<PreviewedMail, SettingsField>>;
/** Settings that hold them, as HTML of the editor's e-mail mode; "" where the company wrote none. */
export type MailMessages = Pick<SettingsFields, (typeof MAIL_MESSAGES)[PreviewedMail]>;

/** The settings that affect a preview of mails. */
export const MAIL_SETTINGS = [
  "companyName",
  "fromEmailAddress",
  "replyToEmailAddress",
  "smtpHost",
  ...Object.values(MAIL_MESSAGES),
] as const satisfies readonly SettingsField[];

/** Each mail as the company's settings would send it, with sample values. Nothing is sent. */
export const mailPreviews = z.object({
  sampleValues: z.array(z.string()),
  mails: z.array(
    z.object({
      kind: z.enum(PREVIEWED_MAILS),
      /** As mail programs show it: "Gable & Sons <office@gable.test>". */
      from: z.string(),
      /** Null if replies go to the sender. */
      replyTo: z.string().nullable(),
      to: z.string(),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      /** Names of the attached files. */
      attachments: z.array(z.string()),
    }),
  ),
});
export type MailPreviews = z.infer<typeof mailPreviews>;

/** One difference between the loaded settings and those being saved (3.§7). */
export const settingsDifference = z.object({
  op: z.literal("replace", "op must be replace."),
  path: z.string().regex(/^\/[A-Za-z0-9]+$/, "path must name one setting, such as /themeColor."),
  value: z.unknown(),
  /** The base value: if the stored value differs, it is a conflict and nothing is saved. Without it the difference always applies. */
  former: z.unknown().optional(),
});
export type SettingsDifference = z.infer<typeof settingsDifference>;
