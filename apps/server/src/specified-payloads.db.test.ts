import { routes, type Route, type RouteName } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

/*
 * Calls as the specification describes them (1.§7, 3.§7): a record is changed by sending it as it was read, without what only our own
 * app sends (`revision`, `former`, `startedFrom`).
 */

let server: TestApplication;
let admin: SignedIn & { companyId: number };
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
  ] as const)("$what overwrites nobody's change", async ({ update, make, field, mine, theirs }) => {
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
