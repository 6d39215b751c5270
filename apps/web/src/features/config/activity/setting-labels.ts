import type { SettingsField } from "@ridgebook/contract";
import * as company from "#features/config/company-settings/company-setting-names.ts";
import * as contract from "#features/config/contract-settings/contract-setting-names.ts";
import * as email from "#features/config/email-settings/email-setting-names.ts";

/* What a setting is called where no page is around it. Labels that need their heading are completed here. */

interface Labelled {
  readonly name: SettingsField;
  readonly label: string;
}

const DESCRIBED: readonly Labelled[] = [
  ...company.IDENTITY,
  ...company.ADDRESS,
  company.COUNTRY,
  ...company.PHONES,
  company.SALESPERSON_TITLE,
  company.TIME_ZONE,
  company.LIGHT_LOGO,
  company.DARK_LOGO,
  company.THEME_COLOR,
  ...company.USAGE_FLAGS,
  ...contract.SCOPE_TEXTS.map(({ name, label }) => ({ name, label: `Scope of work: ${label}` })),
  ...contract.CHANGE_ORDER_TEXTS,
  ...contract.PAYMENT_TEXTS,
  ...contract.WARRANTY_TEXTS,
  ...contract.LEGAL_TEXTS,
  ...contract.RIGHT_TO_CANCEL_TEXTS,
  ...contract.EMAIL_TEXTS,
  ...contract.PAYMENT_FLAGS,
  ...contract.PACKAGE_LABELS.map(({ name, label }) => ({ name, label: `Label of the ${label.toLowerCase()}` })),
  ...contract.NUMBERS,
  ...email.SENDER,
  ...email.SERVER,
  email.PASSWORD,
  { name: "contractLogos", label: "Logos on the contract" },
  { name: "contractAttachments", label: "Attachments of the contract" },
  { name: "contractWarrantyImage", label: "Warranty picture" },
  { name: "showRightToCancel", label: "Show the right to cancel" },
  { name: "lifetimeWorkmanship", label: "Lifetime workmanship" },
  { name: "showPhotosSection", label: "Show the photos section" },
  { name: "sectionsInfo", label: "Section help" },
  { name: "paymentOptions", label: "Payment choices" },
  { name: "zeroInterest", label: "Zero interest plans" },
  { name: "reducedRate", label: "Reduced rate plans" },
  { name: "hideAmountsOnSalesScreens", label: "Hide cost and margin on sales screens" },
  { name: "salespeopleSeeAllLeads", label: "Salespeople see all leads" },
  { name: "requireTwoStepSignIn", label: "Require two-step sign-in" },
  { name: "usageReportRecipients", label: "Recipients of the usage report" },
  { name: "usageReportFrequency", label: "Frequency of the usage report" },
  { name: "usageReportStartDate", label: "Start of the usage report" },
  { name: "fileStorageService", label: "File storage" },
  { name: "estimateFieldsSpreadsheet", label: "Spreadsheet of the prices" },
  { name: "pdfFallbackFolder", label: "Folder of PDFs" },
  { name: "projectTemplateFolder", label: "Folder of project templates" },
  { name: "projectContractsTemplateFolder", label: "Folder of contract templates" },
  { name: "projectWorkflowTemplateFolder", label: "Folder of workflow templates" },
  { name: "salespersonFallbackFolder", label: "Folder of salespeople" },
  { name: "microsoftOneDriveInfo", label: "OneDrive" },
  { name: "hoverIntegrationEnabled", label: "Hover" },
  { name: "measurementNames", label: "Names in files of measurements" },
  { name: "zohoIntegrationEnabled", label: "Zoho CRM" },
  { name: "zohoOrganizationDomainName", label: "Domain of Zoho CRM" },
  { name: "zohoMarketLocation", label: "Market of Zoho CRM" },
  { name: "leadProjectTypesToFolderNameMapping", label: "Folders of lead project types" },
  { name: "projectProjectTypeToFolderNameMapping", label: "Folders of project types" },
  { name: "workflowToLeadProjectTypesMapping", label: "Project types of workflows" },
];

const LABELS: ReadonlyMap<string, string> = new Map(DESCRIBED.map(({ name, label }) => [name, label]));

/** "smtp host": of a setting that this app does not know, its key in words. */
const keyInWords = (key: string): string => key.replace(/([a-z])([A-Z0-9])/g, "$1 $2").toLowerCase();

export const settingLabel = (key: string): string => LABELS.get(key) ?? keyInWords(key);
