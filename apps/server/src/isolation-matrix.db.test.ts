import { randomUUID } from "node:crypto";
import {
  mayTokenCall,
  routes,
  SYNCED_STORES,
  type Access,
  type CompanyId,
  type DocumentId,
  type LeadImportState,
  type LeadPhotoId,
  type Route,
  type RouteName,
} from "@ridgebook/contract";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  findDocument,
  findDocuments,
  holdDocument,
  listDocuments,
  readSignatures,
  removeDocument,
} from "#features/documents/document-repository.ts";
import { holdEmail, listEmails } from "#features/documents/document-email-repository.ts";
import { checkLog, eventsOf, findEventOfFile } from "#features/documents/evidence-log.ts";
import { findEstimates, listEstimates, removeEstimate } from "#features/estimates/estimate-repository.ts";
import { createToken } from "#features/api-access/integration-token.ts";
import { findLeadPhoto, listLeadPhotos, removeLeadPhoto } from "#features/leads/lead-photo-repository.ts";
import { findLead, removeLead } from "#features/leads/lead-repository.ts";
import { companyScope } from "#database/company-scope.ts";
import { readSettings } from "#database/company-settings.ts";
import { buildDocument, drawSignature } from "#testing/build-document.ts";
import {
  startTestApplication,
  TEST_PASSWORD,
  type SignedIn,
  type TestApplication,
  type TestUser,
} from "#testing/test-application.ts";

/*
 * Every route of the contract, as every kind of caller, with the own, another and no company, and with ids of another
 * company's records in path, query and body. The list of cases is a record over all route names: a route without a case
 * does not compile.
 *
 * The same matrix runs on a database whose policies are switched off, because the code must hold by itself.
 */

interface Input {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

interface World {
  readonly app: TestApplication;
  readonly own: CompanyId;
  readonly foreign: CompanyId;
  readonly foreignLead: number;
  readonly foreignEstimate: number;
  /** A signed contract of the other company. */
  readonly foreignDocument: number;
  readonly foreignUser: number;
  readonly foreignSession: string;
  readonly foreignCredential: number;
  readonly foreignWebhook: number;
  readonly foreignDelivery: number;
  readonly foreignTemplate: number;
  readonly ownFile: string;
  readonly foreignFile: string;
  readonly foreignPhoto: number;
  readonly ownOption: string;
  readonly ownActivity: string;
  readonly foreignActivity: string;
  readonly foreignLeadImport: number;
  readonly ownImport: string;
  readonly foreignImport: string;
  /** The newest version of the own price book. */
  newestVersion(): Promise<number>;
  /** A lead, a user and a company that the call may change or delete. */
  newLead(): Promise<number>;
  /** In the named state, with one row. */
  newLeadImport(state: LeadImportState): Promise<number>;
  newPhoto(): Promise<number>;
  newEstimate(): Promise<number>;
  /** An unsigned draft, and the body of another one of the same estimate. */
  newDocument(): Promise<number>;
  newDocumentBody(): Promise<object>;
  documentBodyOf(estimateId: number): object;
  newUser(): Promise<number>;
  newCompany(): Promise<CompanyId>;
  newCredential(): Promise<number>;
  /** The only webhook of the own company, with one delivery. */
  newWebhook(): Promise<{ webhook: number; delivery: number }>;
  /** One of the company. */
  newTemplate(): Promise<number>;
  /** The matrix makes more of them than a company may have. */
  clearTemplates(): Promise<unknown>;
}

type CallerName =
  | "signedOut"
  | "user"
  | "admin"
  | "memberOfBoth"
  | "memberOfNone"
  | "superAdmin"
  | "superAdminInCompany"
  | "masterAdmin";

const OK = 200;
/** The answer to each kind of caller for a route of each access, in their own company, of several in the one used last. */
const EXPECTED: Record<Access, Record<CallerName, number>> = {
  anyone: row({ signedOut: OK, account: OK, companyless: OK, superAdmin: OK, admin: OK }),
  account: row({ signedOut: 401, account: OK, companyless: OK, superAdmin: OK, admin: OK }),
  companyUser: row({ signedOut: 401, account: OK, companyless: 400, superAdmin: 400, admin: OK }),
  companyAdmin: row({ signedOut: 401, account: 403, companyless: 400, superAdmin: 400, admin: OK }),
  userAdmin: row({ signedOut: 401, account: 403, companyless: 403, superAdmin: OK, admin: OK }),
  superAdmin: {
    ...row({ signedOut: 401, account: 403, companyless: 403, superAdmin: OK, admin: 403 }),
    superAdminInCompany: OK,
  },
  masterAdmin: {
    ...row({ signedOut: 401, account: 403, companyless: 403, superAdmin: 403, admin: 403 }),
    masterAdmin: OK,
  },
};

function row(given: {
  signedOut: number;
  account: number;
  companyless: number;
  superAdmin: number;
  admin: number;
}): Record<CallerName, number> {
  return {
    signedOut: given.signedOut,
    user: given.account,
    admin: given.admin,
    memberOfBoth: given.account,
    memberOfNone: given.companyless,
    masterAdmin: given.companyless,
    superAdmin: given.superAdmin,
    superAdminInCompany: given.admin,
  };
}

/** The answer to another system that calls with the company's integration token, with read and write access. */
const expectedOfToken = (name: RouteName): number =>
  routeOf(name).access === "anyone" || mayTokenCall(name, "readWrite") ? OK : 403;

interface Case {
  /** A call that succeeds for every caller who may make it. */
  readonly valid: (world: World) => Input | Promise<Input>;
  /** The same call with another company's record in its path, its query or its body, and how it ends. */
  readonly foreign?: (world: World) => { input: Input; status: number; errors?: string[] };
  /** Where a caller's answer differs from the access's row, and why. */
  readonly except?: Partial<Record<CallerName, number>>;
  /** The unsuccessful answer to a valid call: codes and cookies that a matrix cannot hold. */
  readonly answers?: number;
}

/** Lists of users are the company's; outside of one only a super admin sees any. */
const NEEDS_COMPANY_UNLESS_SUPER = { memberOfNone: 400, masterAdmin: 400 } as const;

/** Outside a company a user is an account, and the id of a company's user is unknown. */
const ACCOUNTS_ONLY = { superAdmin: 404 } as const;

const TEMPLATE_CONTENT = {
  workflowIds: [4],
  duplicateWorkflows: [],
  holdsQuantities: false,
  lines: [],
  optionalSections: [],
};

const ZOHO_MAPPING = {
  meetingDate: null,
  projectType: null,
  customerNumber: null,
  poNumber: null,
  dealProjectType: null,
  dealLead: null,
};

/** A version of the price book that the foreign company has and the own one never gets to. */
const FOREIGN_VERSION = 900;
/** The tables in which the foreign company has rows. */
const FOREIGN_TABLES = [
  "activity",
  "lead",
  "file",
  "lead_event",
  "lead_photo",
  "lead_import",
  "lead_import_row",
  "membership",
  "company_settings",
  "price_book_version",
  "price_book_entry",
  "price_book_import",
  "estimate_workflow",
  "estimate_section",
  "estimate",
  "estimate_item",
  "estimate_comparison",
  "estimate_summary",
  "document",
  "document_signature",
  "imported_event",
  "document_email",
  "document_log",
  "document_event",
  "credential",
  "webhook",
  "webhook_delivery",
  "estimate_template",
  "connection_grant",
  "connection_pending",
  "connection_cache",
  "document_filing",
  "folder_log",
  "zoho_sync",
  "zoho_lead",
  "zoho_hint",
];

/** What every user may do with their own, and only admins with the company's. */
const ADMINS_ONLY = { user: 403, memberOfBoth: 403 } as const;

const person = () => ({ firstName: "New", lastName: "Person", email: `${randomUUID()}@gable.test`, phoneNumber: "" });

const photo = (of: { leadId: number; fileId: string }) => ({
  ...of,
  name: "photo.png",
  takenAt: "2026-05-14T14:24:08.000Z",
});

const CASES: Record<RouteName, Case> = {
  login: { valid: () => ({ body: { email: "nobody@gable.test", password: TEST_PASSWORD } }), answers: 400 },
  refresh: { valid: () => ({}), answers: 401 },
  logout: { valid: () => ({}) },
  forgotPassword: { valid: () => ({ body: { email: `${randomUUID()}@gable.test` } }) },
  resetPassword: { valid: () => ({ body: { code: "unknown", password: TEST_PASSWORD } }), answers: 400 },
  setUp: { valid: () => ({ body: { userId: 1, code: "unknown", password: TEST_PASSWORD } }), answers: 400 },
  changePassword: {
    valid: () => ({ body: { currentPassword: "Wrong-1", password: TEST_PASSWORD } }),
    answers: 400,
  },
  confirmPassword: { valid: () => ({ body: { currentPassword: "Wrong-1" } }), answers: 400 },
  getSelf: { valid: () => ({}) },
  updateSelf: { valid: () => ({ body: { firstName: "Ann", lastName: "Lee", phoneNumber: "" } }) },
  listLoginSessions: { valid: () => ({}) },
  endLoginSession: {
    valid: () => ({ params: { id: randomUUID() } }),
    answers: 404,
    foreign: ({ foreignSession }) => ({ input: { params: { id: foreignSession } }, status: 404 }),
  },
  getCalendarFeed: { valid: () => ({}) },
  // A super admin who entered the company has no meetings in it.
  renewCalendarFeed: { valid: () => ({}), except: { superAdminInCompany: 403 } },
  endCalendarFeed: { valid: () => ({}) },
  readCalendarFeed: { valid: () => ({ params: { file: `${"a".repeat(43)}.ics` } }), answers: 404 },
  listInvitations: { valid: () => ({}) },
  acceptInvitation: {
    valid: ({ own }) => ({ params: { id: own } }),
    answers: 404,
    foreign: ({ foreign }) => ({ input: { params: { id: foreign } }, status: 404 }),
  },
  declineInvitation: {
    valid: ({ own }) => ({ params: { id: own } }),
    answers: 404,
    foreign: ({ foreign }) => ({ input: { params: { id: foreign } }, status: 404 }),
  },
  listActivity: { valid: () => ({}) },
  getActivity: {
    valid: ({ ownActivity }) => ({ params: { id: ownActivity } }),
    foreign: ({ foreignActivity }) => ({ input: { params: { id: foreignActivity } }, status: 404 }),
  },
  getTwoStep: { valid: () => ({}) },
  beginTwoStep: { valid: () => ({ body: { currentPassword: "Wrong-1" } }), answers: 400 },
  confirmTwoStep: { valid: () => ({ body: { code: "000000" } }), answers: 409 },
  turnOffTwoStep: { valid: () => ({ body: { currentPassword: "Wrong-1", code: "000000" } }), answers: 400 },
  renewBackupCodes: { valid: () => ({ body: { currentPassword: "Wrong-1", code: "000000" } }), answers: 400 },
  removeTwoStep: {
    valid: async ({ newUser }) => ({ params: { id: await newUser() } }),
    answers: 409,
    except: ACCOUNTS_ONLY,
    foreign: ({ foreignUser }) => ({ input: { params: { id: foreignUser } }, status: 404 }),
  },
  getUsageReport: { valid: () => ({ query: { startDate: "2026-05-01", endDate: "2026-05-31" } }) },
  listMembers: { valid: () => ({}) },
  getSalesReport: { valid: () => ({ query: { startDate: "2026-05-01", endDate: "2026-05-31" } }) },
  sendUsageReport: { valid: () => ({ body: { startDate: "2026-05-01", endDate: "2026-05-31" } }) },
  listUsers: { valid: () => ({}), except: NEEDS_COMPANY_UNLESS_SUPER },
  getUser: {
    valid: async ({ newUser }) => ({ params: { id: await newUser() } }),
    except: { ...NEEDS_COMPANY_UNLESS_SUPER, ...ACCOUNTS_ONLY },
    foreign: ({ foreignUser }) => ({ input: { params: { id: foreignUser } }, status: 404 }),
  },
  createUser: {
    valid: () => ({ body: person() }),
    // Outside a company the new user's must be named.
    except: { superAdmin: 400 },
    foreign: ({ foreign }) => ({
      input: { body: { ...person(), companyId: foreign } },
      status: 400,
      errors: ["companyId"],
    }),
  },
  updateUser: {
    valid: async ({ newUser }) => ({ params: { id: await newUser() }, body: person() }),
    except: ACCOUNTS_ONLY,
    foreign: ({ foreignUser }) => ({ input: { params: { id: foreignUser }, body: person() }, status: 404 }),
  },
  deleteUser: {
    valid: async ({ newUser }) => ({ params: { id: await newUser() }, query: {} }),
    except: ACCOUNTS_ONLY,
    foreign: ({ foreignUser }) => ({ input: { params: { id: foreignUser }, query: {} }, status: 404 }),
  },
  resendSetUpEmail: {
    valid: async ({ newUser }) => ({ params: { id: await newUser() } }),
    except: ACCOUNTS_ONLY,
    foreign: ({ foreignUser }) => ({ input: { params: { id: foreignUser } }, status: 404 }),
  },
  sendSetUpPendingEmails: { valid: () => ({}) },
  listCompanies: { valid: () => ({}) },
  listCompanyFigures: { valid: () => ({}) },
  getCompany: {
    valid: ({ own }) => ({ params: { id: own } }),
    // Theirs are the companies they belong to; with none, none exists.
    except: { memberOfNone: 404, masterAdmin: 404 },
    foreign: ({ foreign }) => ({ input: { params: { id: foreign } }, status: 404 }),
  },
  createCompany: { valid: () => ({ body: { name: "New" } }) },
  updateCompany: {
    valid: async ({ newCompany }) => ({ params: { id: await newCompany() }, body: { name: "Renamed" } }),
  },
  listCompanyExports: { valid: ({ own }) => ({ params: { id: own } }) },
  createCompanyExport: { valid: ({ own }) => ({ params: { id: own } }) },
  downloadCompanyExport: {
    valid: ({ own }) => ({ params: { id: own, exportId: randomUUID() } }),
    answers: 404,
  },
  deleteCompanyExport: {
    valid: async ({ newCompany, app }) => {
      const id = await newCompany();
      const exportId = randomUUID();
      await app.testDatabase.superuserPool.query(
        "insert into company_export (company_id, id, state, created_time) values ($1, $2, 'waiting', now())",
        [id, exportId],
      );
      return { params: { id, exportId } };
    },
  },
  deleteCompany: { valid: async ({ app }) => ({ params: { id: await app.createCompany({ active: false }) } }) },
  listLeads: {
    valid: () => ({}),
    foreign: ({ foreignUser }) => ({ input: { query: { userId: foreignUser } }, status: 200 }),
  },
  searchLeads: { valid: () => ({ query: { searchQuery: "foreign" } }) },
  getLead: {
    valid: async ({ newLead }) => ({ params: { id: await newLead() } }),
    foreign: ({ foreignLead }) => ({ input: { params: { id: foreignLead } }, status: 404 }),
  },
  getLeadTimeline: {
    valid: async ({ newLead }) => ({ params: { id: await newLead() } }),
    foreign: ({ foreignLead }) => ({ input: { params: { id: foreignLead } }, status: 404 }),
  },
  createLead: {
    valid: () => ({ body: { lastName: "New" } }),
    foreign: ({ foreignUser }) => ({
      input: { body: { lastName: "New", userId: foreignUser, additionalSalesmanId: foreignUser } },
      status: 400,
      errors: ["userId", "additionalSalesmanId"],
    }),
  },
  updateLead: {
    valid: async ({ newLead }) => ({
      params: { id: await newLead() },
      body: { revision: 1, city: "Portage", former: { city: "" } },
    }),
    foreign: ({ foreignLead }) => ({
      input: { params: { id: foreignLead }, body: { revision: 1, city: "Portage", former: { city: "" } } },
      status: 404,
    }),
  },
  deleteLead: {
    valid: async ({ newLead }) => ({ params: { id: await newLead() } }),
    foreign: ({ foreignLead }) => ({ input: { params: { id: foreignLead } }, status: 404 }),
  },
  listLeadImports: { valid: () => ({}) },
  createLeadImport: { valid: () => ({ body: { fileName: "leads.csv" } }) },
  getLeadImport: {
    valid: async ({ newLeadImport }) => ({ params: { id: await newLeadImport("staging") } }),
    foreign: ({ foreignLeadImport }) => ({ input: { params: { id: foreignLeadImport } }, status: 404 }),
  },
  stageLeadImportRows: {
    valid: async ({ newLeadImport }) => ({
      params: { id: await newLeadImport("staging") },
      body: { rows: [{ row: 3, fields: { lastName: "New" } }] },
    }),
    foreign: ({ foreignLeadImport }) => ({
      input: { params: { id: foreignLeadImport }, body: { rows: [{ row: 3, fields: { lastName: "New" } }] } },
      status: 404,
    }),
  },
  checkLeadImport: {
    valid: async ({ newLeadImport }) => ({ params: { id: await newLeadImport("staging") } }),
    foreign: ({ foreignLeadImport }) => ({ input: { params: { id: foreignLeadImport } }, status: 404 }),
  },
  listLeadDuplicates: {
    valid: async ({ newLeadImport }) => ({ params: { id: await newLeadImport("checked") } }),
    foreign: ({ foreignLeadImport }) => ({ input: { params: { id: foreignLeadImport } }, status: 404 }),
  },
  finishLeadImport: {
    valid: async ({ newLeadImport }) => ({
      params: { id: await newLeadImport("checked") },
      body: { decisions: [], others: null },
    }),
    foreign: ({ foreignLeadImport }) => ({
      input: { params: { id: foreignLeadImport }, body: { decisions: [], others: null } },
      status: 404,
    }),
  },
  // It wrote no lead, and so there is nothing to take back (features/lead-import/lead-import.db.test.ts takes some back).
  undoLeadImport: {
    valid: async ({ newLeadImport }) => ({ params: { id: await newLeadImport("imported") } }),
    answers: 409,
    foreign: ({ foreignLeadImport }) => ({ input: { params: { id: foreignLeadImport } }, status: 404 }),
  },
  deleteLeadImport: {
    valid: async ({ newLeadImport }) => ({ params: { id: await newLeadImport("checked") } }),
    foreign: ({ foreignLeadImport }) => ({ input: { params: { id: foreignLeadImport } }, status: 404 }),
  },
  listLeadPhotos: {
    valid: async ({ newLead }) => ({ query: { id: String(await newLead()) } }),
    foreign: ({ foreignLead }) => ({ input: { query: { id: String(foreignLead) } }, status: 404 }),
  },
  // The form is read in features/leads/lead-photo-answers.db.test.ts; here the company has the picture already.
  createLeadPhoto: {
    valid: async ({ newLead, ownFile }) => ({ body: photo({ leadId: await newLead(), fileId: ownFile }) }),
    foreign: ({ foreignLead, foreignFile }) => ({
      input: { body: photo({ leadId: foreignLead, fileId: foreignFile }) },
      status: 400,
      errors: ["leadId", "formFile"],
    }),
  },
  updateLeadPhoto: {
    valid: async ({ newPhoto }) => ({
      params: { id: await newPhoto() },
      body: { revision: 1, caption: "North slope", former: { caption: "" } },
    }),
    foreign: ({ foreignPhoto }) => ({
      input: { params: { id: foreignPhoto }, body: { revision: 1, caption: "North", former: { caption: "Foreign" } } },
      status: 404,
    }),
  },
  deleteLeadPhoto: {
    valid: async ({ newPhoto }) => ({ params: { id: await newPhoto() } }),
    foreign: ({ foreignPhoto }) => ({ input: { params: { id: foreignPhoto } }, status: 404 }),
  },
  listEstimates: {
    valid: async ({ newLead }) => ({ query: { leadId: String(await newLead()) } }),
    foreign: ({ foreignLead }) => ({ input: { query: { leadId: String(foreignLead) } }, status: 404 }),
  },
  getEstimate: {
    valid: async ({ newEstimate }) => ({ params: { id: await newEstimate() } }),
    foreign: ({ foreignEstimate }) => ({ input: { params: { id: foreignEstimate } }, status: 404 }),
  },
  createEstimate: {
    valid: async ({ newLead }) => ({ body: { leadId: await newLead(), name: "New" } }),
    foreign: ({ foreignLead }) => ({
      input: { body: { leadId: foreignLead, name: "New" } },
      status: 400,
      errors: ["leadId"],
    }),
  },
  updateEstimate: {
    valid: async ({ newEstimate }) => ({
      params: { id: await newEstimate() },
      body: { revision: 1, name: "Renamed", former: { name: "New" } },
    }),
    foreign: ({ foreignEstimate }) => ({
      input: {
        params: { id: foreignEstimate },
        body: { revision: 1, name: "Renamed", former: { name: "Foreign" } },
      },
      status: 404,
    }),
  },
  deleteEstimate: {
    valid: async ({ newEstimate }) => ({ params: { id: await newEstimate() } }),
    foreign: ({ foreignEstimate }) => ({ input: { params: { id: foreignEstimate } }, status: 404 }),
  },
  listDocuments: {
    valid: async ({ newLead }) => ({ query: { leadId: String(await newLead()) } }),
    foreign: ({ foreignLead }) => ({ input: { query: { leadId: String(foreignLead) } }, status: 404 }),
  },
  getDocument: {
    valid: async ({ newDocument }) => ({ params: { id: await newDocument() } }),
    foreign: ({ foreignDocument }) => ({ input: { params: { id: foreignDocument } }, status: 404 }),
  },
  checkBeforeSigning: {
    valid: async ({ newEstimate }) => ({ params: { id: await newEstimate() }, query: { number: "2026-0514-K7QDMA" } }),
    foreign: ({ foreignEstimate }) => ({
      input: { params: { id: foreignEstimate }, query: { number: "2026-0514-K7QDMA" } },
      status: 404,
    }),
  },
  // The form is read in features/documents/document-answers.db.test.ts; here the body travels as it does in a batch.
  createDocument: {
    valid: async ({ newDocumentBody }) => ({ body: await newDocumentBody() }),
    foreign: ({ foreignEstimate, documentBodyOf }) => ({
      input: { body: documentBodyOf(foreignEstimate) },
      status: 400,
      errors: ["estimateId"],
    }),
  },
  updateDocument: {
    valid: async ({ newDocument }) => ({ params: { id: await newDocument() }, body: { revision: 1, name: "Renamed" } }),
    foreign: ({ foreignDocument }) => ({
      input: { params: { id: foreignDocument }, body: { revision: 1, name: "Renamed" } },
      status: 404,
    }),
  },
  deleteDocument: {
    valid: async ({ newDocument }) => ({ params: { id: await newDocument() } }),
    foreign: ({ foreignDocument }) => ({ input: { params: { id: foreignDocument } }, status: 404 }),
  },
  getDocumentEmailHistory: {
    valid: async ({ newDocument }) => ({ params: { id: await newDocument() } }),
    foreign: ({ foreignDocument }) => ({ input: { params: { id: foreignDocument } }, status: 404 }),
  },
  listDocumentRecipients: {
    valid: async ({ newDocument }) => ({ params: { id: await newDocument() } }),
    foreign: ({ foreignDocument }) => ({ input: { params: { id: foreignDocument } }, status: 404 }),
  },
  generateDocumentPdf: {
    valid: async ({ newDocument }) => ({ params: { id: await newDocument() } }),
    foreign: ({ foreignDocument }) => ({ input: { params: { id: foreignDocument } }, status: 404 }),
  },
  emailDocument: {
    valid: async ({ newDocument }) => ({
      body: { documentId: await newDocument(), emailAddresses: ["eve@one.test"], message: "" },
    }),
    foreign: ({ foreignDocument }) => ({
      input: { body: { documentId: foreignDocument, emailAddresses: ["eve@one.test"], message: "" } },
      status: 404,
    }),
  },
  // Bytes are more than this matrix holds: an unsigned document has no picture, an unknown one no paper.
  downloadSignature: {
    valid: async ({ newDocument }) => ({ params: { id: await newDocument() }, query: { key: "customer" } }),
    answers: 404,
    foreign: ({ foreignDocument }) => ({
      input: { params: { id: foreignDocument }, query: { key: "customer" } },
      status: 404,
    }),
  },
  viewDocument: {
    valid: () => ({ params: { kind: "contract", id: 999_999 } }),
    answers: 404,
    foreign: ({ foreignDocument }) => ({
      input: { params: { kind: "contract", id: foreignDocument } },
      status: 404,
    }),
  },
  createDocumentLink: {
    valid: async ({ newDocument }) => ({ params: { id: await newDocument() } }),
    foreign: ({ foreignDocument }) => ({ input: { params: { id: foreignDocument } }, status: 404 }),
  },
  downloadCertificate: {
    valid: async ({ newDocument }) => ({ params: { id: await newDocument() } }),
    answers: 404,
    foreign: ({ foreignDocument }) => ({ input: { params: { id: foreignDocument } }, status: 404 }),
  },
  // As for uploadFile: no file here (features/documents/evidence-log.db.test.ts).
  verifyDocument: { valid: () => ({}), answers: 400 },
  listPurchaseOrderSuggestions: {
    valid: async ({ newLead }) => ({ params: { id: await newLead() } }),
    foreign: ({ foreignLead }) => ({ input: { params: { id: foreignLead } }, status: 404 }),
  },
  getIntegrationAccess: { valid: () => ({}) },
  resetIntegrationToken: { valid: () => ({}) },
  updateIntegrationAccess: { valid: () => ({ body: { access: "readWrite" } }) },
  endIntegrationToken: { valid: () => ({}) },
  listCredentials: { valid: () => ({ query: { decrypt: "true" } }) },
  getCredential: {
    valid: async ({ newCredential }) => ({ params: { id: await newCredential() } }),
    foreign: ({ foreignCredential }) => ({ input: { params: { id: foreignCredential } }, status: 404 }),
  },
  createCredential: { valid: () => ({ body: { name: "Own", secret: "Own" } }) },
  updateCredential: {
    valid: async ({ newCredential }) => ({ body: { id: await newCredential(), name: "Own" } }),
    foreign: ({ foreignCredential }) => ({ input: { body: { id: foreignCredential, name: "Own" } }, status: 404 }),
  },
  deleteCredential: {
    valid: async ({ newCredential }) => ({ params: { id: await newCredential() } }),
    foreign: ({ foreignCredential }) => ({ input: { params: { id: foreignCredential } }, status: 404 }),
  },
  listWebhooks: { valid: () => ({}) },
  // An address in numbers needs no name server.
  createWebhook: {
    valid: async ({ newWebhook }) => {
      await newWebhook();
      return { body: { url: "https://9.9.9.9/own", events: ["lead.created"] } };
    },
  },
  updateWebhook: {
    valid: async ({ newWebhook }) => ({ params: { id: (await newWebhook()).webhook }, body: { active: false } }),
    foreign: ({ foreignWebhook }) => ({
      input: { params: { id: foreignWebhook }, body: { active: false } },
      status: 404,
    }),
  },
  deleteWebhook: {
    valid: async ({ newWebhook }) => ({ params: { id: (await newWebhook()).webhook } }),
    foreign: ({ foreignWebhook }) => ({ input: { params: { id: foreignWebhook } }, status: 404 }),
  },
  resetWebhookSecret: {
    valid: async ({ newWebhook }) => ({ params: { id: (await newWebhook()).webhook } }),
    foreign: ({ foreignWebhook }) => ({ input: { params: { id: foreignWebhook } }, status: 404 }),
  },
  testWebhook: {
    valid: async ({ newWebhook }) => ({ params: { id: (await newWebhook()).webhook } }),
    foreign: ({ foreignWebhook }) => ({ input: { params: { id: foreignWebhook } }, status: 404 }),
  },
  listWebhookDeliveries: { valid: () => ({}) },
  sendWebhookDeliveryAgain: {
    valid: async ({ newWebhook }) => ({ params: { id: (await newWebhook()).delivery } }),
    foreign: ({ foreignDelivery }) => ({ input: { params: { id: foreignDelivery } }, status: 404 }),
  },
  getSettings: { valid: () => ({}) },
  updateSettings: { valid: () => ({ body: [{ op: "replace", path: "/companyName", value: "Gable" }] }) },
  rememberMeasurementNames: { valid: () => ({ body: { names: { "drip edge": "eaves" } } }) },
  sendTestEmail: { valid: () => ({}) },
  previewMails: { valid: () => ({}) },
  previewEditedMails: {
    valid: () => ({ body: [{ op: "replace", path: "/companyName", value: "Gable" }] }),
  },
  getMovingIn: { valid: () => ({}) },
  hideMovingIn: { valid: () => ({ body: { isHidden: true } }) },
  getFile: {
    valid: ({ ownFile }) => ({ params: { id: ownFile } }),
    foreign: ({ foreignFile }) => ({ input: { params: { id: foreignFile } }, status: 404 }),
  },
  // A form and bytes are more than this matrix holds (features/files/file-answers.db.test.ts): no file, and no such file.
  uploadFile: { valid: () => ({}), answers: 400 },
  downloadFile: {
    valid: () => ({ params: { id: "f".repeat(64) } }),
    answers: 404,
    foreign: ({ foreignFile }) => ({ input: { params: { id: foreignFile } }, status: 404 }),
  },
  // These companies have no logo; one with another company's is in features/files/file-answers.db.test.ts.
  getCompanyLogo: { valid: () => ({}), answers: 404 },
  listEstimateFields: { valid: () => ({}) },
  updateEstimateFieldOption: {
    valid: ({ ownOption }) => ({ params: { id: ownOption }, body: { startedFrom: 1, value: "Own" } }),
    foreign: ({ ownOption, foreign, foreignFile }) => ({
      input: {
        params: { id: ownOption },
        body: {
          startedFrom: 1,
          imageUrl: `/api/Files/Download/${foreignFile}?companyId=${String(foreign)}`,
        },
      },
      status: 400,
      errors: ["imageUrl"],
    }),
  },
  addEstimateFieldOption: {
    valid: ({ ownOption }) => ({
      body: {
        startedFrom: 1,
        fieldId: ownOption.slice(0, ownOption.lastIndexOf(".")),
        like: ownOption,
        value: `New ${randomUUID()}`,
      },
    }),
  },
  orderEstimateFieldOptions: { valid: () => ({ body: { startedFrom: 1, fieldId: "4.13", order: [] } }), answers: 400 },
  updateEstimateField: { valid: () => ({ params: { id: "1.68" }, body: { startedFrom: 1, wastePercent: 0 } }) },
  // As for uploadFile: no file here (features/price-book/price-book-answers.db.test.ts), and no storage.
  importEstimateFields: { valid: () => ({}), answers: 400 },
  importConnectedEstimateFields: { valid: () => ({}), answers: 409 },
  exportEstimateFields: { valid: () => ({ query: { version: 999 } }), answers: 404 },
  getEstimateFieldImport: {
    valid: ({ ownImport }) => ({ params: { importId: ownImport } }),
    foreign: ({ foreignImport }) => ({ input: { params: { importId: foreignImport } }, status: 404 }),
  },
  publishEstimateFieldImport: {
    valid: ({ ownImport }) => ({ params: { importId: ownImport }, body: { startedFrom: 1 } }),
    foreign: ({ foreignImport }) => ({
      input: { params: { importId: foreignImport }, body: { startedFrom: 1 } },
      status: 404,
    }),
  },
  previewPriceImpact: {
    valid: () => ({ body: { change: { kind: "restore", version: 1 } } }),
    foreign: ({ foreignImport }) => ({
      input: { body: { change: { kind: "import", importId: foreignImport } } },
      status: 404,
    }),
  },
  listEstimateFieldVersions: { valid: () => ({}) },
  getEstimateFieldVersion: {
    valid: () => ({ params: { version: 1 } }),
    foreign: () => ({ input: { params: { version: FOREIGN_VERSION } }, status: 404 }),
  },
  restoreEstimateFieldVersion: {
    valid: async ({ newestVersion }) => ({ params: { version: 1 }, body: { startedFrom: await newestVersion() } }),
    foreign: () => ({ input: { params: { version: FOREIGN_VERSION }, body: { startedFrom: 1 } }, status: 404 }),
  },
  listEstimateTemplates: { valid: () => ({}) },
  createEstimateTemplate: {
    valid: async ({ clearTemplates }) => {
      await clearTemplates();
      return { body: { name: "Own", content: TEMPLATE_CONTENT } };
    },
  },
  createCompanyEstimateTemplate: {
    valid: async ({ clearTemplates }) => {
      await clearTemplates();
      return { body: { name: "Own", content: TEMPLATE_CONTENT } };
    },
  },
  // A company's template, which admins alone may change.
  renameEstimateTemplate: {
    valid: async ({ newTemplate }) => ({ params: { id: await newTemplate() }, body: { name: "New" } }),
    except: ADMINS_ONLY,
    foreign: ({ foreignTemplate }) => ({
      input: { params: { id: foreignTemplate }, body: { name: "New" } },
      status: 404,
    }),
  },
  deleteEstimateTemplate: {
    valid: async ({ newTemplate }) => ({ params: { id: await newTemplate() } }),
    except: ADMINS_ONLY,
    foreign: ({ foreignTemplate }) => ({ input: { params: { id: foreignTemplate } }, status: 404 }),
  },
  listEstimateWorkflows: { valid: () => ({}) },
  updateEstimateWorkflow: { valid: () => ({ params: { id: 4 }, body: { alias: "Own" } }) },
  listEstimateSections: { valid: () => ({ query: { workflowId: 4 } }) },
  updateEstimateSection: { valid: () => ({ params: { id: 401 }, body: { description: "Own" } }) },
  updateEstimateSections: {
    valid: () => ({ body: { workflows: [], sections: [{ id: 401, workflowId: 4, description: "Own" }] } }),
  },
  sendBatch: {
    valid: () => ({
      body: { calls: [{ method: "POST", path: "/api/leads/", key: randomUUID(), body: { lastName: "New" } }] },
    }),
    foreign: ({ foreignLead }) => ({
      input: { body: { calls: [{ method: "DELETE", path: `/api/leads/${String(foreignLead)}`, key: randomUUID() }] } },
      status: 200,
    }),
  },
  getChanges: { valid: () => ({ query: { stores: SYNCED_STORES.join(",") } }) },
  // Nor with a file storage (integrations/storage/storage.db.test.ts).
  getGoogleAccount: { valid: () => ({}) },
  refreshGoogleAccount: { valid: () => ({}), answers: 424 },
  getGooglePicker: { valid: () => ({}) },
  disconnectGoogle: { valid: () => ({}) },
  setGoogleRehearsal: { valid: () => ({ body: { faults: [] } }), answers: 404 },
  getMicrosoftAccount: { valid: () => ({}) },
  refreshMicrosoftAccount: { valid: () => ({}), answers: 424 },
  getMicrosoftPicker: { valid: () => ({}), answers: 424 },
  listMicrosoftDrives: { valid: () => ({}) },
  disconnectMicrosoft: { valid: () => ({}) },
  setMicrosoftRehearsal: { valid: () => ({ body: { faults: [] } }), answers: 404 },
  connectFileStorage: { valid: () => ({ body: { code: "code", state: "state" } }), answers: 409 },
  disconnectFileStorage: { valid: () => ({}) },
  getStorageFile: { valid: () => ({ params: { id: "1AbC" } }), answers: 424 },
  getFilingState: { valid: () => ({}) },
  // Of all companies, for their administrators.
  listFolderLog: { valid: () => ({}) },
  fixFolderLogEntry: { valid: () => ({ params: { id: 1 }, body: { isFixed: true } }) },
  // No company is connected with Hover here, and the installation offers no demo (integrations/hover/hover.db.test.ts).
  getHoverAccount: { valid: () => ({}) },
  connectHover: { valid: () => ({ body: { code: "code", state: "state" } }), answers: 409 },
  refreshHoverAccount: { valid: () => ({}), answers: 424 },
  disconnectHover: { valid: () => ({}) },
  clearHoverCache: { valid: () => ({}) },
  setHoverRehearsal: { valid: () => ({ body: { faults: [] } }), answers: 404 },
  searchHoverJobs: { valid: () => ({ body: { address: "Larkspur" } }), answers: 424 },
  getHoverJob: { valid: () => ({ body: { jobId: "48210337" } }), answers: 424 },
  getHoverMeasurements: { valid: () => ({ body: { jobId: "48210337" } }), answers: 424 },
  // Nor with CompanyCam (integrations/photos/companycam.db.test.ts). A lead without its link has no photos there.
  getCompanyCamAccount: { valid: () => ({}) },
  connectCompanyCam: { valid: () => ({ body: { code: "code", state: "state" } }), answers: 409 },
  refreshCompanyCamAccount: { valid: () => ({}), answers: 424 },
  disconnectCompanyCam: { valid: () => ({}) },
  clearCompanyCamCache: { valid: () => ({}) },
  setCompanyCamRehearsal: { valid: () => ({ body: { faults: [] } }), answers: 404 },
  listCompanyCamPhotos: {
    valid: async ({ newLead }) => ({ params: { id: await newLead() } }),
    foreign: ({ foreignLead }) => ({ input: { params: { id: foreignLead } }, status: 404 }),
  },
  getCompanyCamPicture: {
    valid: async ({ newLead }) => ({ params: { id: await newLead(), photoId: "1" }, query: { projectId: "1" } }),
    answers: 404,
    foreign: ({ foreignLead }) => ({
      input: { params: { id: foreignLead, photoId: "1" }, query: { projectId: "1" } },
      status: 404,
    }),
  },
  setCameraUrl: {
    valid: async ({ newLead }) => ({ params: { id: await newLead() }, body: { cameraUrl: "https://photos.test/1" } }),
    foreign: ({ foreignLead }) => ({
      input: { params: { id: foreignLead }, body: { cameraUrl: "https://photos.test/1" } },
      status: 404,
    }),
  },
  enableZoho: { valid: () => ({}) },
  getZohoAccount: { valid: () => ({}) },
  connectZoho: { valid: () => ({ body: { code: "code", state: "state" } }), answers: 409 },
  refreshZohoAccount: { valid: () => ({}), answers: 424 },
  keepZohoDomain: { valid: () => ({}), answers: 424 },
  resetZohoWebhookToken: { valid: () => ({}) },
  refreshZohoUsers: { valid: () => ({}) },
  refreshZohoLeads: { valid: () => ({}) },
  clearZohoCache: { valid: () => ({}) },
  disconnectZoho: { valid: () => ({}) },
  setZohoRehearsal: { valid: () => ({ body: { faults: [] } }), answers: 404 },
  getZohoSync: { valid: () => ({}) },
  getZohoLead: {
    valid: async ({ newLead }) => ({ params: { id: await newLead() } }),
    foreign: ({ foreignLead }) => ({ input: { params: { id: foreignLead } }, status: 404 }),
  },
  saveZohoMapping: { valid: () => ({ body: ZOHO_MAPPING }) },
  settleZohoFinding: {
    valid: () => ({ body: { zohoId: "1", field: "city", keep: "here" } }),
    answers: 404,
    foreign: () => ({ input: { body: { zohoId: "77", field: "city", keep: "here" } }, status: 404 }),
  },
  receiveZohoEvent: {
    valid: ({ own }) => ({ params: { companyId: own }, body: { token: "x", ids: ["1"] } }),
    answers: 404,
    foreign: ({ foreign }) => ({
      input: { params: { companyId: foreign }, body: { token: "x", ids: ["1"] } },
      status: 404,
    }),
  },
  listZohoUsers: { valid: () => ({}) },
  setHoverJobId: {
    valid: async ({ newLead }) => ({ params: { id: await newLead() }, body: { jobId: "48210337" } }),
    foreign: ({ foreignLead }) => ({
      input: { params: { id: foreignLead }, body: { jobId: "48210337" } },
      status: 404,
    }),
  },
  getInfo: { valid: () => ({ query: { keys: "version" } }) },
  sendErrorReport: {
    valid: () => ({ body: { type: "TypeError", page: "/estimator/leads", version: "1", frames: [] } }),
  },
  sendPageView: { valid: () => ({ body: { title: "Leads", page: "/estimator/leads", version: "1" } }) },
};

const routeNames = Object.keys(routes) as RouteName[];
const routeOf = (name: RouteName): Route => routes[name];
/** 204 is a success as good as 200. */
const toExpected = (status: number): number => (status === 204 ? OK : status);

describe.each(["on", "off"])("every route with the database's policies %s", (policies) => {
  let world: World;
  let callers: Record<CallerName, SignedIn | undefined>;
  let callWithToken: SignedIn["callRaw"];
  /** How much the foreign company has of everything, and a digest of its rows; no call of ours may change it. */
  const foreignRows = async (): Promise<unknown[]> => {
    const { rows } = await world.app.testDatabase.superuserPool.query<Record<string, unknown>>(
      // The rows themselves are thousands. A sum does not ask in which order a table gives them.
      FOREIGN_TABLES.map(
        (table) =>
          `select '${table}' as table, count(*) as rows, sum(hashtextextended(kept::text, 0)) as digest
           from ${table} as kept where company_id = $1`,
      ).join(" union all "),
      [world.foreign],
    );
    return rows;
  };

  beforeAll(async () => {
    const app = await startTestApplication(inject("postgresUrl"));
    if (policies === "off")
      for (const table of [...FOREIGN_TABLES, "tombstone", "change_counter", "idempotency_key"])
        await app.testDatabase.superuserPool.query(`alter table ${table} disable row level security`);
    const own = await app.createCompany({ name: "Own" });
    const foreign = await app.createCompany({ name: "Foreign" });
    const foreignAdmin = await app.signInNew({ companyId: foreign, role: "Admin" });
    const foreignLead = await foreignAdmin.call("createLead", { body: { lastName: "Foreign" } });
    const foreignEstimate = await foreignAdmin.call("createEstimate", {
      body: {
        leadId: foreignLead.body.id,
        name: "Foreign",
        workflowIds: [1],
        workflowId: 1,
        discountPercent: 0.05,
      },
    });
    const foreignDocument = await foreignAdmin.callRaw("createDocument", {
      body: await buildDocument({
        estimateId: foreignEstimate.body.id,
        kind: "contract",
        name: "Foreign",
        signatures: { customer: await drawSignature() },
      }),
    });
    const { id: foreignDocumentId } = foreignDocument.body as { id: number };
    await foreignAdmin.callRaw("emailDocument", {
      body: { documentId: foreignDocumentId, emailAddresses: ["Foreign@one.test"], message: "Foreign" },
    });
    const draft = await buildDocument({ estimateId: 1, kind: "contract", name: "New" });
    const documentBodyOf = (estimateId: number): object => ({ ...draft, estimateId });
    await foreignAdmin.call("updateSettings", { body: [{ op: "replace", path: "/companyName", value: "Foreign" }] });
    await foreignAdmin.call("createUser", { body: { ...person(), firstName: "Foreign" } });
    const [foreignSession] = (await foreignAdmin.call("listLoginSessions")).body;
    const user = await app.signInNew({ companyId: own });
    const superUser = await app.createUser({ isSuperAdmin: true });
    callers = {
      signedOut: undefined,
      user,
      admin: await app.signInNew({ companyId: own, role: "Admin" }),
      memberOfBoth: await app.signInNew({ memberships: [{ companyId: own }, { companyId: foreign }] }),
      memberOfNone: await app.signInNew(),
      superAdmin: await app.signIn(superUser),
      superAdminInCompany: await app.signIn(superUser, { companyId: own }),
      masterAdmin: await app.signInNew({ isMasterAdmin: true }),
    };
    const integrationToken = createToken();
    callWithToken = async (name, input) => {
      // The matrix resets and ends tokens too.
      await app.testDatabase.superuserPool.query(
        `insert into api_access (company_id, access, token_hash, created_time) values ($1, 'readWrite', $2, now())
         on conflict (company_id) do update
         set access = excluded.access, token_hash = excluded.token_hash, created_time = excluded.created_time`,
        [own, integrationToken.tokenHash],
      );
      return app.callRaw(name, { token: integrationToken.token, companyId: own, ...input });
    };
    const admin = callers.admin;
    const foreignCredential = await foreignAdmin.call("createCredential", {
      body: { name: "Foreign", secret: "Foreign" },
    });
    const addWebhook = async (companyId: CompanyId): Promise<{ webhook: number; delivery: number }> => {
      const { rows } = await app.testDatabase.superuserPool.query<{ webhook: string; delivery: string }>(
        `with added as (
           insert into webhook (company_id, url, events, secret, secret_time, created_time)
           values ($1, 'https://9.9.9.9/hook', '{}', 'Foreign', now(), now()) returning company_id, id)
         insert into webhook_delivery (company_id, webhook_id, message_id, event, body, created_time, ends_time)
         select company_id, id, gen_random_uuid(), 'test', 'Foreign', now(), now() from added
         returning webhook_id as webhook, id as delivery`,
        [companyId],
      );
      return { webhook: Number(rows[0]?.webhook), delivery: Number(rows[0]?.delivery) };
    };
    const foreignWebhook = await addWebhook(foreign);
    const addTemplate = async (companyId: CompanyId): Promise<number> => {
      const { rows } = await app.testDatabase.superuserPool.query<{ id: string }>(
        `insert into estimate_template (company_id, name, content, made_by, created_time)
         values ($1, $2, $3, $2, now()) returning id`,
        [companyId, companyId === foreign ? "Foreign" : "Own", JSON.stringify(TEMPLATE_CONTENT)],
      );
      return Number(rows[0]?.id);
    };
    const foreignTemplate = await addTemplate(foreign);
    for (const statement of [
      "update lead set lead_status = 'Foreign' where company_id = $1",
      `insert into connection_grant (company_id, provider, grant_id, is_rehearsal, state, refresh_token, access_token, access_ends_time,
         account_label, connected_by_name, connected_time, calls_left, calls_time)
       values ($1, 'hover', gen_random_uuid(), false, 'connected', 'x', 'x', now(), 'Foreign', 'Foreign', now(), 1, now())`,
      `insert into connection_pending (company_id, state_hash, provider, is_rehearsal, session_id, ends_time)
       values ($1, 'x', 'hover', false, gen_random_uuid(), now())`,
      `insert into connection_cache (company_id, provider, call, parameters, reply, fetched_time)
       values ($1, 'hover', 'job', '48210337', '{"id":48210337,"name":"Foreign"}', now())`,
      "insert into document_filing (company_id, document_id) select $1, id from document where company_id = $1",
      `insert into zoho_sync (company_id, webhook_token) values ($1, 'Foreign')`,
      `insert into zoho_lead (company_id, zoho_id, lead_id, state, base, modified_time, findings)
       select $1, '77', min(id), 'linked', '{}', now(), '[{"kind":"bothChanged","field":"city","here":"Foreign","there":"Foreign"}]'
       from lead where company_id = $1`,
      "insert into zoho_hint (company_id, zoho_id) values ($1, '77')",
    ])
      await app.testDatabase.superuserPool.query(statement, [foreign]);
    // The first one is the own company's.
    for (const [companyId, name] of [
      [own, "Own"],
      [foreign, "Foreign"],
    ] as const)
      await app.testDatabase.superuserPool.query(
        `insert into folder_log (company_id, folder_type, folder_id, parent_id, folder_name, project_type, project_types,
           is_mapping_correct, details, created_time)
         values ($1, 'project', 'f', 'p', $2, 'Roofing', '["Roofing"]', false, $2, now())`,
        [companyId, name],
      );
    const [ownFile, foreignFile] = ["a".repeat(64), "b".repeat(64)] as const;
    await app.testDatabase.superuserPool.query(
      `insert into file (company_id, id, name, size, content_type)
       values ($1, $2, 'own.png', 1, 'image/png'), ($3, $4, 'Foreign.png', 1, 'image/png')`,
      [own, ownFile, foreign, foreignFile],
    );
    const foreignPhoto = await foreignAdmin.callRaw("createLeadPhoto", {
      body: { ...photo({ leadId: foreignLead.body.id, fileId: foreignFile }), caption: "Foreign" },
    });
    const [ownImport, foreignImport] = [randomUUID(), randomUUID()] as const;
    await foreignAdmin.call("listEstimateFields");
    await foreignAdmin.call("updateEstimateWorkflow", { params: { id: 4 }, body: { alias: "Foreign" } });
    await app.testDatabase.superuserPool.query(
      `insert into price_book_version (company_id, version, source, author, published_time, note, summary)
       values ($1, $2, 'import', 'Foreign', now(), 'Foreign', '{}')`,
      [foreign, FOREIGN_VERSION],
    );
    await app.testDatabase.superuserPool.query(
      `insert into price_book_import (company_id, id, state, file_name, exported_from, created_time)
       values ($1, $2, 'ready', 'own.xlsx', 1, now()), ($3, $4, 'ready', 'Foreign.xlsx', 1, now())`,
      [own, ownImport, foreign, foreignImport],
    );
    const addLeadImport = async (companyId: CompanyId, state: LeadImportState): Promise<number> => {
      const { rows: added } = await app.testDatabase.superuserPool.query<{ id: string }>(
        `with import as (insert into lead_import (company_id, file_name, state, created_time) values ($1, 'leads.csv', $2, now()) returning *)
         insert into lead_import_row (company_id, import_id, row, "values") select company_id, id, 2, '{"last_name": "Row"}' from import
         returning import_id as id`,
        [companyId, state],
      );
      return Number(added[0]?.id);
    };
    const foreignLeadImport = await addLeadImport(foreign, "checked");
    const { rows: activity } = await app.testDatabase.superuserPool.query<{ id: string }>(
      `insert into activity (company_id, actor_name, kind, action, subject, searched)
       values ($1, 'Own', 'company', 'added', '1', ''), ($2, 'Foreign', 'company', 'added', '2', '') returning id`,
      [own, foreign],
    );
    const newLead = async () => (await user.call("createLead", { body: { lastName: "Own" } })).body.id;
    const newEstimate = async () =>
      (await user.call("createEstimate", { body: { leadId: await newLead(), name: "New" } })).body.id;
    const newDocumentBody = async () => documentBodyOf(await newEstimate());
    world = {
      app,
      own,
      foreign,
      foreignLead: foreignLead.body.id,
      foreignEstimate: foreignEstimate.body.id,
      foreignDocument: foreignDocumentId,
      foreignUser: foreignAdmin.id,
      foreignSession: foreignSession?.id ?? "",
      foreignCredential: foreignCredential.body.id,
      foreignWebhook: foreignWebhook.webhook,
      foreignDelivery: foreignWebhook.delivery,
      foreignTemplate,
      ownFile,
      foreignFile,
      foreignPhoto: (foreignPhoto.body as { id: number }).id,
      ownOption: starterPriceBook.entries.find(({ options }) => options.length > 0)?.options[0]?.id ?? "",
      ownActivity: activity[0]?.id ?? "",
      foreignActivity: activity[1]?.id ?? "",
      foreignLeadImport,
      newLeadImport: (state) => addLeadImport(own, state),
      ownImport,
      foreignImport,
      newestVersion: async () => {
        const { rows } = await app.testDatabase.superuserPool.query<{ version: number }>(
          "select coalesce(max(version), 1) as version from price_book_version where company_id = $1",
          [own],
        );
        return rows[0]?.version ?? 1;
      },
      newLead,
      newPhoto: async () => {
        const { body } = await user.callRaw("createLeadPhoto", {
          body: photo({ leadId: await newLead(), fileId: ownFile }),
        });
        return (body as { id: number }).id;
      },
      newEstimate,
      documentBodyOf,
      newDocumentBody,
      newDocument: async () => {
        const { body } = await user.callRaw("createDocument", { body: await newDocumentBody() });
        return (body as { id: number }).id;
      },
      newUser: async () => (await app.createUser({ companyId: own, hasPassword: false })).id,
      newCompany: () => app.createCompany(),
      newCredential: async () => {
        const reply = await admin?.call("createCredential", { body: { name: "Own", secret: "Own" } });
        return reply?.body.id ?? 0;
      },
      newWebhook: async () => {
        await app.testDatabase.superuserPool.query("delete from webhook where company_id = $1", [own]);
        return addWebhook(own);
      },
      newTemplate: () => addTemplate(own),
      clearTemplates: () =>
        app.testDatabase.superuserPool.query("delete from estimate_template where company_id = $1", [own]),
    };
  });
  afterAll(() => world.app.close());

  const call = (caller: SignedIn | undefined, name: RouteName, input: Input & { companyId?: number | string }) =>
    caller ? caller.callRaw(name, input) : world.app.callRaw(name, input);

  test.each(routeNames)("[ISO-01] [ISO-04] %s answers each kind of caller as its access says", async (name) => {
    const { valid, except = {}, answers = OK } = CASES[name];
    // A call that is refused, or only reads, leaves its records to the next one.
    let unused: Input | undefined;
    const answersAsExpected = async (
      who: CallerName | "token",
      { send, expected }: { send: (input: Input) => Promise<{ status: number; body: unknown }>; expected: number },
    ): Promise<void> => {
      unused ??= await valid(world);
      const reply = await send(unused);
      expect(toExpected(reply.status), `${name} as ${who}: ${JSON.stringify(reply.body)}`).toBe(
        expected === OK ? answers : expected,
      );
      if (expected === OK && routeOf(name).method !== "GET") unused = undefined;
    };
    for (const [who, caller] of Object.entries(callers) as [CallerName, SignedIn | undefined][])
      await answersAsExpected(who, {
        send: (input) => call(caller, name, input),
        expected: except[who] ?? EXPECTED[routeOf(name).access][who],
      });
    await answersAsExpected("token", {
      send: (input) => callWithToken(name, input),
      expected: expectedOfToken(name),
    });
  });

  test.each(routeNames.filter((name) => routeOf(name).access !== "anyone"))(
    "[ISO-02] %s refuses a company that is not the caller's, and remembers it",
    async (name) => {
      const before = await foreignRows();
      // None of these calls gets as far as its records.
      const input = await CASES[name].valid(world);
      for (const who of ["user", "admin", "memberOfNone", "masterAdmin"] as const) {
        const reply = await call(callers[who], name, { ...input, companyId: world.foreign });
        expect(reply.status, `${name} as ${who}`).toBe(403);
        expect(JSON.stringify(reply.body)).not.toContain("Foreign");
      }
      const byToken = await callWithToken(name, { ...input, companyId: world.foreign });
      expect(byToken.status, `${name} by token`).toBe(403);
      expect(JSON.stringify(byToken.body)).not.toContain("Foreign");
      const broken = await call(callers.user, name, { ...input, companyId: "1;drop" });
      expect(broken.status).toBe(400);
      expect(await foreignRows()).toEqual(before);
      const { rows } = await world.app.testDatabase.superuserPool.query<{ count: string }>(
        "select count(*) from audit_event where event = 'company.refused' and company_id = $1 and details ->> 'route' = $2",
        [world.foreign, name],
      );
      // A call that no token may make is refused before the company is known.
      expect(Number(rows[0]?.count)).toBe(expectedOfToken(name) === OK ? 5 : 4);
    },
  );

  test.each(routeNames.filter((name) => CASES[name].foreign))(
    "[ISO-03] %s knows nothing of another company's records",
    async (name) => {
      const before = await foreignRows();
      const found = CASES[name].foreign?.(world);
      if (!found) throw new Error("no foreign case");
      for (const who of ["admin", "user"] as const) {
        if (EXPECTED[routeOf(name).access][who] !== OK) continue;
        const reply = await call(callers[who], name, found.input);
        expect(reply.status, `${name} as ${who}: ${JSON.stringify(reply.body)}`).toBe(found.status);
        if (found.errors) expect(Object.keys(reply.problem.errors ?? {})).toEqual(found.errors);
        expect(JSON.stringify(reply.body)).not.toContain("Foreign");
      }
      if (expectedOfToken(name) === OK) {
        const reply = await callWithToken(name, found.input);
        expect(reply.status, `${name} by token: ${JSON.stringify(reply.body)}`).toBe(found.status);
        expect(JSON.stringify(reply.body)).not.toContain("Foreign");
      }
      expect(await foreignRows()).toEqual(before);
    },
  );

  test("[ISO-03] lists, searches and changes hold nothing of the other company", async () => {
    const asked: [RouteName, Input][] = [
      ["listLeads", { query: { searchQuery: "foreign" } }],
      ["listLeads", { query: { userId: world.foreignUser } }],
      ["searchLeads", { query: { searchQuery: "foreign" } }],
      ["getChanges", { query: { stores: SYNCED_STORES.join(",") } }],
      ["listEstimateFieldVersions", {}],
      ["listEstimateTemplates", {}],
      ["listEstimateWorkflows", {}],
      ["listUsers", {}],
      ["listActivity", {}],
      ["getUsageReport", { query: { startDate: "2026-05-01", endDate: "2026-05-31" } }],
      ["getSalesReport", { query: { startDate: "2026-05-01", endDate: "2026-05-31" } }],
      ["listCompanies", {}],
      ["getSettings", {}],
      ["getMovingIn", {}],
      ["listEstimates", { query: { leadId: await world.newLead() } }],
      ["listDocuments", { query: { leadId: await world.newLead() } }],
      ["listLeadPhotos", { query: { id: await world.newLead() } }],
    ];
    for (const [name, input] of asked) {
      const reply = await call(callers.admin, name, input);
      expect(reply.status, name).toBe(200);
      expect(JSON.stringify(reply.body), name).not.toContain("Foreign");
    }
    const batch = CASES.sendBatch.foreign?.(world).input ?? {};
    const replies = (await call(callers.user, "sendBatch", batch)).body as { replies: { status: number }[] };
    expect(replies.replies.map(({ status }) => status)).toEqual([404]);
  });

  test("[ISO-01] a forged, an expired and an ended token are all worth nothing", async () => {
    const { app } = world;
    const someone = await app.signInNew({ companyId: world.own });
    const [header = "", payload = ""] = someone.token.split(".");
    for (const token of ["nonsense", `${header}.${payload}.AAAA`, `${header}.${payload}.`])
      expect((await app.call("getSelf", { token })).status).toBe(401);
    await app.call("logout", { cookie: someone.cookie });
    expect((await someone.call("getSelf")).status).toBe(401);
  });
});

describe("[ISO-05] the database holds where the code would not", () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startTestApplication(inject("postgresUrl"));
  });
  afterAll(() => app.close());

  test("repository functions that get another company's scope reach none of its rows", async () => {
    const own = await app.createCompany();
    const foreign = await app.createCompany();
    const foreignUser = await app.signInNew({ companyId: foreign, role: "Admin" });
    const { id } = (await foreignUser.call("createLead", { body: { lastName: "Foreign" } })).body;
    const fileId = "c".repeat(64);
    await app.testDatabase.superuserPool.query(
      "insert into file (company_id, id, name, size, content_type) values ($1, $2, 'photo.png', 1, 'image/png')",
      [foreign, fileId],
    );
    const photoId = (await foreignUser.call("createLeadPhoto", { body: photo({ leadId: id, fileId }) as never })).body
      .id as LeadPhotoId;
    const estimate = await foreignUser.call("createEstimate", { body: { leadId: id, name: "Foreign" } });
    const estimateId = estimate.body.id;
    const signed = await foreignUser.callRaw("createDocument", {
      body: await buildDocument({ estimateId, kind: "contract", signatures: { customer: await drawSignature() } }),
    });
    const documentId = (signed.body as { id: DocumentId }).id;
    const [email] = (
      await foreignUser.call("emailDocument", { body: { documentId, emailAddresses: ["eve@one.test"], message: "" } })
    ).body;
    expect(email?.documentId).toBe(documentId);
    await foreignUser.call("updateSettings", { body: [{ op: "replace", path: "/companyName", value: "Foreign" }] });

    await app.database.transaction("begin", async ({ db }) => {
      await db.execute(sql`select set_config('ridgebook.company_id', ${String(own)}, true)`);
      const mistaken = companyScope({
        companyId: foreign,
        userId: foreignUser.id,
        accountId: foreignUser.accountId,
        db,
      });
      expect(await findLead(mistaken, id)).toBeUndefined();
      expect(await listLeadPhotos(mistaken, id)).toEqual([]);
      expect(await findLeadPhoto(mistaken, photoId)).toBeUndefined();
      await removeLeadPhoto(mistaken, photoId);
      await removeLead(mistaken, id);
      expect(await findEstimates(mistaken, [estimateId])).toEqual([]);
      expect(await listEstimates(mistaken, id)).toEqual([]);
      await removeEstimate(mistaken, estimateId);
      expect(await findDocument(mistaken, documentId)).toBeUndefined();
      expect(await findDocuments(mistaken, [documentId])).toEqual([]);
      expect(await holdDocument(mistaken, documentId)).toBeUndefined();
      expect(await listDocuments(mistaken, { leadId: id, estimateId: undefined })).toEqual([]);
      expect(await readSignatures(mistaken, documentId)).toEqual([]);
      await removeDocument(mistaken, { id: documentId, supersededById: null });
      expect(await listEmails(mistaken, documentId)).toEqual([]);
      expect(await holdEmail(mistaken, 1)).toBeUndefined();
      expect(await eventsOf(mistaken, documentId)).toEqual([]);
      expect(await findEventOfFile(mistaken, "")).toBeUndefined();
      expect(await checkLog(mistaken)).toEqual({ isWhole: true, eventCount: 0, importedCount: 0 });
      expect((await readSettings(mistaken)).values.companyName).toBe("");
    });
    expect((await foreignUser.call("getLead", { params: { id: String(id) } })).status).toBe(200);
    expect((await foreignUser.call("listLeadPhotos", { query: { id: String(id) } })).body).toHaveLength(1);
    expect((await foreignUser.call("getEstimate", { params: { id: String(estimateId) } })).status).toBe(200);
    expect((await foreignUser.call("getDocument", { params: { id: String(documentId) } })).status).toBe(200);
  });
});

describe("[LEAD-30] every call that names a record of a lead, in a company whose salespeople see only their own", () => {
  const NOWHERE = 999_999_999;
  let app: TestApplication;
  let ann: SignedIn & TestUser;
  let admin: SignedIn & TestUser;
  /** The records of a colleague's lead, and the ids of none, under the names that the cases ask for. */
  let theirs: Partial<World>;
  const none: Partial<World> = {
    foreignLead: NOWHERE,
    foreignEstimate: NOWHERE,
    foreignDocument: NOWHERE,
    foreignPhoto: NOWHERE,
    foreignFile: "d".repeat(64),
  };
  const RECORDS = Object.keys(none);

  /** The input of a case, and whether it names a record of a lead. */
  const inputOf = (name: RouteName, records: Partial<World>) => {
    const asked = new Set<string>();
    const given = new Proxy(records, {
      get: (target, key) => {
        asked.add(String(key));
        return Reflect.get(target, key) as unknown;
      },
    });
    const found = CASES[name].foreign?.(given as World);
    return found && [...asked].some((key) => RECORDS.includes(key)) ? found : undefined;
  };
  const rows = async (): Promise<unknown[]> => {
    const { rows: found } = await app.testDatabase.superuserPool.query<Record<string, unknown>>(
      `${["lead", "lead_photo", "estimate", "document", "document_signature", "document_email", "file"]
        .map((table) => `select to_jsonb(${table}) as row from ${table}`)
        .join(" union all ")} order by row`,
    );
    return found;
  };

  beforeAll(async () => {
    app = await startTestApplication(inject("postgresUrl"));
    const companyId = await app.createCompany();
    ann = await app.signInNew({ companyId });
    admin = await app.signInNew({ companyId, role: "Admin" });
    const bob = await app.signInNew({ companyId });
    const lead = (await bob.call("createLead", { body: { lastName: "Foreign", userId: bob.id } })).body;
    const estimate = (await bob.call("createEstimate", { body: { leadId: lead.id, name: "Foreign" } })).body;
    const signed = await bob.callRaw("createDocument", {
      body: await buildDocument({
        estimateId: estimate.id,
        kind: "contract",
        name: "Foreign",
        signatures: { customer: await drawSignature() },
      }),
    });
    const fileId = "e".repeat(64);
    await app.testDatabase.superuserPool.query(
      "insert into file (company_id, id, name, size, content_type) values ($1, $2, 'Foreign.png', 1, 'image/png')",
      [companyId, fileId],
    );
    const added = await bob.callRaw("createLeadPhoto", {
      body: { ...photo({ leadId: lead.id, fileId }), caption: "Foreign" },
    });
    const draft = await buildDocument({ estimateId: 1, kind: "contract", name: "New" });
    const documentBodyOf = (estimateId: number): object => ({ ...draft, estimateId });
    theirs = {
      foreignLead: lead.id,
      foreignEstimate: estimate.id,
      documentBodyOf,
      foreignDocument: (signed.body as { id: number }).id,
      foreignPhoto: (added.body as { id: number }).id,
      foreignFile: fileId,
    };
    none.documentBodyOf = documentBodyOf;
    await admin.call("updateSettings", { body: [{ op: "replace", path: "/salespeopleSeeAllLeads", value: false }] });
  });
  afterAll(() => app.close());

  const ownOption = starterPriceBook.entries.find(({ options }) => options.length > 0)?.options[0]?.id ?? "";
  const names = routeNames.filter(
    (name) =>
      routeOf(name).access === "companyUser" && inputOf(name, { ...none, ownOption, documentBodyOf: () => ({}) }),
  );

  test("is found in the table of routes", () => {
    expect(names).toEqual(
      expect.arrayContaining([
        "getLead",
        "updateEstimate",
        "viewDocument",
        "deleteLeadPhoto",
        "downloadFile",
        "sendBatch",
      ]),
    );
    expect(names.length).toBeGreaterThan(25);
  });

  test.each(names)("%s answers as for one that does not exist, and changes nothing", async (name) => {
    const before = await rows();
    const wanted = inputOf(name, theirs);
    if (!wanted) throw new Error("no case");
    const reply = await ann.callRaw(name, wanted.input);
    expect(reply.status, JSON.stringify(reply.body)).toBe(wanted.status);
    const other = await ann.callRaw(name, inputOf(name, none)?.input ?? {});
    const comparable = (body: unknown): string => JSON.stringify(body).replaceAll(/"requestId":"[^"]*"/g, "");
    expect(comparable(reply.body)).toBe(comparable(other.body));
    expect(comparable(reply.body)).not.toContain("Foreign");
    expect(await rows()).toEqual(before);
  });

  test("shows a colleague's records to admins, and in no list, search or download to others", async () => {
    const params = { id: String(theirs.foreignLead) };
    expect((await admin.call("getLead", { params })).body.lastName).toBe("Foreign");
    expect((await admin.call("listLeads", {})).body.totalCount).toBe(1);
    const asked: [RouteName, Input][] = [
      ["listLeads", {}],
      ["listLeads", { query: { searchQuery: "foreign" } }],
      ["listLeads", { query: { searchQuery: "foriegn", sort: "name-asc" } }],
      ["searchLeads", { query: { searchQuery: "foreign" } }],
      ["searchLeads", { query: { searchQuery: "foriegn" } }],
      ["getChanges", { query: { stores: SYNCED_STORES.join(",") } }],
    ];
    for (const [name, input] of asked) {
      const { status, body } = await ann.callRaw(name, input);
      expect(status, name).toBe(200);
      expect(JSON.stringify(body), name).not.toContain("Foreign");
      if (name === "listLeads") expect(body).toMatchObject({ data: [], totalCount: 0 });
    }
  });
});
