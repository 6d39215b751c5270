import {
  MAX_TEMPLATES,
  templateOfEstimate,
  type CompanyId,
  type EstimateTemplate,
  type EstimateTemplateContent,
} from "@ridgebook/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

describe("templates of estimates", () => {
  let server: TestApplication;
  let companyId: CompanyId;
  let ann: SignedIn & TestUser;
  let bob: SignedIn & TestUser;
  let admin: SignedIn & TestUser;

  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    companyId = await server.createCompany();
    ann = await server.signInNew({ companyId });
    bob = await server.signInNew({ companyId });
    admin = await server.signInNew({ companyId, role: "Admin" });
  });

  const line = (values: object = {}) => ({
    id: 1,
    parentItemId: null,
    fieldId: "1.58",
    fieldOptionId: null,
    value: "",
    quantity: 120,
    workflowEstimateId: 1,
    ...values,
  });
  const content = (values: Partial<Record<keyof EstimateTemplateContent, unknown>> = {}) => ({
    workflowIds: [1],
    duplicateWorkflows: [],
    holdsQuantities: true,
    lines: [line()],
    optionalSections: [],
    ...values,
  });
  const create = async (
    who: SignedIn,
    name: string,
    route: "createEstimateTemplate" | "createCompanyEstimateTemplate",
  ) => {
    const reply = await who.callRaw(route, { body: { name, content: content() } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body as EstimateTemplate;
  };
  const names = async (who: SignedIn): Promise<string[]> =>
    (await who.call("listEstimateTemplates")).body.map(({ name }) => name);
  const params = ({ id }: { id: number }) => ({ id: String(id) });
  const pull = async (who: SignedIn, cursor?: string) =>
    (await who.call("getChanges", { query: { stores: "estimate-templates", ...(cursor && { cursor }) } })).body;

  test("[TPL-01] only its owner finds a personal template, not even an admin does", async () => {
    const own = await create(ann, "Ann's roof", "createEstimateTemplate");
    expect(own).toMatchObject({ isCompanyWide: false, workflowIds: [1], holdsQuantities: true });
    expect(await names(ann)).toEqual(["Ann's roof"]);
    for (const other of [bob, admin]) {
      expect(await names(other)).toEqual([]);
      expect((await pull(other)).changed["estimate-templates"]).toEqual([]);
      const renamed = await other.call("renameEstimateTemplate", { params: params(own), body: { name: "Mine" } });
      expect(renamed.status).toBe(404);
      expect((await other.call("deleteEstimateTemplate", { params: params(own) })).status).toBe(404);
    }
    await ann.call("renameEstimateTemplate", { params: params(own), body: { name: "Roof" } });
    expect(await names(ann)).toEqual(["Roof"]);
    expect((await ann.call("deleteEstimateTemplate", { params: params(own) })).status).toBe(204);
    expect(await names(ann)).toEqual([]);
  });

  test("[TPL-01][TPL-03] the company's are for everyone, made and changed only by admins, and logged", async () => {
    const refused = await ann.callRaw("createCompanyEstimateTemplate", { body: { name: "Roof", content: content() } });
    expect(refused.status).toBe(403);
    const roof = await create(admin, "Roof", "createCompanyEstimateTemplate");
    await create(admin, "Admin's own", "createEstimateTemplate");
    expect(await names(ann)).toEqual(["Roof"]);
    expect((await ann.call("renameEstimateTemplate", { params: params(roof), body: { name: "R" } })).status).toBe(403);
    expect((await ann.call("deleteEstimateTemplate", { params: params(roof) })).status).toBe(403);
    await admin.call("renameEstimateTemplate", { params: params(roof), body: { name: "Full roof" } });
    expect(await names(bob)).toEqual(["Full roof"]);
    await admin.call("deleteEstimateTemplate", { params: params(roof) });
    const { data } = (await admin.call("listActivity", { query: { kind: "templates" } })).body;
    expect(data.map(({ action, subjectName, from, to }) => [action, subjectName, from, to])).toEqual([
      ["removed", "Full roof", null, null],
      ["changed", "Full roof", "Roof", "Full roof"],
      ["added", "Roof", null, null],
    ]);
  });

  test("[TPL-04] devices receive the templates they may see, and the deletions", async () => {
    const { cursor } = await pull(ann);
    const roof = await create(admin, "Roof", "createCompanyEstimateTemplate");
    const own = await create(ann, "Mine", "createEstimateTemplate");
    await create(bob, "Bob's", "createEstimateTemplate");
    const page = await pull(ann, cursor);
    expect(page.changed["estimate-templates"]).toEqual([roof, own]);
    await admin.call("deleteEstimateTemplate", { params: params(roof) });
    expect((await pull(ann, page.cursor)).deleted["estimate-templates"]).toEqual([roof.id]);
  });

  test("[TPL-04] a person who is deleted takes their own along; the company's stay, with the maker's name", async () => {
    const other = await server.signInNew({ companyId, role: "Admin", firstName: "Olga", lastName: "Ray" });
    await create(other, "Own", "createEstimateTemplate");
    await create(other, "Roof", "createCompanyEstimateTemplate");
    expect((await admin.call("deleteUser", { params: { id: String(other.id) } })).status).toBe(204);
    const { rows } = await server.testDatabase.superuserPool.query(
      "select name, made_by from estimate_template where company_id = $1",
      [companyId],
    );
    expect(rows).toEqual([{ name: "Roof", made_by: "Olga Ray" }]);
  });

  test.each([
    { refused: "a note", body: content({ lines: [line({ fieldId: "1.998" })] }), field: "content.lines.0.fieldId" },
    {
      refused: "a line of other work",
      body: content({ workflowIds: [4] }),
      field: "content.lines.0.workflowEstimateId",
    },
    {
      refused: "a line before its parent",
      body: content({ lines: [line({ parentItemId: 2 }), line({ id: 2 })] }),
      field: "content.lines.0.parentItemId",
    },
    { refused: "one id twice", body: content({ lines: [line(), line()] }), field: "content.lines.1.id" },
    { refused: "no work", body: content({ workflowIds: [], lines: [] }), field: "content.workflowIds" },
  ])("[TPL-02] $refused is refused, and named", async ({ body, field }) => {
    const reply = await ann.callRaw("createEstimateTemplate", { body: { name: "Roof", content: body } });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.problem.errors ?? {})).toEqual([field]);
  });

  test("[TPL-08] a name that is missing, and one template too many, are refused at the name", async () => {
    const nameless = await ann.callRaw("createEstimateTemplate", { body: { name: " ", content: content() } });
    expect(nameless.problem.errors).toEqual({ name: ["Name is required."] });
    await server.testDatabase.superuserPool.query(
      `insert into estimate_template (company_id, name, content, owner_id, made_by, created_time)
       select $1, 'T' || i, '{}', $2, 'Ann', now() from generate_series(1, ${String(MAX_TEMPLATES)}) i`,
      [companyId, ann.id],
    );
    const full = await ann.callRaw("createEstimateTemplate", { body: { name: "Roof", content: content() } });
    expect(full.problem.errors).toEqual({ name: ["A person can have 50 templates. Delete one first."] });
    await create(admin, "Still possible", "createCompanyEstimateTemplate");
  });

  test("[TPL-10] a save that is retried after a lost answer is one template; other contents under the name are another", async () => {
    const add = async (body: object): Promise<unknown> => {
      const reply = await ann.callRaw("createEstimateTemplate", { body: { name: "Roof", content: body } });
      return (reply.body as EstimateTemplate).id;
    };
    const first = await add(content());
    expect(await add(content())).toBe(first);
    expect(await add(content({ holdsQuantities: false }))).not.toBe(first);
  });

  test("[TPL-10] all templates of a person hold at most 6,000 lines together", async () => {
    const lines = Array.from({ length: 5_999 }, (_, index) => line({ id: index + 1 }));
    await server.testDatabase.superuserPool.query(
      `insert into estimate_template (company_id, name, content, owner_id, made_by, created_time)
       values ($1, 'Large', $2, $3, 'Ann', now())`,
      [companyId, JSON.stringify(content({ lines })), ann.id],
    );
    const two = content({ lines: [line({ id: 1 }), line({ id: 2 })] });
    const refused = await ann.callRaw("createEstimateTemplate", { body: { name: "Two", content: two } });
    expect(refused.problem.errors).toEqual({
      name: ["A person can have templates of 6,000 lines in all. Delete one first."],
    });
    await create(admin, "The company has its own", "createCompanyEstimateTemplate");
  });

  test("[TPL-02] an estimate's contents come back unchanged, without prices", async () => {
    const item = { ...line({ id: 7 }), materialCost: 2, laborCost: 1, materialPrice: 4, laborPrice: 2 };
    const made = templateOfEstimate(
      { workflowIds: [1], duplicateWorkflows: [], items: [item as never], workflowSummaries: {} },
      { withQuantities: true },
    );
    const { body } = await ann.call("createEstimateTemplate", { body: { name: "Roof", content: made } });
    expect(body.lines).toEqual([line()]);
  });
});
