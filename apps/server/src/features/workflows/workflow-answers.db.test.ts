import { randomUUID } from "node:crypto";
import { sectionTitle, UNORDERED_SECTION, workflowTitle, type CompanyId } from "@ridgebook/contract";
import { SECTIONS, WORKFLOWS } from "@ridgebook/estimating";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

let server: TestApplication;
let companyId: CompanyId;
let admin: SignedIn;
let ann: SignedIn;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());
beforeEach(async () => {
  companyId = await server.createCompany();
  admin = await server.signInNew({ companyId, role: "Admin" });
  ann = await server.signInNew({ companyId });
});

const sections = async (workflowId: number) => (await ann.call("listEstimateSections", { query: { workflowId } })).body;
const workflow = async (id: number) => {
  const found = (await ann.call("listEstimateWorkflows")).body.find((each) => each.id === id);
  if (!found) throw new Error(`no workflow ${id}`);
  return found;
};
const changeSection = (
  id: number,
  body: Record<string, unknown>,
  { who = admin, key }: { who?: SignedIn; key?: string } = {},
) => who.callRaw("updateEstimateSection", { params: { id }, body, key });
const changeWorkflow = (id: number, body: Record<string, unknown>, who = admin) =>
  who.callRaw("updateEstimateWorkflow", { params: { id }, body });

describe("[API-34] [EST-07] workflows", () => {
  test("a company begins with all of them, enabled, in the order in which they are shown", async () => {
    const { body } = await ann.call("listEstimateWorkflows");
    expect(body.map(({ id, enabled, alias }) => [id, enabled, alias])).toEqual(
      WORKFLOWS.map(({ id }) => [id, true, ""]),
    );
    expect(Object.keys(await workflow(4))).toEqual(["id", "enabled", "alias", "sections"]);
    expect((await workflow(4)).sections).toEqual(await sections(4));
  });

  test("[API-35] [SET-24] [OP-57] an admin names a workflow and takes it away; the alias replaces the name", async () => {
    expect((await changeWorkflow(4, { alias: " Eavestroughs " })).body).toMatchObject({
      id: 4,
      alias: "Eavestroughs",
      enabled: true,
    });
    await changeWorkflow(4, { enabled: false });
    const gutters = await workflow(4);
    expect(gutters).toMatchObject({ enabled: false, alias: "Eavestroughs" });
    expect([workflowTitle(gutters), workflowTitle({ id: 4, alias: "" })]).toEqual(["Eavestroughs", "Gutters"]);
    // The whole entity may be sent, as the specification has it.
    expect((await changeWorkflow(4, { ...gutters, alias: "" })).body).toMatchObject({ alias: "", enabled: false });
  });

  test("sections of the whole estimate stay; an unknown one is not found; only admins write", async () => {
    expect((await changeWorkflow(0, { enabled: false })).problem.errors).toHaveProperty("enabled");
    expect((await changeWorkflow(9, { enabled: false })).status).toBe(400);
    expect((await changeWorkflow(4, { alias: "x".repeat(101) })).problem.errors).toHaveProperty("alias");
    expect((await changeWorkflow(4, { enabled: false }, ann)).status).toBe(403);
  });
});

describe("[API-32] [EST-08] sections", () => {
  test("a workflow's sections are the catalogue's steps in their order, then Notes and Discount", async () => {
    const expected = SECTIONS.filter(({ workflowId }) => workflowId === 4);
    const found = await sections(4);
    expect(found.map(({ id, order, name, component, optional }) => ({ id, order, name, component, optional }))).toEqual(
      expected.map(({ id, order, name, component, optional }) => ({ id, order, name, component, optional })),
    );
    expect(found.slice(-2).map(({ id, order, name }) => [id, order, name])).toEqual([
      [498, 0, "Notes"],
      [499, 0, "Discount"],
    ]);
    expect(found.every(({ enabled, workflowId }) => enabled && workflowId === 4)).toBe(true);
  });

  test("[SET-23] an admin takes a section away, makes it optional, places it", async () => {
    const [step, , third] = await sections(4);
    const id = step?.id ?? 0;
    expect((await changeSection(id, { enabled: false })).body).toMatchObject({ id, enabled: false, optional: false });
    expect((await changeSection(id, { optional: true, order: 50 })).body).toMatchObject({ optional: true, order: 50 });
    expect((await sections(4)).filter(({ order }) => order > 0).at(-1)?.id).toBe(id);
    // Its own order again.
    await changeSection(id, { order: 1 });
    expect((await sections(4))[0]?.id).toBe(id);
    expect((await sections(4))[2]?.id).toBe(third?.id);
  });

  test("an invalid value is reported at its member", async () => {
    expect((await changeSection(498, { order: 3 })).problem.errors).toHaveProperty("order");
    expect((await changeSection(401, { order: 0 })).problem.errors).toHaveProperty("order");
    expect((await changeSection(401, { workflowId: 1 })).problem.errors).toHaveProperty("workflowId");
    expect((await changeSection(-1, { enabled: false })).problem.errors).toHaveProperty("workflowId");
    expect((await changeSection(477, { enabled: false })).status).toBe(404);
    expect((await changeSection(-1, { workflowId: 4, enabled: false })).status).toBe(404);
    expect((await changeSection(401, { enabled: false }, { who: ann })).status).toBe(403);
  });

  test.each([
    { workflowId: 1, pair: [146, 147] },
    { workflowId: 2, pair: [144, 145] },
  ])(
    "[OP-06] [EST-09] [EST-10] workflow $workflowId has one choice for the pair $pair, named by its description",
    async ({ workflowId, pair }) => {
      const all = await sections(workflowId);
      const choice = all.filter(({ id }) => id === -1);
      expect(choice).toMatchObject([{ workflowId, optional: true, order: UNORDERED_SECTION, name: "" }]);
      expect(choice.map(sectionTitle)).toEqual(["Exterior lighting & gutters"]);
      expect(
        all.filter(({ id }) => pair.includes(id)).map((section) => [sectionTitle(section), section.optional]),
      ).toEqual([
        ["Exterior Lighting", true],
        ["Gutters", true],
      ]);
      const changed = await changeSection(-1, { workflowId, description: "Lights and gutters" });
      expect(changed.body).toMatchObject({ id: -1, workflowId, description: "Lights and gutters" });
      const others = workflowId === 1 ? 2 : 1;
      expect((await sections(others)).filter(({ id }) => id === -1).map(sectionTitle)).toEqual([
        "Exterior lighting & gutters",
      ]);
    },
  );

  test("[API-33] the same attempt sent twice is done once", async () => {
    const key = randomUUID();
    const once = await changeSection(401, { description: "First" }, { key });
    await changeSection(401, { description: "Second" });
    expect((await changeSection(401, { description: "First" }, { key })).body).toEqual(once.body);
    expect((await sections(4))[0]?.description).toBe("Second");
  });
});

describe("[ADMIN-31] several decisions are saved together", () => {
  const save = (body: Record<string, unknown>, who = admin) =>
    who.callRaw("updateEstimateSections", { body: { workflows: [], sections: [], ...body } });
  const [FIRST, SECOND] = [401, 402];

  test("names, offers and places in one call, each with its line in Activity", async () => {
    const reply = await save({
      workflows: [{ id: 4, alias: "Eavestroughs", former: { alias: "" } }],
      sections: [
        { id: FIRST, workflowId: 4, order: 2, former: { order: 1 } },
        { id: SECOND, workflowId: 4, order: 1, former: { order: 2 } },
        { id: -1, workflowId: 2, description: "Lights" },
      ],
    });
    expect(reply.status).toBe(200);
    expect((await workflow(4)).alias).toBe("Eavestroughs");
    expect((await sections(4)).slice(0, 2).map(({ id, order }) => [id, order])).toEqual([
      [SECOND, 1],
      [FIRST, 2],
    ]);
    const { data } = (await admin.call("listActivity", { query: { kind: "sections" } })).body;
    expect(data.map(({ member }) => member).sort()).toEqual(["alias", "description", "order", "order"]);
  });

  test("another user's change since is a conflict that names both values, and nothing is saved", async () => {
    await changeWorkflow(4, { alias: "Eaves" });
    const body = {
      workflows: [{ id: 4, alias: "Eavestroughs", former: { alias: "" } }],
      sections: [{ id: FIRST, workflowId: 4, optional: true, former: { optional: false } }],
    };
    expect(await save(body)).toMatchObject({
      status: 409,
      body: { conflicts: [{ field: "4 alias", former: "", mine: "Eavestroughs", theirs: "Eaves" }] },
    });
    expect((await sections(4))[0]?.optional).toBe(false);
    // An equal decision of both is no conflict, nor is a change without a former value.
    expect((await save({ ...body, workflows: [{ id: 4, alias: "Eaves", former: { alias: "" } }] })).status).toBe(200);
    expect((await save({ workflows: [{ id: 4, alias: "Troughs" }] })).status).toBe(200);
  });

  test("one that is refused is named, and nothing is saved; salespeople may not", async () => {
    const sectionsChange = [
      { id: FIRST, workflowId: 4, enabled: false },
      { id: 498, workflowId: 4, order: 3 },
    ];
    expect((await save({ sections: sectionsChange })).problem.errors).toEqual({
      "4 498 order": ["This section is not one of the steps."],
    });
    expect((await sections(4))[0]?.enabled).toBe(true);
    expect((await save({ sections: [{ id: 477, workflowId: 4, enabled: false }] })).status).toBe(404);
    expect((await save({}, ann)).status).toBe(403);
  });
});

test("devices receive changed workflows and sections only; a pair's choice has its own id there", async () => {
  const query = { stores: "estimate-sections,estimate-workflows" };
  const start = (await ann.call("getChanges", { query })).body;
  expect(start.changed["estimate-workflows"]?.map(({ id }) => id).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const stored = start.changed["estimate-sections"] ?? [];
  expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
  expect(
    stored
      .filter(({ sectionId }) => sectionId === -1)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([100, 200]);
  await changeSection(401, { enabled: false });
  await changeWorkflow(4, { alias: "Eaves" });
  const next = (await ann.call("getChanges", { query: { ...query, cursor: start.cursor } })).body;
  expect(next.changed).toMatchObject({
    "estimate-sections": [{ id: 401, sectionId: 401, enabled: false }],
    "estimate-workflows": [{ id: 4, alias: "Eaves" }],
  });
});
