import type { routes, RouteName } from "@ridgebook/contract";
import type { Row } from "./archives.ts";

type Routes = typeof routes;
type ReadingRoute = { [Name in RouteName]: Routes[Name]["method"] extends "GET" ? Name : never }[RouteName];

interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
}
interface Records {
  readonly rows: (table: string) => readonly Row[];
  /** Leads to compare in full; all of them in the large test. */
  readonly someLeads: readonly unknown[];
}
/** The compared calls of a route, or the reason why it has none. */
type Compared = ((records: Records) => readonly CallInput[]) | string;

const once = (input: CallInput = {}) => [input];
const byId =
  (table: string) =>
  ({ rows }: Records): CallInput[] =>
    rows(table).map(({ id }) => ({ params: { id } }));
const ofSomeLeads = ({ someLeads }: Records): CallInput[] => someLeads.map((id) => ({ params: { id } }));
const listedOfLeads = ({ someLeads }: Records): CallInput[] => someLeads.map((leadId) => ({ query: { leadId } }));

const OF_ACCOUNT = "Of the account of who asks.";
const OF_INSTALLATION = "Of the installation, not of the company.";
const PEOPLE = "People are invited anew, without an account [ADMIN-14].";
const BYTES = "Compared byte by byte in a test of its own.";
const SET_UP_AGAIN = "Holds secrets or a connection, which are set up again [ADMIN-11].";
const PASSING = "About what was under way in the former installation.";

/** Every reading route: an imported company must give the same responses as before [ADMIN-13]. */
export const COMPARED_CALLS: Readonly<Record<ReadingRoute, Compared>> = {
  getSelf: OF_ACCOUNT,
  listLoginSessions: OF_ACCOUNT,
  listInvitations: OF_ACCOUNT,
  getTwoStep: OF_ACCOUNT,
  getCalendarFeed: SET_UP_AGAIN,
  readCalendarFeed: SET_UP_AGAIN,
  getUsageReport: () => once({ query: { startDate: "2020-01-01", endDate: "2030-01-01" } }),
  getSalesReport: () => once({ query: { startDate: "2020-01-01", endDate: "2030-01-01" } }),
  listUsers: PEOPLE,
  listMembers: PEOPLE,
  getUser: PEOPLE,
  listActivity: "Goes on with what was done since; getActivity compares each entry.",
  getActivity: byId("activity"),
  listCompanies: OF_INSTALLATION,
  listCompanyFigures: OF_INSTALLATION,
  getCompany: OF_INSTALLATION,
  listCompanyExports: OF_INSTALLATION,
  downloadCompanyExport: OF_INSTALLATION,
  listLeads: () => once(),
  searchLeads: () => once({ query: { searchQuery: "thackeray" } }),
  getLead: byId("lead"),
  getLeadTimeline: ofSomeLeads,
  listLeadPhotos: ({ someLeads }) => someLeads.map((id) => ({ query: { id } })),
  listEstimates: listedOfLeads,
  getEstimate: byId("estimate"),
  listEstimateTemplates: () => once(),
  listDocuments: listedOfLeads,
  getDocument: byId("document"),
  checkBeforeSigning: ({ rows }) =>
    rows("estimate").map(({ id }) => ({ params: { id }, query: { number: "2026-0514-K7QD" } })),
  getDocumentEmailHistory: byId("document"),
  listDocumentRecipients: byId("document"),
  downloadSignature: BYTES,
  viewDocument: BYTES,
  downloadCertificate: "Says how the evidence came here, which [SIGN-62] proves.",
  listPurchaseOrderSuggestions: ofSomeLeads,
  getSettings: () => once(),
  getCompanyLogo: BYTES,
  previewMails: () => once(),
  getMovingIn: "Counts people, who are invited anew, and says what is not set up yet.",
  listEstimateFields: () => once(),
  exportEstimateFields:
    "A workbook of what getEstimateFieldVersion answers; its addresses of pictures name the company.",
  getEstimateFieldImport: PASSING,
  listEstimateFieldVersions: () => once(),
  getEstimateFieldVersion: ({ rows }) => rows("price_book_version").map(({ version }) => ({ params: { version } })),
  listEstimateWorkflows: () => once(),
  listEstimateSections: () => once(),
  getIntegrationAccess: SET_UP_AGAIN,
  listCredentials: SET_UP_AGAIN,
  getCredential: SET_UP_AGAIN,
  listLeadImports: PASSING,
  getLeadImport: PASSING,
  listLeadDuplicates: PASSING,
  listWebhooks: SET_UP_AGAIN,
  listWebhookDeliveries: SET_UP_AGAIN,
  getFile: byId("file"),
  downloadFile: BYTES,
  getChanges: "Every installation counts changes anew; the records are compared one by one.",
  getHoverAccount: SET_UP_AGAIN,
  getCompanyCamAccount: SET_UP_AGAIN,
  listCompanyCamPhotos: SET_UP_AGAIN,
  getCompanyCamPicture: SET_UP_AGAIN,
  getGoogleAccount: SET_UP_AGAIN,
  getGooglePicker: SET_UP_AGAIN,
  getMicrosoftAccount: SET_UP_AGAIN,
  getMicrosoftPicker: SET_UP_AGAIN,
  listMicrosoftDrives: SET_UP_AGAIN,
  getStorageFile: SET_UP_AGAIN,
  getFilingState: SET_UP_AGAIN,
  listFolderLog: OF_INSTALLATION,
  enableZoho: SET_UP_AGAIN,
  getZohoAccount: SET_UP_AGAIN,
  getZohoSync: SET_UP_AGAIN,
  getZohoLead: SET_UP_AGAIN,
  listZohoUsers: SET_UP_AGAIN,
  getInfo: OF_INSTALLATION,
};
