import { routes, type CompanyId, type Route, type RouteName } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { drawSignature } from "#testing/build-document.ts";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

/*
 * Calls as the specification describes them (1.§7, 3.§7): a record is changed by sending it as it was read, without what only our own
 * app sends (`revision`, `former`, `startedFrom`).
 */

let server: TestApplication;
let admin: SignedIn & { companyId: CompanyId };
let superAdmin: SignedIn;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  const companyId = await server.createCompany();
  admin = { ...(await server.signInNew({ companyId, role: "Admin", firstName: "Ann", lastName: "Lee" })), companyId };
  superAdmin = await server.signInNew({ isSuperAdmin: true });
});
afterAll(() => server.close());

type Body = Record<string, unknown>;
const body = (reply: { body: unknown }): Body => reply.body as Body;
const without = (record: Body, ...members: string[]): Body =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !members.includes(name)));

async function create(name: RouteName, sent: Body, by: SignedIn = admin): Promise<Body> {
  const reply = await by.callRaw(name, { body: sent });
  expect([name, reply.status, reply.body]).toEqual([name, 200, expect.anything()]);
  return body(reply);
}

const makeLead = () => create("createLead", { firstName: "Eve", lastName: "Whitfield", email: "eve@whitfield.test" });
const makeEstimate = async () =>
  create("createEstimate", { leadId: (await makeLead())["id"], name: "House", workflowIds: [4] });

const makeUser = (email: string) => create("createUser", { firstName: "Bo", lastName: "Cole", email, id: -2 });
const makeDocument = async () => {
  const { id: estimateId } = await makeEstimate();
  const said = { name: "For the office", type: 4, workflows: ["0"], createdTime: "2026-11-27T15:00:00Z" };
  return create("createDocument", { estimateId, ...said });
};

describe("[API-70] a record as it was read, with one member changed", () => {
  test.each<{ what: string; update: RouteName; make: () => Promise<Body>; change: Body; by?: () => SignedIn }>([
    { what: "a lead", update: "updateLead", make: makeLead, change: { city: "Portage" } },
    { what: "an estimate", update: "updateEstimate", make: makeEstimate, change: { name: "Garage", term: null } },
    {
      what: "a user",
      update: "updateUser",
      make: () => makeUser("bo@gable.test"),
      change: { phoneNumber: "+12695550142" },
    },
    { what: "a document", update: "updateDocument", make: makeDocument, change: { name: "For the file" } },
    {
      what: "a credential",
      update: "updateCredential",
      make: async () => {
        const { id } = await create("createCredential", { id: -2, name: "CRM", userName: "bo", secret: "s" });
        return body(await admin.callRaw("getCredential", { params: { id: String(id) } }));
      },
      change: { userName: "ann" },
    },
    {
      what: "a company",
      update: "updateCompany",
      make: () => create("createCompany", { id: -2, name: "Peak" }, superAdmin),
      change: { name: "Other Peak" },
      by: () => superAdmin,
    },
    {
      what: "a work category",
      update: "updateEstimateWorkflow",
      make: async () => ((await admin.callRaw("listEstimateWorkflows")).body as Body[])[0] ?? {},
      change: { alias: "Roofs" },
    },
    {
      what: "a section",
      update: "updateEstimateSection",
      make: async () => ((await admin.callRaw("listEstimateSections")).body as Body[])[1] ?? {},
      change: { enabled: false },
    },
  ])("$what is taken", async ({ update, make, change, by = () => admin }) => {
    const record = await make();
    const sent = { ...without(record, "revision"), ...change, nobodyKnowsThis: 1 };
    const reply = await by().callRaw(update, { params: { id: String(record["id"]) }, body: sent });
    expect([reply.status, reply.body]).toEqual([200, expect.objectContaining(without(change, "term"))]);
  });

  test.each<{ what: string; add: RouteName; make: () => Promise<Body>; change?: Body; by?: () => SignedIn }>([
    { what: "a lead", add: "createLead", make: makeLead },
    { what: "an estimate", add: "createEstimate", make: makeEstimate, change: { term: null } },
    { what: "a document", add: "createDocument", make: makeDocument },
    { what: "a user", add: "createUser", make: () => makeUser("cy@gable.test"), change: { email: "di@gable.test" } },
    {
      what: "a company",
      add: "createCompany",
      make: () => create("createCompany", { name: "Hill" }, superAdmin),
      by: () => superAdmin,
    },
    {
      what: "a credential",
      add: "createCredential",
      make: () => create("createCredential", { name: "Mail", secret: "s" }),
      change: { secret: "s" },
    },
  ])("$what is added again", async ({ add, make, change = {}, by = () => admin }) => {
    const record = await make();
    const reply = await by().callRaw(add, { body: { ...record, ...change, nobodyKnowsThis: 1 } });
    expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ id: expect.any(Number) as number })]);
    expect(body(reply)["id"]).not.toBe(record["id"]);
  });

  test.each<{ what: string; sent: Body; kept: Body }>([
    {
      what: "a step",
      sent: { fieldIds: [], items: [], comparisons: [], lastCompleteSectionId: 401, duplicateWorkflows: [] },
      kept: { lastCompleteSectionId: 401 },
    },
    {
      what: "discount and margin",
      sent: { discountPercent: 0.1, marginPercent: 0.05 },
      kept: { discountPercent: 0.1, marginPercent: 0.05 },
    },
  ])("[API-77] $what of an estimate, as the specification saves it, is taken", async ({ sent, kept }) => {
    const { id } = await makeEstimate();
    const reply = await admin.callRaw("updateEstimate", {
      params: { id: String(id) },
      body: { workflowId: 4, ...sent, nobodyKnowsThis: 1 },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(body(reply)["workflowSummaries"]).toMatchObject({ "4": kept });
  });

  test("[API-60] one's own data are taken", async () => {
    const self = body(await admin.callRaw("getSelf"));
    const reply = await admin.callRaw("updateSelf", { body: { ...self, firstName: "Anna" } });
    expect([reply.status, body(reply)["firstName"]]).toEqual([200, "Anna"]);
  });

  test("[API-26] an option is taken, and changes the newest prices", async () => {
    const fields = (await admin.callRaw("listEstimateFields")).body as { options: Body[] }[];
    const option = fields.flatMap(({ options }) => options)[0] ?? {};
    const reply = await admin.callRaw("updateEstimateFieldOption", {
      params: { id: String(option["id"]) },
      body: { ...option, value: "Renamed" },
    });
    expect(reply.status).toBe(200);
    const { options } = body(reply)["field"] as { options: Body[] };
    expect(options.find(({ id }) => id === option["id"])?.["value"]).toBe("Renamed");
  });
});

test("[API-75] a document sent as the specification's form, with an unknown part, is made from its estimate", async () => {
  const { id: estimateId } = await makeEstimate();
  const parts = [
    ["estimateId", String(estimateId)] as const,
    ["name", "For the office"],
    ["type", "4"],
    ["workflows", "0"],
    ["createdTime", "2026-11-27T15:00:00Z"] as const,
    ["data.anything", "kept"],
    ["nobodyKnowsThis", "1"],
  ];
  const written = parts.map(
    ([name = "", value = ""]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const reply = await server.app.inject({
    method: "POST",
    url: `/api/documents/?companyId=${String(admin.companyId)}`,
    payload: `${written.join("")}--x--\r\n`,
    headers: { "content-type": "multipart/form-data; boundary=x", ...admin.headers },
  });
  const made = reply.json<{ data: Body }>();
  expect([reply.statusCode, made]).toEqual([200, expect.objectContaining({ name: "For the office", type: 4 })]);
  expect(Object.keys(made.data)).toEqual(expect.arrayContaining(["model", "anything"]));
});

test("[API-76] [API-18] a signed contract as the specification sends it, without `data.model`, is taken and marked", async () => {
  const { id: estimateId } = await makeEstimate();
  const said = { name: "Contract", type: 1, workflows: ["4"], createdTime: "2026-11-27T15:00:00Z" };
  const signatures = { customer: await drawSignature() };
  const made = await create("createDocument", { ...said, estimateId, signatures, data: { typeVersion: "1" } });
  expect(made).toMatchObject({
    signatures: { customer: { timestamp: signatures.customer.timestamp } },
    findings: [{ kind: "reconstructed" }],
  });
});

describe("[API-71] a record that names an older revision, and no former values", () => {
  test.each([
    { what: "a lead", update: "updateLead", make: makeLead, field: "city", mine: "Holland", theirs: "Portage" },
    {
      what: "an estimate",
      update: "updateEstimate",
      make: makeEstimate,
      field: "name",
      mine: "Barn",
      theirs: "Garage",
    },
  ] as const)("$what overwrites no other change", async ({ update, make, field, mine, theirs }) => {
    const record = await make();
    const params = { id: String(record["id"]) };
    expect((await admin.callRaw(update, { params, body: { ...record, [field]: theirs } })).status).toBe(200);
    const stale = await admin.callRaw(update, { params, body: { ...record, [field]: mine } });
    expect(stale.status).toBe(409);
    expect(JSON.stringify(stale.body)).toContain(theirs);
  });
});

test("[API-65] a new password may be named newPassword", async () => {
  const user = await server.signInNew({ companyId: await server.createCompany() });
  const passwords = { currentPassword: "Ridgebook-1", newPassword: "Slate-roof-27" };
  const reply = await user.callRaw("changePassword", { body: passwords });
  expect([reply.status, reply.body]).toEqual([204, undefined]);
  expect((await server.callRaw("login", { body: { email: user.email, password: "Slate-roof-27" } })).status).toBe(200);
});

test("[API-73] no refusal holds the validator's own words", async () => {
  const wrong = { id: {}, name: 1, firstName: [], lastName: {}, email: 5, password: {}, workflowId: "x", items: 3 };
  const other = {
    leadId: "x",
    estimateId: {},
    comparisons: 1,
    fieldIds: {},
    term: "x",
    parts: 1,
    data: 1,
    signatures: 2,
  };
  const own = Object.entries(routes as Record<string, Route>).filter(
    ([, { body: schema, upload }]) => schema && !upload,
  );
  for (const [name, { path }] of own) {
    const params = Object.fromEntries(
      [...path.matchAll(/:(\w+)/g)].map((found): [string, string] => [found[1] ?? "", "1"]),
    );
    for (const sent of [{}, { ...wrong, ...other }, [{ path: 1, op: 2 }], "text", null]) {
      const by = name.includes("Company") ? superAdmin : admin;
      const reply = await by.callRaw(name as RouteName, { params, body: sent });
      const { errors } = (reply.body ?? {}) as { errors?: unknown };
      expect(JSON.stringify([name, errors])).not.toMatch(
        /invalid (input|option)|, received|unrecognized|too (big|small)/i,
      );
    }
  }
});

/** Calls that send something, as the specification lists them (1.§7, 3.§7). */
const SPECIFIED = `
  PUT /api/companies/:id, POST /api/companies, POST /api/credential, PUT /api/credential, PUT /api/documents/:id, POST /api/documents,
  POST /api/documents/:id/generatepdf, POST /api/documents/email, POST /api/estimatefields, POST /api/estimatefields/import,
  PUT /api/estimatefields/option/:id, POST /api/estimates, POST /api/estimates/:id, PUT /api/estimatesections/:id,
  PUT /api/estimateworkflows/:id, POST /api/files, PUT /api/leads/:id, POST /api/leads, POST /api/leads/:id/sethoverjobid,
  PATCH /api/settings, PUT /api/users/:id, POST /api/users, POST /api/users/:id/resendsetupemail,
  POST /api/users/sendsetuppendingemails, POST /api/users/self, POST /api/users/login, POST /api/users/logout,
  POST /api/users/forgotpassword, POST /api/users/resetpassword, POST /api/users/changepassword, POST /api/users/setup,
  POST /api/integration/reset-token, POST /api/googleintegration/oauth-account-refresh, POST /api/googleintegration/oauth-disable,
  POST /api/microsoftintegration/oauth-account-refresh, POST /api/microsoftintegration/oauth-disable,
  POST /api/filestorageintegration/oauth-disable, POST /api/hoverintegration/oauth-account-refresh,
  POST /api/hoverintegration/clear-cached-data, POST /api/hoverintegration/oauth-disable, POST /api/hoverintegration/job-search,
  POST /api/hoverintegration/job-details, POST /api/hoverintegration/job-measurements, POST /api/zohointegration/org-domain-name,
  POST /api/zohointegration/oauth-account-refresh, POST /api/zohointegration/reset-webhook-token,
  POST /api/zohointegration/refresh-users, POST /api/zohointegration/refresh-leads, POST /api/zohointegration/clear-cached-data,
  POST /api/zohointegration/oauth-disable`
  .split(",")
  .map((call) => call.trim());

/** Calls of our own app, by why the specification has none of them. */
const OWN: Readonly<Record<string, readonly RouteName[]>> = {
  "how a login goes on": ["refresh", "confirmPassword", "acceptInvitation", "declineInvitation"],
  "two-step sign-in": ["beginTwoStep", "confirmTwoStep", "turnOffTwoStep", "renewBackupCodes"],
  "calendar, reports, export": ["renewCalendarFeed", "sendUsageReport", "createCompanyExport"],
  photos: ["createLeadPhoto", "updateLeadPhoto", "setCameraUrl"],
  "templates of estimates": ["createEstimateTemplate", "createCompanyEstimateTemplate", "renameEstimateTemplate"],
  "links to papers and their proof": ["createDocumentLink", "verifyDocument"],
  "setting up": ["rememberMeasurementNames", "sendTestEmail", "previewEditedMails", "hideMovingIn"],
  "more of the price book": [
    "addEstimateFieldOption",
    "orderEstimateFieldOptions",
    "updateEstimateField",
    "updateEstimateSections",
    "publishEstimateFieldImport",
    "previewPriceImpact",
    "restoreEstimateFieldVersion",
  ],
  "import of leads": [
    "createLeadImport",
    "stageLeadImportRows",
    "checkLeadImport",
    "finishLeadImport",
    "undoLeadImport",
  ],
  webhooks: ["createWebhook", "updateWebhook", "resetWebhookSecret", "testWebhook", "sendWebhookDeliveryAgain"],
  "sync and telemetry": ["sendBatch", "sendErrorReport", "sendPageView"],
  "ends of consent pages": ["connectHover", "connectFileStorage", "connectZoho", "connectCompanyCam"],
  "a service that it does not name": ["refreshCompanyCamAccount", "disconnectCompanyCam", "clearCompanyCamCache"],
  "what the token may do": ["updateIntegrationAccess"],
  "the folder log's mark": ["fixFolderLogEntry"],
  "leads in step with Zoho": ["saveZohoMapping", "settleZohoFinding", "receiveZohoEvent"],
  "the demo's stand-ins": [
    "setHoverRehearsal",
    "setCompanyCamRehearsal",
    "setGoogleRehearsal",
    "setMicrosoftRehearsal",
    "setZohoRehearsal",
  ],
};

const sending = Object.entries(routes as Record<string, Route>).filter(([, { method }]) =>
  ["POST", "PUT", "PATCH"].includes(method),
);
const asSpecified = ({ method, path }: Route): string =>
  `${method} ${path.replace(/\/$/, "").toLowerCase().replaceAll(/:\w+/g, ":id")}`;
const specified = sending.filter(([, route]) => SPECIFIED.includes(asSpecified(route)));

/** The code of the mail that was sent last. */
async function mailedCode(): Promise<Body> {
  await server.runJobs();
  const link = (await server.readMails()).at(-1)?.link?.searchParams;
  return { userId: Number(link?.get("userId")), code: link?.get("code") };
}

const another = () => server.signInNew({ companyId: admin.companyId, role: "Admin" });

describe("[API-74] every call that sends something", () => {
  test("is in the specification's list, or one of our own with its reason", () => {
    const own = Object.values(OWN).flat() as string[];
    const unknown = sending.filter((each) => !specified.includes(each)).map(([name]) => name);
    expect(unknown.toSorted()).toEqual(own.toSorted());
    expect(SPECIFIED.filter((call) => !sending.some(([, route]) => asSpecified(route) === call))).toEqual([]);
  });

  test.each(specified.filter(([, { upload }]) => !upload).map(([name]) => name as RouteName))(
    "%s ignores unknown members",
    async (name) => {
      const { path } = routes[name] as Route;
      const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, member = ""]) => [member, "1"]));
      const sent = { nobodyKnowsThis: 1 };
      const by = name.endsWith("Company") ? superAdmin : name === "logout" ? await another() : admin;
      const reply = await by.callRaw(name, { params, body: name === "updateSettings" ? [sent] : sent });
      expect([400, 422].includes(reply.status) ? JSON.stringify(reply.body) : "").not.toContain("nobodyKnowsThis");
    },
  );

  test.each<{
    name: RouteName;
    make?: () => Promise<{ params?: Record<string, string>; body?: Body }>;
    status: number;
  }>([
    {
      name: "login",
      status: 200,
      make: async () => {
        const { email } = await server.signInNew({ companyId: admin.companyId });
        return { body: { email, password: "Ridgebook-1", rememberMe: true } };
      },
    },
    {
      name: "forgotPassword",
      status: 204,
      make: () => Promise.resolve({ body: { email: "nobody@gable.test", companyId: 1 } }),
    },
    {
      name: "resetPassword",
      status: 204,
      make: async () => {
        const { email } = await server.signInNew({ companyId: admin.companyId });
        await server.callRaw("forgotPassword", { body: { email } });
        const { code } = await mailedCode();
        return { body: { code, email, password: "Slate-roof-27", confirmPassword: "Slate-roof-27" } };
      },
    },
    {
      name: "setUp",
      status: 204,
      make: async () => {
        const { email } = await makeUser("flo@gable.test");
        return { body: { ...(await mailedCode()), email, newPassword: "Slate-roof-27" } };
      },
    },
    {
      name: "emailDocument",
      status: 200,
      make: async () => {
        const { id: documentId } = await makeDocument();
        return { body: { id: -2, documentId, emailAddresses: ["eve@whitfield.test"], message: "" } };
      },
    },
    {
      name: "setHoverJobId",
      status: 200,
      make: async () => ({ params: { id: String((await makeLead())["id"]) }, body: { jobId: "123", lead: {} } }),
    },
    {
      name: "updateSettings",
      status: 200,
      make: () =>
        Promise.resolve({ body: [{ op: "replace", path: "/themeColor", value: "#102030", from: null }] as never }),
    },
    {
      name: "generateDocumentPdf",
      status: 200,
      make: async () => ({ params: { id: String((await makeDocument())["id"]) }, body: { force: true } }),
    },
    {
      name: "resendSetUpEmail",
      status: 204,
      make: async () => ({ params: { id: String((await makeUser("eli@gable.test"))["id"]) }, body: {} }),
    },
    { name: "sendSetUpPendingEmails", status: 200 },
    { name: "logout", status: 204 },
  ])("$name takes the specification's payload with more beside it", async ({ name, make, status }) => {
    const by = name === "logout" ? await another() : admin;
    const reply = await by.callRaw(name, make ? await make() : { body: {} });
    expect([reply.status, reply.body]).toEqual([status, status === 204 ? undefined : expect.anything()]);
  });
});
