import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  DOCUMENT_KINDS,
  DOCUMENT_TYPES,
  type DocumentKind,
  type EstimatePart,
  type SavedEstimate,
  type StoredDocument,
} from "@ridgebook/contract";
import {
  DRAWING_VERSION,
  documentDataOf,
  fingerprintOf,
  readBasis,
  readChoices,
  readModel,
} from "@ridgebook/documents";
import { findField, indexPriceBook, priceFile } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { documentForm, drawPdf, drawSignature } from "#testing/build-document.ts";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

/* Documents of callers that name an estimate and a type only, as the specification's call does. */

const HOUSE = new URL("../../../../../packages/estimating/houses/gutters-cape.json", import.meta.url);

let server: TestApplication;
let ann: SignedIn;
let estimate: SavedEstimate;

/** The gutters of a sample house, as the form sends them. */
function gutterParts() {
  const { priced } = priceFile(JSON.parse(readFileSync(HOUSE, "utf8")) as object, indexPriceBook(starterPriceBook));
  if (!priced) throw new Error("The house cannot be priced.");
  return priced.workflows.map(({ workflowId, workflowEstimateId, items, summary }) => ({
    ...{ workflowId, workflowEstimateId, items },
    fieldIds: [
      ...new Set(items.map(({ fieldId }) => findField(fieldId)?.ancestors[0] ?? fieldId)),
    ] as EstimatePart["fieldIds"],
    ...{ discountPercent: summary.discountPercent, marginPercent: summary.marginPercent },
  }));
}

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  const companyId = await server.createCompany();
  ann = await server.signInNew({ companyId, role: "Admin", firstName: "Ann", lastName: "Lee" });
  const lead = await ann.call("createLead", { body: { firstName: "Eve", lastName: "Whitfield", city: "Portage" } });
  const parts = gutterParts();
  const workflowIds = parts.map(({ workflowId }) => workflowId);
  const made = await ann.callRaw("createEstimate", {
    body: { leadId: lead.body.id, name: "House", workflowIds, parts },
  });
  expect(made.status).toBe(200);
  estimate = made.body as SavedEstimate;
});
afterAll(() => server.close());

const specified = (kind: DocumentKind, members: object = {}) => ({
  estimateId: estimate.id,
  name: "For the office",
  type: DOCUMENT_TYPES[kind],
  workflows: ["0"],
  createdTime: "2026-11-27T15:00:00Z",
  ...members,
});

async function create(kind: DocumentKind, members?: object): Promise<StoredDocument> {
  const reply = await ann.callRaw("createDocument", { body: specified(kind, members) });
  expect([reply.status, reply.body]).toEqual([200, expect.anything()]);
  return reply.body as StoredDocument;
}

const refusalOf = async (kind: DocumentKind, members?: object) => {
  const { status, problem } = await ann.callRaw("createDocument", { body: specified(kind, members) });
  return [status, problem.errors];
};

/** The sum over the workflows (3.§3). */
const estimateTotal = (): number =>
  Object.values(estimate.workflowSummaries).reduce((sum, { totalWithMargin }) => sum + totalWithMargin, 0);

/** A contract of the estimate that its owner has signed, as a device sends it: of what the server makes of it. */
async function signContract(): Promise<StoredDocument> {
  const { data } = await create("contract");
  const model = readModel(data);
  const slots = model.closing?.signatures ?? [];
  const noon = `${model.date}T17:00:00.000Z`;
  const signed = await Promise.all(slots.map(async ({ key }) => ({ key, ...(await drawSignature(noon)) })));
  const signatures = Object.fromEntries(signed.map(({ key, ...signature }) => [key, signature]));
  const sealed = documentDataOf({
    model,
    choices: readChoices(data),
    basis: readBasis(data),
    signed: {
      fingerprint: await fingerprintOf(model, signed),
      consents: Object.fromEntries(slots.map(({ key, consent }) => [key, consent])),
      ...{ strokes: {}, buildsOn: [], drawing: DRAWING_VERSION },
      clock: { aheadSeconds: 0, comparedTime: "2026-11-27T15:00:00.000Z" },
      lead: (await ann.call("getLead", { params: { id: String(estimate.leadId) } })).body,
    },
  });
  const pdf = new File([Uint8Array.from(await drawPdf({ data: sealed, signatures }))], "contract.pdf");
  const { payload, headers } = await documentForm(
    { ...specified("contract"), workflows: ["4"], data: sealed, signatures },
    { pdf },
  );
  const sent = { method: "POST", url: "/api/documents/", payload, headers: { ...headers, ...ann.headers } } as const;
  const reply = await server.app.inject(sent);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<StoredDocument>();
}

describe("[API-18] a document of a caller that does not say what is on it", () => {
  test.each(DOCUMENT_KINDS.filter((kind) => kind !== "changeOrder"))(
    "%s is made of the estimate",
    async (kind) => {
      const document = await create(kind);
      const model = readModel(document.data);
      expect(model.kind).toBe(kind);
      expect(model.number).toMatch(/^\d{4}-\d{4}-[2-9A-HJKMNP-Z]{6}$/);
      expect(document).toMatchObject({ name: "For the office", workflows: ["4"] });
      expect(JSON.stringify(model)).toContain("Whitfield");
      if (kind === "contract" || kind === "costEstimate") expect(model.total).toBeCloseTo(estimateTotal(), 2);
      await server.runJobs();
      const made = await ann.call("getDocument", { params: { id: String(document.id) } });
      expect(made.body).toMatchObject({ pdfStatus: 1, pdfFailure: "" });
    },
    60_000,
  );

  test("[SYNC-02] has its answer again under its key, also after the estimate has gone", async () => {
    const gone = await ann.callRaw("createEstimate", {
      body: { leadId: estimate.leadId, name: "Barn", workflowIds: [4], parts: gutterParts() },
    });
    const { id } = gone.body as SavedEstimate;
    const key = randomUUID();
    const first = await ann.callRaw("createDocument", { body: specified("costEstimate", { estimateId: id }), key });
    expect(first.status).toBe(200);
    await ann.call("deleteDocument", { params: { id: String((first.body as StoredDocument).id) } });
    await ann.call("deleteEstimate", { params: { id: String(id) } });
    const again = await ann.callRaw("createDocument", { body: specified("costEstimate", { estimateId: id }), key });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test("names the salesperson and begins with what another document of the estimate chose", async () => {
    const contract = await create("contract", { name: "First" });
    expect(JSON.stringify(readModel(contract.data))).toContain("Ann Lee");
    const again = await create("contract", { name: "Second", data: { sourceId: String(contract.id) } });
    expect(again.data["sourceId"]).toBe(String(contract.id));
    expect(readChoices(again.data)).toEqual({ ...readChoices(contract.data), name: "Second" });
  });

  test("a change order changes the signed contract, and says by how much", async () => {
    expect(await refusalOf("changeOrder")).toEqual([
      400,
      { "data.basedOnId": ["The estimate has no signed contract to change."] },
    ]);
    const contract = await signContract();
    const order = await create("changeOrder", { showAdditionalCost: true, additionalCost: 250 });
    expect(order.data["basedOnId"]).toBe(String(contract.id));
    expect(readModel(order.data).total).toBe(250);
  });

  test("[DOC-07] is refused where homeowners sign, where nothing is to be ordered, and where the estimate has no such work", async () => {
    const signatures = { customer: await drawSignature() };
    expect(await refusalOf("contract", { signatures })).toEqual([
      400,
      { "data.model": ["A signed document has to say what was signed."] },
    ]);
    const empty = await ann.callRaw("createEstimate", {
      body: { leadId: estimate.leadId, name: "E", workflowIds: [4] },
    });
    const { id: estimateId } = empty.body as SavedEstimate;
    expect(await refusalOf("purchaseOrder", { estimateId })).toEqual([
      400,
      { workflows: ["There is no material to order."] },
    ]);
    expect(await refusalOf("workOrder", { workflows: ["2"] })).toEqual([
      400,
      { workflows: ["The estimate has no workflow 2."] },
    ]);
    expect(await refusalOf("workOrder", { estimateId: 999_999 })).toEqual([
      400,
      { estimateId: ["The estimate must be one of the company's estimates."] },
    ]);
  });
});
