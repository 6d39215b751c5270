import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import {
  MAX_CHANGES_PAGE_DOCUMENTS,
  PDF_STATUSES,
  type ChangesReply,
  type CompanyId,
  type LeadId,
  type ProblemReply,
  type StoredDocument,
} from "@ridgebook/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { holdLead } from "#features/leads/lead-repository.ts";
import { PrintFailure } from "#jobs/pdf/printer.ts";
import type { PrintOrder } from "#jobs/pdf/print-document.ts";
import {
  buildDocument,
  buildPdf,
  documentForm,
  drawSignature,
  sha256Of,
  type NewDocument,
} from "#testing/build-document.ts";
import { standInPrinter } from "#testing/stand-in-printer.ts";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

/* Documents from the call that creates one to its opened paper. A stand-in draws the papers; real ones are drawn in jobs/pdf/printer.db.test.ts. */

let server: TestApplication;
let companyId: CompanyId;
let ann: SignedIn & TestUser;
let admin: SignedIn & TestUser;
let foreigner: SignedIn & TestUser;
let leadId: number;
let estimateId: number;

/** The stand-in's requests, and its answers. */
const orders: PrintOrder[] = [];
let drawn: () => Uint8Array | Promise<Uint8Array> = () => buildPdf("drawn");
const printer = standInPrinter((order) => {
  orders.push(order);
  return drawn();
});

let files: string;

beforeAll(async () => {
  files = await mkdtemp(path.join(os.tmpdir(), "ridgebook-documents-"));
  server = await startTestApplication(inject("postgresUrl"), {
    printer,
    fileStore: { kind: "folder", folder: files },
    // The contents of papers are tested in check-signed.db.test.ts.
    checkSigned: () => Promise.resolve([]),
  });
});
afterAll(async () => {
  await server.close();
  await rm(files, { recursive: true });
});
beforeEach(async () => {
  // Tests that make documents and look at no paper leave its job behind.
  await query("delete from graphile_worker._private_jobs");
  orders.length = 0;
  drawn = () => buildPdf(`drawn ${String(orders.length)}`);
  companyId = await server.createCompany();
  ann = await server.signInNew({ companyId, firstName: "Ann", lastName: "Lee" });
  admin = await server.signInNew({ companyId, role: "Admin" });
  foreigner = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
  leadId = (await ann.call("createLead", { body: { lastName: "Whitfield", email: "ann@whitfield.test" } })).body.id;
  estimateId = (
    await ann
      .callRaw("createEstimate", { body: { leadId, name: "House", workflowIds: [1, 4] } })
      .then(({ body }) => body as { id: number })
  ).id;
});

const query = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.testDatabase.superuserPool.query<Row>(statement, values)).rows;

interface Created {
  readonly status: number;
  readonly body: StoredDocument;
  readonly problem: ProblemReply;
}

async function send(
  input: Parameters<typeof documentForm>[0],
  { by = ann, key, pdf, further }: { by?: SignedIn; key?: string; pdf?: File; further?: [string, string][] } = {},
): Promise<Created> {
  const { payload, headers } = await documentForm(input, { ...(pdf && { pdf }), ...(further && { further }) });
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/documents/",
    payload,
    headers: { ...headers, ...by.headers, ...(key === undefined ? {} : { "idempotency-key": key }) },
  });
  const body: unknown = reply.json();
  return { status: reply.statusCode, body: body as StoredDocument, problem: body as ProblemReply };
}

const create = async (given: Partial<NewDocument> = {}, options: Parameters<typeof send>[1] = {}) =>
  send(await buildDocument({ estimateId, kind: "contract", ...given }), options);
const signed = async (given: Partial<NewDocument> = {}) =>
  buildDocument({ estimateId, kind: "contract", signatures: { customer: await drawSignature() }, ...given });
const pdfFile = (bytes: Uint8Array = buildPdf(), name = "contract.pdf"): File =>
  new File([Uint8Array.from(bytes)], name, { type: "application/pdf" });
const createSigned = async (given: Partial<NewDocument> = {}, pdf: Uint8Array = buildPdf(randomUUID())) => {
  const reply = await send(await signed(given), { pdf: pdfFile(pdf) });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return { document: reply.body, pdf };
};
const read = async (id: number, who: SignedIn = ann) =>
  (await who.call("getDocument", { params: { id: String(id) } })).body;
const open = (url: string, headers: Record<string, string> = ann.headers) => server.app.inject({ url, headers });

describe("a new document", () => {
  test("[DOC-01] [DOC-05] [DOC-11] [API-18] is made of a form, belongs to the estimate's lead and waits for its PDF", async () => {
    const { status, body } = await create({ name: "Contract for the roof", workflows: ["1", "4"] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      revision: 1,
      estimateId,
      leadId,
      createdByUserId: ann.id,
      name: "Contract for the roof",
      type: 1,
      workflows: ["1", "4"],
      createdTime: "2026-05-14T18:02:15.000Z",
      showAdditionalCost: false,
      additionalCost: 0,
      pdfStatus: PDF_STATUSES.queued,
      pdfUrl: null,
      pdfFailure: "",
      supersededById: null,
      signatures: {},
    });
    expect(JSON.parse(body.data["model"] ?? "")).toMatchObject({ kind: "contract", number: "2026-0514-K7QD" });
    expect(await read(body.id)).toEqual(body);
  });

  test("[SYNC-09] is added to a lead that another user is changing: neither waits for the other", async () => {
    await server.testDatabase.database.inCompany({ companyId }, async (scope) => {
      await holdLead(scope, leadId as LeadId);
      expect((await create()).status).toBe(200);
    });
  });

  test("[DOC-10] a change order keeps what it shows of additional cost", async () => {
    const input = await buildDocument({ estimateId, kind: "changeOrder" });
    const reply = await send({
      ...input,
      showAdditionalCost: true,
      additionalCost: -204.2,
      additionalWorkTotalBroughtFromAddendum: 1_200,
    });
    expect(reply.body).toMatchObject({
      type: 7,
      showAdditionalCost: true,
      additionalCost: -204.2,
      additionalWorkTotalBroughtFromAddendum: 1_200,
    });
  });

  test("[DOC-06] [DOC-08] [OP-37] [OP-67] is made of another of the same estimate, of no other estimate's and no other company's", async () => {
    const workOrder = (await create({ kind: "workOrder", workflows: ["0"] })).body;
    const bill = await create({ kind: "laborBill", data: { sourceId: String(workOrder.id) } });
    expect(bill.body.data["sourceId"]).toBe(String(workOrder.id));
    // Only a signed paper replaces another.
    expect((await read(workOrder.id)).supersededById).toBeNull();
    const other = await ann.callRaw("createEstimate", { body: { leadId, name: "Garage" } });
    const elsewhere = await create({
      kind: "laborBill",
      estimateId: (other.body as { id: number }).id,
      data: { sourceId: String(workOrder.id) },
    });
    expect(Object.keys(elsewhere.problem.errors ?? {})).toEqual(["data.sourceId"]);
    const lead = await foreigner.call("createLead", { body: { lastName: "Foreign" } });
    const estimate = await foreigner.callRaw("createEstimate", { body: { leadId: lead.body.id, name: "Foreign" } });
    const { id } = estimate.body as { id: number };
    for (const key of ["sourceId", "basedOnId"]) {
      const foreign = await create(
        { kind: "changeOrder", estimateId: id, data: { [key]: String(workOrder.id) } },
        { by: foreigner },
      );
      expect(Object.keys(foreign.problem.errors ?? {})).toEqual([`data.${key}`]);
    }
  });

  test("names every field that is wrong", async () => {
    const input = await buildDocument({ estimateId, kind: "contract", workflows: ["1", "7.2"] });
    const refused = async (given: object): Promise<ProblemReply["errors"]> => {
      const { status, problem } = await send({ ...input, ...given });
      expect(status).toBe(400);
      return problem.errors;
    };
    expect(await refused({})).toEqual({ workflows: ["The estimate has no workflow 7.2."] });
    expect(await refused({ estimateId: 999_999 })).toEqual({
      estimateId: ["The estimate must be one of the company's estimates."],
    });
    expect(await refused({ type: 2 })).toEqual({ type: ["The type is not that of what the document says."] });
    expect(Object.keys((await refused({ name: "", createdTime: "yesterday", type: 99 })) ?? {}).sort()).toEqual([
      "createdTime",
      "name",
      "type",
    ]);
    expect(await refused({ data: { model: "{" } })).toEqual({
      "data.model": [expect.stringContaining("is not JSON") as string],
    });
    expect(await refused({ data: { ...input.data, sourceId: "-3" }, workflows: [] })).toEqual({
      "data.sourceId": ["The document that this one is made from must be one of the estimate's documents."],
    });
  });

  test("[DOC-31] the same attempt sent twice is one document; another file or text under its key is refused", async () => {
    const input = await signed();
    const key = randomUUID();
    const pdf = buildPdf("first");
    const first = await send(input, { key, pdf: pdfFile(pdf) });
    expect(await send(input, { key, pdf: pdfFile(pdf) })).toEqual(first);
    expect((await send(input, { key, pdf: pdfFile(buildPdf("other")) })).problem.code).toBe("keyReused");
    expect((await send(input, { key })).problem.code).toBe("keyReused");
    expect((await send({ ...input, name: "Other" }, { key, pdf: pdfFile(pdf) })).problem.code).toBe("keyReused");
    expect(await query("select from document where company_id = $1", [companyId])).toHaveLength(1);
    expect(await query("select from document_event where company_id = $1", [companyId])).toHaveLength(1);
  });

  test("[SYNC-83] a signed document that its author and an admin both send is stored once, and the log names the first sender", async () => {
    const input = await signed();
    const pdf = pdfFile();
    for (const [sender, other] of [
      [ann, admin],
      [admin, ann],
    ] as const) {
      const key = randomUUID();
      const first = await send(input, { by: sender, key, pdf });
      expect(first.status).toBe(200);
      expect(await send(input, { by: other, key, pdf })).toEqual(first);
      const events = await query<{ sender: number }>(
        "select (payload->>'receivedFrom')::integer as sender from document_event where company_id = $1 and document_id = $2",
        [companyId, first.body.id],
      );
      expect(events).toEqual([{ sender: sender.id }]);
    }
    expect(await query("select from document where company_id = $1", [companyId])).toHaveLength(2);
  });

  test("travels in a batch as its body, where it has no file", async () => {
    const body = await buildDocument({ estimateId, kind: "workOrder" });
    const reply = await ann.call("sendBatch", {
      body: { calls: [{ method: "POST", path: "/api/documents/", key: randomUUID(), body }] },
    });
    expect(reply.body.replies).toMatchObject([{ status: 200, body: { type: 3, pdfStatus: 5 } }]);
  });

  test("a form with more than a document has is refused before it fills the memory", async () => {
    const input = await buildDocument({ estimateId, kind: "contract" });
    const many = Array.from({ length: 300 }, (_, index): [string, string] => [`data.x${String(index)}`, "x"]);
    expect((await send(input, { further: many })).status).toBe(413);
    expect((await send(input, { further: [["data.notes", "x".repeat(6_100_000)]] })).status).toBe(413);
    const large = await send(input, { further: [["data.notes", "x".repeat(2_000_001)]] });
    expect(large.problem.errors).toEqual({ "data.notes": ["data is too large."] });
    const garbled = await server.app.inject({
      method: "POST",
      url: "/api/documents/",
      payload: "--x\r\nnonsense",
      headers: { "content-type": "multipart/form-data; boundary=x", ...ann.headers },
    });
    expect(garbled.statusCode).toBe(400);
  });
});

describe("signing", () => {
  test("[DOC-02] [DOC-12] [DOC-13] [API-22] keeps pictures and times by key, and the device's PDF byte for byte", async () => {
    const input = await signed();
    const pdf = buildPdf("signed on the porch");
    const { body } = await send(input, { pdf: pdfFile(pdf) });
    const url = `/api/Documents/${String(body.id)}/DownloadSignature?companyId=${String(companyId)}&key=customer`;
    expect(body).toMatchObject({
      pdfStatus: PDF_STATUSES.skipped,
      pdfUrl: `/pdf/contract/${String(body.id)}?companyId=${String(companyId)}`,
      signatures: { customer: { url, timestamp: "2026-05-14T18:02:11.000Z" } },
    });
    const picture = await open(url);
    expect(picture.headers["content-type"]).toBe("image/png");
    expect(`data:image/png;base64,${picture.rawPayload.toString("base64")}`).toBe(input.signatures.customer?.data);
    expect((await open(url.replace("key=customer", "key=customer2"))).statusCode).toBe(404);
    expect((await open(url.replace("key=customer", "key=nobody"))).statusCode).toBe(400);
    const paper = await open(body.pdfUrl ?? "");
    expect(paper.rawPayload.equals(pdf)).toBe(true);
    expect(paper.headers).toMatchObject({ "content-type": "application/pdf", "x-content-type-options": "nosniff" });
    expect(orders).toEqual([]);
  });

  test("without a PDF is accepted too: the server draws it once and the log names that file", async () => {
    const { body } = await send(await signed());
    expect(body.pdfStatus).toBe(PDF_STATUSES.queued);
    await server.runJobs();
    expect(await read(body.id)).toMatchObject({ pdfStatus: PDF_STATUSES.success });
    expect(orders).toMatchObject([
      { kind: "document", input: { fingerprint: body.data["fingerprint"], signatures: [{ key: "customer" }] } },
    ]);
    const kept = (await open(`/pdf/contract/${String(body.id)}`)).rawPayload;
    const again = await ann.call("generateDocumentPdf", { params: { id: String(body.id) } });
    expect(again.body.pdfStatus).toBe(PDF_STATUSES.success);
    await server.runJobs();
    expect((await open(`/pdf/contract/${String(body.id)}`)).rawPayload.equals(kept)).toBe(true);
    const events = await query<{ kind: string; file_hash: string }>(
      "select kind, file_hash from document_event where company_id = $1 order by sequence",
      [companyId],
    );
    expect(events).toEqual([
      { kind: "signed", file_hash: "" },
      { kind: "filed", file_hash: sha256Of(kept) },
    ]);
  });

  test("a word, an amount, a picture or a time that was changed after signing is refused", async () => {
    const input = await signed();
    const message =
      "The fingerprint is not that of what the document says and its signatures: something was changed after signing.";
    const model = JSON.parse(input.data["model"] ?? "") as Record<string, unknown>;
    const other = await drawSignature("2026-05-14T18:02:12.000Z");
    for (const tampered of [
      { ...input, data: { ...input.data, model: JSON.stringify({ ...model, total: 11_999 }) } },
      { ...input, data: { ...input.data, fingerprint: "0".repeat(64) } },
      { ...input, signatures: { customer: other } },
    ])
      expect((await send(tampered)).problem.errors).toEqual({ "data.fingerprint": [message] });
    const { fingerprint: _fingerprint, ...without } = input.data;
    expect((await send({ ...input, data: without })).problem.errors).toEqual({ "data.fingerprint": [message] });
    expect(await query("select from document where company_id = $1", [companyId])).toEqual([]);
  });

  test("needs every signature that is required, for the sentence above it, on a paper that is signed", async () => {
    const second = await signed({ signatures: { customer2: await drawSignature() } });
    expect((await send(second)).problem.errors).toEqual({
      "signatures.customer": ["The signature of Ann Whitfield is missing."],
    });
    const stranger = await signed({
      signatures: { customer: await drawSignature(), salesperson: await drawSignature() },
    });
    expect((await send(stranger)).problem.errors).toEqual({
      "signatures.salesperson": ["The document has no place for this signature."],
    });
    const input = await signed();
    expect(
      (await send({ ...input, data: { ...input.data, consents: '{"customer":"I agree to nothing."}' } })).problem
        .errors,
    ).toEqual({ "data.consents": ["Ann Whitfield did not agree to the sentence above the signature."] });
    expect((await send(await signed({ kind: "workOrder" }))).problem.errors).toEqual({
      signatures: ["Only contracts and change orders are signed."],
    });
    const broken = { data: "data:image/png;base64,iVBORw0KGgo=", timestamp: "2026-05-14T18:02:11.000Z" };
    expect((await send(await signed({ signatures: { customer: broken } }))).problem.errors).toEqual({
      "signatures.customer.data": ["The signature must be a PNG picture."],
    });
  });

  test("a signed document is never edited but replaced by another, and only an admin deletes it", async () => {
    const { document } = await createSigned();
    const params = { id: String(document.id) };
    const edited = await ann.call("updateDocument", { params, body: { revision: 1, name: "Cheaper" } });
    expect(edited.problem.code).toBe("documentSigned");
    expect((await ann.call("deleteDocument", { params })).problem.code).toBe("documentSigned");

    const next = await createSigned({ data: { sourceId: String(document.id) } });
    expect((await read(document.id)).supersededById).toBe(next.document.id);
    expect((await admin.call("deleteDocument", { params: { id: String(next.document.id) } })).status).toBe(204);
    expect((await read(document.id)).supersededById).toBeNull();
    const kinds = await query<{ kind: string }>(
      "select kind from document_event where company_id = $1 order by sequence",
      [companyId],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["signed", "signed", "superseded", "deleted"]);
  });

  test("[PAPER-22] a contract stays, also for an admin, while a signed change order builds on it", async () => {
    const { document: contract } = await createSigned();
    const { document: change } = await createSigned({ kind: "changeOrder", data: { basedOnId: String(contract.id) } });
    const remove = (id: number) => admin.call("deleteDocument", { params: { id: String(id) } });
    expect((await remove(contract.id)).problem.code).toBe("inUse");
    expect((await remove(change.id)).status).toBe(204);
    expect((await remove(contract.id)).status).toBe(204);
  });

  test("a paper signed offline is accepted although its estimate lost the workflow and its source is gone", async () => {
    const source = (await create()).body;
    await ann.call("deleteDocument", { params: { id: String(source.id) } });
    const estimate = (await ann.call("getEstimate", { params: { id: String(estimateId) } })).body;
    const { items, comparisons, workflowSummaries, duplicateWorkflows, paymentOption } = estimate;
    const { promotion, downpayment, term, priceBookVersion } = estimate;
    const basis = JSON.stringify({
      id: estimateId,
      items,
      comparisons,
      workflowSummaries,
      workflowIds: [1, 4, 5],
      duplicateWorkflows,
      paymentOption,
      promotion,
      downpayment,
      term,
      priceBookVersion,
    });
    const made = { workflows: ["5"], data: { basis, sourceId: String(source.id) } };
    expect((await create(made)).status).toBe(400);
    expect((await send(await signed(made))).status).toBe(200);
  });
});

describe("a stored document", () => {
  test("[API-15] [API-16] an unsigned one changes from the revision that the caller saw, and its PDF is made again", async () => {
    const { body } = await create();
    await server.runJobs();
    const params = { id: String(body.id) };
    const changed = await ann.call("updateDocument", { params, body: { revision: 1, name: "Contract, second draft" } });
    expect(changed.body).toMatchObject({ revision: 2, name: "Contract, second draft", pdfStatus: PDF_STATUSES.queued });
    const late = await admin.call("updateDocument", { params, body: { revision: 1, name: "Mine" } });
    expect(late.problem).toMatchObject({ code: "conflict", changedBy: "Ann Lee" });
    const wrong = await ann.call("updateDocument", { params, body: { revision: 2, data: { model: "{}" } } });
    expect(Object.keys(wrong.problem.errors ?? {})).toEqual(["data.model"]);
    expect((await ann.call("updateDocument", { params: { id: "999999" }, body: { revision: 1 } })).status).toBe(404);
  });

  test("[API-17] is deleted, also on devices; deleting it again finds nothing", async () => {
    const { body } = await create();
    const { cursor } = await pull();
    const params = { id: String(body.id) };
    expect((await ann.call("deleteDocument", { params })).status).toBe(204);
    expect((await ann.call("deleteDocument", { params })).status).toBe(404);
    expect((await pull(cursor)).deleted["estimate-documents"]).toEqual([body.id]);
  });

  test("[API-17] keeps its estimate and its lead from being deleted", async () => {
    const { body } = await create();
    expect((await ann.call("deleteEstimate", { params: { id: String(estimateId) } })).problem.code).toBe("inUse");
    expect((await ann.call("deleteLead", { params: { id: String(leadId) } })).problem.code).toBe("inUse");
    await ann.call("deleteDocument", { params: { id: String(body.id) } });
    expect((await ann.call("deleteEstimate", { params: { id: String(estimateId) } })).status).toBe(204);
  });

  test("is listed by lead and by estimate, newest first, and in the estimate itself", async () => {
    const older = (await create({ createdTime: "2026-05-01T10:00:00.000Z" })).body;
    const newer = (await create({ createdTime: "2026-05-02T10:00:00.000Z", kind: "workOrder" })).body;
    const listed = await ann.call("listDocuments", { query: { leadId: String(leadId) } });
    expect(listed.body.map(({ id }) => id)).toEqual([newer.id, older.id]);
    const ofEstimate = await ann.call("listDocuments", {
      query: { leadId: String(leadId), estimateId: String(estimateId) },
    });
    expect(ofEstimate.body).toEqual(listed.body);
    const entry = ({ id, name, type, createdTime, pdfStatus, pdfUrl, supersededById }: StoredDocument) => ({
      id,
      estimateId,
      leadId,
      name,
      type,
      createdTime,
      pdfStatus,
      pdfUrl,
      supersededById,
    });
    const { body: estimate } = await ann.call("getEstimate", { params: { id: String(estimateId) } });
    expect(estimate.documents).toEqual([entry(newer), entry(older)]);
    const renamed = await ann.callRaw("updateEstimate", {
      params: { id: estimateId },
      body: { revision: estimate.revision, name: "Renamed", former: { name: "House" } },
    });
    expect((renamed.body as typeof estimate).documents).toEqual(estimate.documents);
  });
});

/** The device's changes. */
async function pull(cursor?: string, stores = "estimates,estimate-documents"): Promise<ChangesReply> {
  const reply = await ann.call("getChanges", { query: { stores, ...(cursor === undefined ? {} : { cursor }) } });
  expect(reply.status).toBe(200);
  return reply.body;
}

describe("devices", () => {
  test("[DOC-31] receive documents with their content, and the estimate that lists them", async () => {
    const { cursor } = await pull();
    const { document } = await createSigned();
    const page = await pull(cursor);
    expect(page.changed["estimate-documents"]).toEqual([document]);
    expect(page.changed.estimates?.map(({ id, documents }) => [id, documents.map((each) => each.id)])).toEqual([
      [estimateId, [document.id]],
    ]);
    const first = await pull();
    expect(first.changed["estimate-documents"]).toEqual([document]);
  });

  test(`get at most ${String(MAX_CHANGES_PAGE_DOCUMENTS)} documents in a page, fewer of large ones, and miss none`, async () => {
    const { cursor } = await pull();
    await create();
    await query(
      `insert into document (company_id, estimate_id, lead_id, name, type, created_time, received_time, modified_time, pdf_status, data_size)
       select $1, $2, $3, 'D' || i, 3, now(), now(), now(), 1, case when i > 60 then 4000000 else 10 end from generate_series(1, 63) i`,
      [companyId, estimateId, leadId],
    );
    for (const from of [cursor, undefined]) {
      const sizes: number[] = [];
      const seen = new Set<number>();
      for (let next = from, more = true; more;) {
        const page = await pull(next, "estimate-documents");
        const documents = page.changed["estimate-documents"] ?? [];
        sizes.push(documents.length);
        for (const { id } of documents) seen.add(id);
        ({ cursor: next, more } = page);
      }
      expect(seen.size).toBe(64);
      expect(Math.max(...sizes)).toBe(MAX_CHANGES_PAGE_DOCUMENTS);
    }
  });
});

test("documents and their estimate are saved at the same time, and neither waits for the other for ever", async () => {
  const drafts = await Promise.all(
    Array.from({ length: 6 }, async () => documentForm(await signed(), { pdf: pdfFile(buildPdf(randomUUID())) })),
  );
  const replies = await Promise.all([
    ...drafts.map(({ payload, headers }) =>
      server.app
        .inject({ method: "POST", url: "/api/documents/", payload, headers: { ...headers, ...ann.headers } })
        .then(({ statusCode }) => statusCode),
    ),
    ...Array.from({ length: 6 }, (_, index) =>
      ann
        .callRaw("updateEstimate", {
          params: { id: estimateId },
          body: { revision: 1, name: `House ${String(index)}`, former: { name: "House" } },
        })
        .then(({ status }) => status),
    ),
  ]);
  expect(replies.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200]);
  // One save wins; the others meet its change.
  expect(replies.slice(6).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

describe("the PDF", () => {
  test("[DOC-04] [DOC-22] [DOC-24] [API-20] is made by a job: queued, processing, success with its address", async () => {
    const { body } = await create();
    const seen: number[] = [];
    drawn = async () => {
      seen.push((await read(body.id)).pdfStatus);
      return buildPdf("drawn");
    };
    await server.runJobs();
    expect(seen).toEqual([PDF_STATUSES.processing]);
    expect(await read(body.id)).toMatchObject({
      pdfStatus: PDF_STATUSES.success,
      pdfUrl: `/pdf/contract/${String(body.id)}?companyId=${String(companyId)}`,
    });
    const again = await ann.call("generateDocumentPdf", { params: { id: String(body.id) } });
    expect(again.body.pdfStatus).toBe(PDF_STATUSES.queued);
    await server.runJobs();
    expect(seen).toHaveLength(2);
  });

  test("[OP-65] is retried after a failure; the last failure is kept with its reason until someone retries", async () => {
    const { body } = await create();
    drawn = () => {
      throw new PrintFailure('The file "warranty.pdf" cannot be read.');
    };
    const runDue = async () => {
      await query("update graphile_worker._private_jobs set run_at = now()");
      await server.runJobs();
    };
    await server.runJobs();
    expect(await read(body.id)).toMatchObject({ pdfStatus: PDF_STATUSES.queued, pdfFailure: "" });
    for (let attempt = 2; attempt <= 5; attempt += 1) await runDue();
    expect(await read(body.id)).toMatchObject({
      pdfStatus: PDF_STATUSES.failure,
      pdfFailure: 'The file "warranty.pdf" cannot be read.',
      pdfUrl: null,
    });
    await runDue();
    expect(orders).toHaveLength(5);
    const paper = await open(`/pdf/contract/${String(body.id)}`);
    expect(paper.json()).toMatchObject({ title: 'The PDF could not be made: The file "warranty.pdf" cannot be read.' });

    drawn = () => buildPdf("at last");
    await ann.call("generateDocumentPdf", { params: { id: String(body.id) } });
    await server.runJobs();
    expect(await read(body.id)).toMatchObject({ pdfStatus: PDF_STATUSES.success, pdfFailure: "" });
  });

  test("[PAPER-25] at which the server was killed each time is given up with words, not tried for ever", async () => {
    const { body } = await create();
    const killedAfter = (attempts: number) =>
      query("update document set pdf_status = $1, pdf_attempts = $2 where id = $3", [
        PDF_STATUSES.processing,
        attempts,
        body.id,
      ]);
    await killedAfter(5);
    await server.runJobs();
    expect(orders).toHaveLength(0);
    expect(await read(body.id)).toMatchObject({
      pdfStatus: PDF_STATUSES.failure,
      pdfFailure: "The server stopped each time it made this PDF.",
    });
    await ann.call("generateDocumentPdf", { params: { id: String(body.id) } });
    await killedAfter(4);
    await server.runJobs();
    expect(await read(body.id)).toMatchObject({ pdfStatus: PDF_STATUSES.success });
  });

  test("[SET-28] a signed document is not refused for a file that the company doesn't have", async () => {
    const { status } = await send(await signed({ model: { attachmentFileIds: ["c".repeat(64)] } }), { pdf: pdfFile() });
    expect(status).toBe(200);
  });

  test("is drawn with pictures and attachments of the company, and never of another", async () => {
    const [own, foreign] = ["a".repeat(64), "b".repeat(64)];
    const otherCompany = await server.createCompany();
    await query(
      `insert into file (company_id, id, name, size, content_type)
       values ($1, $2, 'own.png', 1, 'image/png'), ($3, $4, 'foreign.png', 1, 'image/png')`,
      [companyId, own, otherCompany, foreign],
    );
    for (const [owner, id] of [
      [companyId, own],
      [otherCompany, foreign],
    ]) {
      const folder = path.join(files, String(owner), String(id).slice(0, 2));
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, String(id)), "bytes");
    }
    expect((await create({ model: { attachmentFileIds: [own, foreign] } })).problem.errors).toEqual({
      "data.model": ["The file is not one of the company's files. Please upload it again."],
    });
    const { body } = await create({ model: { attachmentFileIds: [own] } });
    // As a document that was stored before this check existed.
    await query(
      `update document
       set data = data || jsonb_build_object('model', replace(data ->> 'model', $2, $2 || '","' || $3)) where id = $1`,
      [body.id, own, foreign],
    );
    await server.runJobs();
    const [order] = orders;
    expect(order?.kind === "document" && [...order.input.files]).toEqual([
      [own, { contentType: "image/png", name: "own.png", bytes: new Uint8Array(Buffer.from("bytes")) }],
    ]);
  });

  test("of a document that changed while it was drawn is discarded", async () => {
    const { body } = await create();
    drawn = async () => {
      if (orders.length === 1)
        await ann.call("updateDocument", { params: { id: String(body.id) }, body: { revision: 1, name: "Changed" } });
      return buildPdf(`drawn ${String(orders.length)}`);
    };
    await server.runJobs();
    await server.runJobs();
    expect(orders).toHaveLength(2);
    expect((await open(`/pdf/contract/${String(body.id)}`)).rawPayload.equals(buildPdf("drawn 2"))).toBe(true);
  });

  test.each([
    ["DOC-14", "contract"],
    ["DOC-15", "change-order"],
    ["DOC-16", "purchase-order"],
    ["DOC-17", "work-order"],
    ["DOC-18", "cost-estimate"],
    ["DOC-19", "labor-bill"],
    ["DOC-20", "final-labor-bill"],
    ["DOC-21", "itemized-estimate"],
  ] as const)(
    "[%s] /pdf/%s opens a document of that kind, made on the spot while none is stored",
    async (_rule, slug) => {
      const kind = slug.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as NewDocument["kind"];
      const { body } = await create({ kind });
      const paper = await open(`/pdf/${slug}/${String(body.id)}?companyId=${String(companyId)}`);
      expect(paper.statusCode).toBe(200);
      expect(paper.headers["content-type"]).toBe("application/pdf");
      expect(await read(body.id)).toMatchObject({ pdfStatus: PDF_STATUSES.success });
      const other = slug === "contract" ? "work-order" : "contract";
      expect((await open(`/pdf/${other}/${String(body.id)}`)).statusCode).toBe(404);
    },
  );

  test("[DOC-23] an address of an unknown kind leads nowhere, whatever the browser accepts", async () => {
    const { body } = await create();
    for (const path of [`/pdf/invoice/${String(body.id)}`, "/pdf", "/pdf/contract"])
      expect((await open(path, { ...ann.headers, accept: "text/html" })).statusCode, path).toBeGreaterThanOrEqual(400);
  });

  test("[DOC-23] addresses of papers are never the app's page, also where the server serves the app", async () => {
    const web = await mkdtemp(path.join(os.tmpdir(), "ridgebook-web-"));
    await writeFile(path.join(web, "index.html"), "<title>Ridgebook</title>");
    const serving = await startTestApplication(inject("postgresUrl"), { webFolder: web, printer });
    try {
      const headers = { accept: "text/html" };
      expect((await serving.app.inject({ url: "/lead/7", headers })).body).toContain("<title>Ridgebook</title>");
      for (const url of ["/pdf/contract/7", "/PDF/Contract/7", "/pdf/contract", "/pdf/", "/pdf/invoice/7"]) {
        const reply = await serving.app.inject({ url, headers });
        expect(reply.statusCode, url).toBeGreaterThanOrEqual(400);
        expect(reply.body, url).not.toContain("<title>Ridgebook</title>");
        const called = await serving.app.inject({ url });
        expect(called.headers["content-type"], url).toContain("application/json");
      }
    } finally {
      await serving.close();
      await rm(web, { recursive: true });
    }
  });

  test("opens with the cookie of a login, as browsers open links, and not without one", async () => {
    const { document, pdf } = await createSigned();
    const url = document.pdfUrl ?? "";
    const cookies = { ridgebook_session: ann.cookie };
    expect((await server.app.inject({ url, cookies })).rawPayload.equals(pdf)).toBe(true);
    expect((await server.app.inject({ url })).statusCode).toBe(401);
    expect((await open(url, foreigner.headers)).statusCode).toBe(403);
    expect((await open(`/pdf/contract/${String(document.id)}`, foreigner.headers)).statusCode).toBe(404);
  });

  test("[PAPER-28] explains to a person why it does not open, to a program as data", async () => {
    const { document } = await createSigned();
    const url = document.pdfUrl ?? "";
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    for (const { headers, status, message } of [
      { headers: {}, status: 401, message: "Your session has expired, please login again." },
      { headers: foreigner.headers, status: 403, message: "Access denied. Your account does not have permission" },
    ]) {
      const page = await server.app.inject({ url, headers: { ...headers, accept } });
      expect(page.statusCode).toBe(status);
      expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(page.body).toContain(message);
      const reply = await server.app.inject({ url, headers });
      expect(reply.headers["content-type"]).toContain("application/json");
    }
  });

  test("of a signed document that was changed in the store is not shown as the signed one", async () => {
    const { document } = await createSigned();
    await query("update document set pdf_hash = $2 where id = $1", [document.id, "a".repeat(64)]);
    expect((await open(document.pdfUrl ?? "")).statusCode).toBe(500);
  });
});

describe("a signed link", () => {
  const link = async (document: StoredDocument, who: SignedIn = ann) =>
    (await who.call("createDocumentLink", { params: { id: String(document.id) } })).body;

  test("opens one document without a login, for ten minutes", async () => {
    const { document, pdf } = await createSigned();
    const { url, expiresTime } = await link(document);
    expect(Date.parse(expiresTime) - server.clock.now().getTime()).toBeGreaterThan(9 * 60_000);
    const paper = await server.app.inject({ url });
    expect(paper.statusCode).toBe(200);
    expect(paper.rawPayload.equals(pdf)).toBe(true);
    server.clock.advance({ minutes: 11 });
    expect((await server.app.inject({ url })).statusCode).toBe(401);
    server.clock.advance({ minutes: -11 });
  });

  test("opens no other document, no other company and no other call, and dies with its login", async () => {
    const { document } = await createSigned();
    const { document: other } = await createSigned();
    const { url } = await link(document);
    const token = new URL(url, "http://localhost").searchParams.get("link") ?? "";
    const [head = "", body = ""] = token.split(".");
    for (const wrong of [
      `/pdf/contract/${String(other.id)}?companyId=${String(companyId)}&link=${token}`,
      `/pdf/change-order/${String(document.id)}?link=${token}`,
      `/pdf/contract/${String(document.id)}?companyId=1&link=${token}`,
      `/pdf/contract/${String(document.id)}?link=${head}.${body}.AAAA`,
      `/pdf/contract/${String(document.id)}?link=${ann.token}`,
      `/api/documents/${String(document.id)}?link=${token}`,
      `/api/Documents/${String(document.id)}/DownloadSignature?key=customer&link=${token}`,
    ])
      expect((await server.app.inject({ url: wrong })).statusCode, wrong).toBe(401);
    // A link is no token either.
    expect(
      (await server.app.inject({ url: "/api/users/self", headers: { authorization: `Bearer ${token}` } })).statusCode,
    ).toBe(401);
    expect((await foreigner.call("createDocumentLink", { params: { id: String(document.id) } })).status).toBe(404);
    await server.call("logout", { cookie: ann.cookie });
    expect((await server.app.inject({ url })).statusCode).toBe(401);
  });
});

describe("numbers of purchase orders", () => {
  const order = (poNumber: string, projectType: string, createdTime: string) =>
    create({
      kind: "purchaseOrder",
      createdTime,
      data: {
        choices: JSON.stringify({ kind: "purchaseOrder", name: "Order", copies: [], texts: {}, poNumber, projectType }),
      },
    });

  test("[API-46] [DOC-07] are those of the lead's orders, then the next by customer number", async () => {
    const params = { id: String(leadId) };
    const first = await ann.call("listPurchaseOrderSuggestions", { params });
    expect(first.body).toEqual([{ poNumber: `PO-${String(leadId)}-1`, projectType: "" }]);
    await ann.callRaw("updateLead", {
      params: { id: leadId },
      body: {
        revision: 1,
        customerNumber: "C-77",
        projectTypes: ["Roofing", "Gutters"],
        former: { customerNumber: "", projectTypes: [] },
      },
    });
    await order("PO-C-77-3", "Roofing", "2026-05-01T10:00:00.000Z");
    await order("ABC", "Gutters", "2026-05-02T10:00:00.000Z");
    await order("PO-C-77-3", "Siding", "2026-04-01T10:00:00.000Z");
    expect((await ann.call("listPurchaseOrderSuggestions", { params })).body).toEqual([
      { poNumber: "ABC", projectType: "Gutters" },
      { poNumber: "PO-C-77-3", projectType: "Roofing" },
      { poNumber: "PO-C-77-4", projectType: "Roofing, Gutters" },
    ]);
    expect((await foreigner.call("listPurchaseOrderSuggestions", { params })).status).toBe(404);
  });
});
