import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  DOCUMENT_KINDS,
  DOCUMENT_TYPES,
  type DocumentKind,
  type DocumentVerification,
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
import { uploadForm } from "@ridgebook/testing/upload-form";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { documentForm, drawPdf, drawSignature } from "#testing/build-document.ts";
import { readPdf } from "#testing/read-pdf.ts";
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
    workflowId,
    workflowEstimateId,
    items,
    fieldIds: [
      ...new Set(items.map(({ fieldId }) => findField(fieldId)?.ancestors[0] ?? fieldId)),
    ] as EstimatePart["fieldIds"],
    discountPercent: summary.discountPercent,
    marginPercent: summary.marginPercent,
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
      strokes: {},
      buildsOn: [],
      drawing: DRAWING_VERSION,
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
  test.each(DOCUMENT_KINDS.filter((kind) => kind !== "changeOrder"))("%s is made of the estimate", async (kind) => {
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
  });

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

  test("[DOC-07] is refused for signatures on a work order, for an empty order, and for work that the estimate does not have", async () => {
    const signatures = { customer: await drawSignature() };
    expect(await refusalOf("workOrder", { signatures })).toEqual([
      400,
      { signatures: ["Only contracts and change orders are signed."] },
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

describe("[SIGN-78] [API-76] a signed contract whose words did not come with it", () => {
  /** Signatures of two owners and the salesperson; the lead names one owner. */
  async function sign() {
    const drawn = await drawSignature("2026-11-27T14:58:00.000Z");
    const { estimateId } = await makeEstimate();
    const signatures = { customer: drawn, customer2: drawn, salesperson: drawn };
    return { drawn, estimateId, document: await create("contract", { estimateId, signatures }) };
  }

  async function makeEstimate() {
    const lead = { leadId: estimate.leadId, name: "Cape", workflowIds: estimate.workflowIds, parts: gutterParts() };
    const made = await ann.callRaw("createEstimate", { body: lead });
    expect(made.status).toBe(200);
    return { estimateId: (made.body as SavedEstimate).id };
  }

  const download = async (url: string) => {
    const reply = await server.app.inject({ url, headers: ann.headers });
    return { bytes: reply.rawPayload, text: (await readPdf(reply.rawPayload)).join(" ").replaceAll(/\s+/g, " ") };
  };

  const SAID =
    /^These signatures came without the words that were signed\. The server wrote this paper afterwards, on [^.]+, from the estimate, which was last changed on [^.]+, and took the signers' names from there\. It does not show what the signers read or agreed to, and does not count as agreed\.$/;

  test("keeps its signatures; the paper, its finding and its verification say that the server wrote it", async () => {
    const value = "<p>We were told of our right to cancel.</p>";
    await ann.callRaw("updateSettings", { body: [{ op: "replace", path: "/contractAcknowledgements", value }] });
    expect((await create("contract")).data["model"]).toContain("told of our right");
    const { document, drawn } = await sign();
    expect(document.findings).toEqual([{ kind: "reconstructed", text: expect.stringMatching(SAID) as string }]);
    const { title, total, closing, sections } = readModel(document.data);
    expect(title).toBe("Home improvement contract (reconstructed)");
    expect(total).toBeCloseTo(estimateTotal(), 2);
    expect(sections[0]?.heading).toBe("About this paper");
    // A day to cancel would count from a day of signing that is not known.
    expect(closing?.rightToCancel).toBeNull();
    expect(closing?.signatures.map(({ key, name, role }) => [key, name, role])).toEqual([
      ["customer", "Eve Whitfield", "Owner"],
      ["customer2", "", "Owner"],
      ["salesperson", "Ann Lee", "For the contractor"],
    ]);
    const url = `/api/Documents/${String(document.id)}/DownloadSignature?key=customer2`;
    const picture = await server.app.inject({ url, headers: ann.headers });
    expect(picture.rawPayload.toString("base64")).toBe(drawn.data.split(",")[1]);

    await server.runJobs();
    const paper = await download(`/pdf/contract/${String(document.id)}`);
    expect(paper.text).toContain("(reconstructed)");
    expect(paper.text).toContain("It does not show what the signers read or agreed to");
    expect(paper.text).not.toMatch(/By signing|I agree|right to cancel/i);
    const { text: certificate } = await download(`/api/documents/${String(document.id)}/certificate`);
    expect(certificate).toContain("Signed in words that were not sent");
    expect(certificate).toContain("Not known: the words that were signed did not come with the signature.");
    expect(certificate).toContain("What is stored is what the server wrote at receipt");
    expect(certificate).not.toContain("what was signed");
    const form = await uploadForm(new File([Uint8Array.from(paper.bytes)], "paper.pdf"));
    const sent = { method: "POST", url: "/api/documents/verify", payload: form.payload } as const;
    const verified = await server.app.inject({ ...sent, headers: { ...form.headers, ...ann.headers } });
    const { isSigned, explanation } = verified.json<DocumentVerification>();
    expect(isSigned).toBe(false);
    expect(explanation).toMatch(
      /^This file is, byte for byte, contract \S+ as the server wrote it, beside signatures of /,
    );
    expect(explanation).toContain("These signatures came without the words that were signed.");
  });

  test("does not count: a change order has no contract to change, and reports know no sale", async () => {
    const { estimateId } = await sign();
    expect(await refusalOf("changeOrder", { estimateId })).toEqual([
      400,
      { "data.basedOnId": ["The estimate has no signed contract to change."] },
    ]);
    const { body } = await ann.call("getSalesReport", { query: { startDate: "2026-11-27", endDate: "2026-11-27" } });
    expect(body.total.sales).toBe(0);
  });

  test("cannot bring a PDF, which nothing could be held against", async () => {
    const pdf = new File(["%PDF-1.4\n%%EOF\n"], "contract.pdf", { type: "application/pdf" });
    const sent = { ...specified("contract"), signatures: { customer: await drawSignature() } };
    const form = await documentForm(sent, { pdf });
    const request = { method: "POST", url: "/api/documents/", payload: form.payload } as const;
    const reply = await server.app.inject({ ...request, headers: { ...form.headers, ...ann.headers } });
    expect([reply.statusCode, reply.json<{ errors: unknown }>().errors]).toEqual([
      400,
      { "data.model": ["A signed PDF comes with what it says, in data.model."] },
    ]);
  });
});
