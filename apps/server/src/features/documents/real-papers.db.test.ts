import {
  DOCUMENT_KINDS,
  DOCUMENT_SLUGS,
  DOCUMENT_TYPES,
  type CompanyId,
  type DocumentKind,
  type DocumentVerification,
  type EstimateId,
  type StoredDocument,
} from "@ridgebook/contract";
import {
  basisOf,
  buildDocument,
  documentDataOf,
  DRAWING_VERSION,
  fingerprintOf,
  initialChoices,
  workflowKeysOf,
  type DocumentSource,
} from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { uploadForm } from "@ridgebook/testing/upload-form";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { documentForm, drawSignature } from "#testing/build-document.ts";
import { readPdf } from "#testing/read-pdf.ts";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";
import { isWholePdf } from "./is-whole-pdf.ts";

/* Documents of a sample house as devices make them, from the form on the wire to the PDF. */

let server: TestApplication;
let companyId: CompanyId;
let ann: SignedIn & TestUser;
let estimateId: EstimateId;
const source = sampleSource(sampleEstimate(["roofing-colonial", "gutters-cape"]));

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  companyId = await server.createCompany();
  ann = await server.signInNew({ companyId });
  const lead = await ann.call("createLead", { body: { lastName: "Whitfield" } });
  const { workflowIds } = source.estimate;
  const estimate = await ann.callRaw("createEstimate", { body: { leadId: lead.body.id, name: "House", workflowIds } });
  estimateId = (estimate.body as { id: EstimateId }).id;
});
afterAll(() => server.close());

/** Makes, signs where a customer signs, and sends a document as a device does. */
async function make(kind: DocumentKind, from: DocumentSource, { basedOnId }: { basedOnId?: number } = {}) {
  const choices = initialChoices(from, kind);
  const model = buildDocument(from, choices);
  const slots = model.closing?.signatures ?? [];
  const signatures = Object.fromEntries(
    await Promise.all(slots.map(async ({ key }) => [key, await drawSignature()] as const)),
  );
  const sealed = await Promise.all(slots.map(async ({ key }) => ({ key, ...(await drawSignature()) })));
  const data = documentDataOf({
    model,
    choices,
    basis: basisOf(from.estimate),
    basedOnId,
    signed:
      slots.length === 0
        ? undefined
        : {
            fingerprint: await fingerprintOf(model, sealed),
            consents: Object.fromEntries(slots.map(({ key, consent }) => [key, consent])),
            strokes: {},
            buildsOn: [],
            clock: { aheadSeconds: 0, comparedTime: from.now.toISOString() },
            lead: from.lead,
            drawing: DRAWING_VERSION,
          },
  });
  const { payload, headers } = await documentForm({
    estimateId,
    name: model.title,
    type: DOCUMENT_TYPES[kind],
    workflows: workflowKeysOf(choices),
    createdTime: from.now.toISOString(),
    data,
    signatures,
  });
  const url = "/api/documents/";
  const reply = await server.app.inject({
    method: "POST",
    url,
    payload,
    headers: { ...headers, ...ann.headers, "user-agent": SAFARI_ON_IPAD },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return { document: reply.json<StoredDocument>(), model };
}

const SAFARI_ON_IPAD =
  "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** "Sent by Ann Lee, ann@example.com from Safari on iPad at 10.0.0.1": the account and the device that sent a paper. */
const sentBy = (start: string): RegExp =>
  new RegExp(`${start} [^.]*${ann.email.replaceAll(".", "\\.")},? from Safari on iPad at [\\d.:a-f]+`);

const textOf = async (bytes: Uint8Array): Promise<string> => (await readPdf(bytes)).join(" ");

test.each(DOCUMENT_KINDS)("[DOC-03] [DOC-09] [SIGN-24] a real %s is taken, drawn and opened", async (kind) => {
  const contract = kind === "changeOrder" ? (await make("contract", source)).document : undefined;
  const { document, model } = await make(
    kind,
    contract ? { ...source, changed: { contract, changeOrders: [] } } : source,
    contract && { basedOnId: contract.id },
  );
  expect(document.type).toBe(DOCUMENT_TYPES[kind]);
  await server.runJobs();
  const made = await ann.call("getDocument", { params: { id: String(document.id) } });
  expect(made.body).toMatchObject({ pdfStatus: 1, pdfFailure: "" });
  const url = `/pdf/${DOCUMENT_SLUGS[kind]}/${String(document.id)}?companyId=${String(companyId)}`;
  expect(made.body.pdfUrl).toBe(url);
  const paper = await server.app.inject({ url, headers: ann.headers });
  expect(isWholePdf(paper.rawPayload)).toBe(true);
  const text = await textOf(paper.rawPayload);
  expect(text).toContain(model.number);
  for (const { heading } of model.sections) expect(text.replaceAll(/\s+/g, " ")).toContain(heading);
  if (model.closing && model.closing.signatures.length > 0) {
    const certificate = await server.app.inject({
      url: `/api/documents/${String(document.id)}/certificate`,
      headers: ann.headers,
    });
    const certified = (await textOf(certificate.rawPayload)).replaceAll(/\s+/g, " ");
    expect(certified).toContain("What is stored is what was signed");
    expect(certified).toMatch(sentBy("Sent by"));
    // Drawn by the server, it is the signed file from then on.
    const { payload, headers } = await uploadForm(new File([Uint8Array.from(paper.rawPayload)], "paper.pdf"));
    const verified = await server.app.inject({
      method: "POST",
      url: "/api/documents/verify",
      payload,
      headers: { ...headers, ...ann.headers },
    });
    const { explanation, ...rest } = verified.json<DocumentVerification>();
    expect(rest).toMatchObject({ isSigned: true, documentId: document.id });
    expect(explanation).toMatch(sentBy("sent by"));
  }
});
