import { randomUUID } from "node:crypto";
import {
  calculateEstimate,
  DOCUMENT_PDF_FIELD,
  DOCUMENT_TYPES,
  type EstimateId,
  type ProblemReply,
  type SignatureInput,
  type SignatureKey,
  type StoredDocument,
} from "@ridgebook/contract";
import {
  basisOf,
  buildDocument,
  documentDataOf,
  DRAWING_VERSION,
  fingerprintOf,
  initialChoices,
  readModel,
  workflowKeysOf,
  type DocumentModel,
  type DocumentSource,
  type TableRow,
} from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { FORGERIES } from "@ridgebook/documents/testing/forge-pdf";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { documentForm, drawPdf, drawSignature } from "#testing/build-document.ts";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

/* Signed papers as honest devices send them, and forged ones. Their PDFs are really drawn and compared. */

let server: TestApplication;
let ann: SignedIn;
let leadId: number;
let estimateId: EstimateId;
const source = sampleSource(sampleEstimate(["roofing-colonial", "gutters-cape"], { promotion: 250 }));

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  ann = await server.signInNew({ companyId: await server.createCompany() });
  leadId = (await ann.call("createLead", { body: { lastName: "Whitfield" } })).body.id;
  const { workflowIds } = source.estimate;
  const estimate = await ann.callRaw("createEstimate", { body: { leadId, name: "House", workflowIds } });
  estimateId = (estimate.body as { id: EstimateId }).id;
});
afterAll(() => server.close());

interface Paper {
  readonly input: Parameters<typeof documentForm>[0] & {
    readonly data: Record<string, string>;
    readonly signatures: Partial<Record<SignatureKey, SignatureInput>>;
  };
  readonly model: DocumentModel;
}

/** A signed paper as a device makes it, altered by `change` before it is sealed. */
async function sign(
  from: DocumentSource,
  kind: "contract" | "changeOrder",
  {
    change = (model) => model,
    basis = basisOf(from.estimate),
    basedOnId,
    buildsOn,
    drawing = DRAWING_VERSION,
  }: {
    change?: (model: DocumentModel) => DocumentModel;
    basis?: ReturnType<typeof basisOf>;
    basedOnId?: number;
    buildsOn?: readonly string[];
    drawing?: string;
  } = {},
): Promise<Paper> {
  const choices = initialChoices(from, kind);
  const model = change(buildDocument(from, choices));
  const slots = model.closing?.signatures ?? [];
  const signature = await drawSignature();
  const data = documentDataOf({
    model,
    choices,
    basis,
    basedOnId,
    signed: {
      fingerprint: await fingerprintOf(
        model,
        slots.map(({ key }) => ({ key, ...signature })),
      ),
      consents: Object.fromEntries(slots.map(({ key, consent }) => [key, consent])),
      strokes: {},
      buildsOn,
      clock: { aheadSeconds: 0, comparedTime: from.now.toISOString() },
      lead: from.lead,
      drawing,
    },
  });
  const signatures = Object.fromEntries(slots.map(({ key }): [SignatureKey, typeof signature] => [key, signature]));
  return {
    model,
    input: {
      estimateId,
      name: model.title,
      type: DOCUMENT_TYPES[kind],
      workflows: workflowKeysOf(choices),
      createdTime: from.now.toISOString(),
      data: { ...data },
      signatures,
    },
  };
}

async function send(
  input: Paper["input"],
  pdf?: Uint8Array,
): Promise<{ status: number; body: StoredDocument; errors: ProblemReply["errors"] }> {
  const file = pdf && new File([Uint8Array.from(pdf)], "contract.pdf");
  const { payload, headers } = await documentForm(input, { ...(file && { pdf: file }) });
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/documents/",
    payload,
    headers: { ...headers, ...ann.headers, "idempotency-key": randomUUID() },
  });
  const body = reply.json<StoredDocument & ProblemReply>();
  return { status: reply.statusCode, body, errors: body.errors };
}

async function setting(admin: SignedIn, values: Readonly<Record<string, unknown>>): Promise<void> {
  const body = Object.entries(values).map(([name, value]) => ({ op: "replace", path: `/${name}`, value }));
  expect((await admin.callRaw("updateSettings", { body })).status).toBe(200);
}

const findingsOf = ({ findings }: StoredDocument) =>
  findings.map(({ kind }) => kind).filter((kind) => kind.startsWith("other"));

describe("a signed contract", () => {
  test("[SIGN-02] with the PDF that its device drew is taken", async () => {
    const { input } = await sign(source, "contract");
    const { status, body } = await send(input, await drawPdf(input));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(findingsOf(body)).not.toContain("otherDrawing");
  });

  test("[SIGN-02] that an older app drew is accepted, and marked", async () => {
    const { input } = await sign(source, "contract", { drawing: "0123456789abcdef" });
    const { PDFDocument } = await import("@cantoo/pdf-lib");
    const drawn = await PDFDocument.load(await drawPdf(input), { updateMetadata: false });
    const { status, body } = await send(input, await drawn.save());
    expect(status, JSON.stringify(body)).toBe(200);
    expect(findingsOf(body)).toContain("otherDrawing");
  });

  test("[SIGN-03] [SIGN-04] whose PDF says 99,999 and runs JavaScript is refused with the difference, and nothing is stored", async () => {
    const { input, model } = await sign(source, "contract");
    const price = model.keyFigures[0]?.large ?? "";
    const other = JSON.parse(JSON.stringify(model).replaceAll(price, "$99,999.00")) as DocumentModel;
    const pdf = await drawPdf({ ...input, data: { ...input.data, model: JSON.stringify(other) } });
    const refused = await send(input, pdf);
    expect(refused.status).toBe(400);
    expect(refused.errors).toEqual({
      [DOCUMENT_PDF_FIELD]: [`Page 1: the PDF says "$99,999.00" where the document says "${price}".`],
    });
    const script = FORGERIES.find(({ what }) => what === "an action when it is opened");
    const { errors } = await send(input, await script?.change(await drawPdf(input)));
    expect(errors?.[DOCUMENT_PDF_FIELD]?.[0]).toMatch(script?.says ?? /never/);
    const listed = await ann.call("listDocuments", {
      query: { leadId: String(leadId), estimateId: String(estimateId) },
    });
    expect(listed.body.filter(({ createdTime }) => createdTime === input.createdTime)).toHaveLength(2);
  });

  const withTables = (change: (rows: readonly TableRow[]) => readonly TableRow[]) => (model: DocumentModel) => ({
    ...model,
    sections: model.sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) =>
        block.kind === "table" ? { ...block, rows: [...change(block.rows)] } : block,
      ),
    })),
  });
  const otherModel = (change: (model: DocumentModel) => unknown) => async (input: Paper["input"]) =>
    drawPdf({ ...input, data: { ...input.data, model: JSON.stringify(change(readModel(input.data))) } });
  const forgery = (what: string) => async (input: Paper["input"]) => {
    const found = FORGERIES.find((each) => each.what === what);
    if (!found) throw new Error(`Nobody forges ${what}.`);
    return found.change(await drawPdf(input));
  };

  test.each([
    [
      "amount",
      otherModel((model) => JSON.parse(JSON.stringify(model).replaceAll(/\$[\d,]+\.\d\d/g, "$99,999.00"))),
      /^Page 1: the PDF says "\$99,999\.00" where the document says "\$[\d,]+\.\d\d"\.$/,
    ],
    [
      "row",
      otherModel(withTables((rows) => rows.slice(1))),
      /^Page \d+: the PDF says ".*" where the document says ".*"\.$/,
    ],
    ["page", forgery("a page more"), /^The PDF has \d+ pages, the document \d+\.$/],
    ["font", forgery("a font that draws 9 where it says 1"), /where the document says|is drawn otherwise/],
    ["action", forgery("an action when it is opened"), /^The PDF does something when it is opened/],
    ["attachment", forgery("an attached file"), /^The PDF has (scripts, )?other files/],
    ["link", forgery("a link"), /^The PDF has links or comments/],
    ["size", forgery("another page size"), /^Page 1 is 612 by 400 points large, not 612 by 792\.$/],
    ["encrypted", forgery("a password"), /is encrypted|not written as papers are|cannot be read/],
  ] as const)("[SIGN-03] [SIGN-04] forged in one way, %s, is refused with the difference", async (_, change, says) => {
    const { input } = await sign(source, "contract");
    const { status, errors } = await send(input, await change(input));
    expect(status).toBe(400);
    expect(Object.keys(errors ?? {})).toEqual([DOCUMENT_PDF_FIELD]);
    expect(errors?.[DOCUMENT_PDF_FIELD]?.[0]).toMatch(says);
  });

  test("[SIGN-06] whose model says another price than its own price table is refused with both", async () => {
    const { input, model } = await sign(source, "contract", { change: (own) => ({ ...own, total: 12_000 }) });
    const own = buildDocument(source, initialChoices(source, "contract"));
    expect(model.total).toBe(12_000);
    const { errors } = await send(input);
    const ownPrice = (own.total ?? 0).toLocaleString("en-US", { style: "currency", currency: "USD" });
    expect(errors?.["data.model"]).toContain(`The price table says ${ownPrice}, and the paper is about $12,000.00.`);
  });

  test("[SIGN-06] whose lines cost something else than the price book says is refused with the line", async () => {
    const items = source.estimate.items.map((item, index) =>
      index === 0 ? { ...item, laborPrice: 1, materialPrice: 1 } : item,
    );
    const { input } = await sign(source, "contract", { basis: { ...basisOf(source.estimate), items } });
    const { errors } = await send(input);
    expect(errors?.["data.basis"]?.[0]).toMatch(
      /price \$1\.00 differs from \$[\d,.]+ of version 1 of the price book\./,
    );
  });

  test("[SIGN-20] whose estimate was deleted is accepted with other prices, and marked with them", async () => {
    const items = source.estimate.items.map((item, index) =>
      index === 0 && item.parentItemId === null ? { ...item, laborPrice: item.laborPrice + 1 } : item,
    );
    const estimate = { ...source.estimate, items, ...calculateEstimate({ ...source.estimate, items }) };
    const { input } = await sign({ ...source, estimate }, "contract");
    const { body: gone } = await ann.call("createEstimate", { body: { leadId, name: "Gone", workflowIds: [1] } });
    await ann.call("deleteEstimate", { params: { id: gone.id } });
    const { status, body } = await send({ ...input, estimateId: gone.id });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.findings.map(({ text }) => text).join()).toMatch(
      /Its estimate was deleted, and not every price is that of its price book: .*labor price/,
    );
  });

  test("[SIGN-08] of a price book that there never was is refused; without its estimate, too", async () => {
    const { input } = await sign(source, "contract", { basis: { ...basisOf(source.estimate), priceBookVersion: 99 } });
    expect((await send(input)).errors).toEqual({
      "data.basis": ["The estimate names version 99 of the price book; the newest is 1."],
    });
    const { basis: _basis, ...data } = input.data;
    expect(Object.keys((await send({ ...input, data })).errors ?? {})).toEqual(["data.basis"]);
  });

  test("[SIGN-07] [SIGN-08] made before the office changed prices, wording and names is taken", async () => {
    const admin = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    const lead = await admin.call("createLead", { body: { lastName: "Whitfield" } });
    const made = await admin.callRaw("createEstimate", {
      body: { leadId: lead.body.id, name: "House", workflowIds: source.estimate.workflowIds },
    });
    const { input } = await sign(source, "contract");
    await setting(admin, { companyName: "Another", contractLegalText: "<p>Other terms.</p>" });
    const restored = await admin.callRaw("restoreEstimateFieldVersion", {
      params: { version: 1 },
      body: { startedFrom: 1, note: "Again" },
    });
    expect(restored.status, JSON.stringify(restored.body)).toBeLessThan(300);
    const former = ann;
    ann = admin;
    const { status, body } = await send(
      { ...input, estimateId: (made.body as { id: EstimateId }).id },
      await drawPdf(input),
    );
    ann = former;
    expect(status, JSON.stringify(body)).toBe(200);
    expect(findingsOf(body)).toEqual(["otherWording"]);
  });

  test("[PAPER-42] without the right to cancel is refused, unless the settings of its time left that out", async () => {
    const admin = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    const lead = await admin.call("createLead", { body: { lastName: "Whitfield" } });
    const made = await admin.callRaw("createEstimate", {
      body: { leadId: lead.body.id, name: "House", workflowIds: source.estimate.workflowIds },
    });
    const { id } = made.body as { id: EstimateId };
    const { input } = await sign(source, "contract", {
      change: ({ closing, ...model }) => ({ ...model, closing: closing && { ...closing, rightToCancel: null } }),
    });
    const former = ann;
    ann = admin;
    const refused = await send({ ...input, estimateId: id });
    await setting(admin, { showRightToCancel: false });
    const taken = await send({ ...input, estimateId: id });
    await setting(admin, { showRightToCancel: true });
    const before = await send({ ...input, estimateId: id, createdTime: "2026-05-15T01:31:00.000Z" });
    ann = former;
    expect(refused.errors).toEqual({
      "data.model": ["The contract has no notice of the right to cancel and no form for it."],
    });
    expect([taken.status, before.status]).toEqual([200, 200]);
  });

  test("[PAPER-43] that is dated next year while it was signed today is refused with both days", async () => {
    const later = { ...source, now: new Date("2027-05-15T01:30:00.000Z") };
    const { input } = await sign(later, "contract");
    const { errors } = await send(input);
    expect(errors?.["data.model"]).toEqual(["The paper is dated May 14, 2027, and was signed on May 14, 2026."]);
  });

  test("[SIGN-09] that leaves less than nothing to pay is refused", async () => {
    const empty = sampleSource(sampleEstimate(["gutters-cape"], { promotion: 90_000 }));
    const { input } = await sign(empty, "contract");
    const { errors } = await send(input);
    expect(Object.keys(errors ?? {})).toEqual(["data.model"]);
  });
});

test("[SIGN-06] a change order is held against its estimate and the contract that it changes", async () => {
  const signed = await sign(source, "contract");
  const contract = (await send(signed.input)).body;
  const changed = {
    contract: { id: contract.id, data: signed.input.data, createdTime: signed.input.createdTime },
    changeOrders: [],
  };
  const smaller = sampleSource(sampleEstimate(["gutters-cape"]), { changed });
  const honest = await sign(smaller, "changeOrder", { basedOnId: contract.id });
  const { status, body } = await send(honest.input, await drawPdf(honest.input));
  expect(status, JSON.stringify(body)).toBe(200);
  const forged = await sign(smaller, "changeOrder", {
    basedOnId: contract.id,
    change: (model) => ({ ...model, runningTotal: (model.runningTotal ?? 0) + 100 }),
  });
  expect((await send(forged.input)).errors?.["data.model"]?.join(" ")).toContain("The contract value says");
});

describe("a change order of a contract that the server has", () => {
  async function signContract() {
    const { input, model } = await sign(source, "contract");
    const { body: contract } = await send(input);
    const stored = { id: contract.id, data: input.data, createdTime: input.createdTime };
    return { model, stored, fingerprint: input.data["fingerprint"] ?? "" };
  }
  const smaller = (changed: NonNullable<DocumentSource["changed"]>) =>
    sampleSource(sampleEstimate(["gutters-cape"]), { changed });
  /** A paper's price table for a work category. */
  const priceOf = ({ sections }: DocumentModel, work: string): string =>
    sections
      .find(({ id }) => id === "price")
      ?.blocks.flatMap((block) => (block.kind === "table" ? block.rows : []))
      .find(({ cells }) => cells[0]?.endsWith(work))
      ?.cells.at(-1) ?? "";

  test("[PAPER-40] is refused where it begins with other prices than the contract's, with both", async () => {
    const { model, stored, fingerprint } = await signContract();
    // Whole and sound in itself, but made of a contract that was never signed: the same work without the promotion of $250.
    const dearer = sampleSource(sampleEstimate(["roofing-colonial", "gutters-cape"]));
    const never = await sign(dearer, "contract");
    const from = smaller({ contract: { ...stored, data: never.input.data }, changeOrders: [] });
    const { input } = await sign(from, "changeOrder", { basedOnId: stored.id, buildsOn: [fingerprint] });
    const { status, errors } = await send(input);
    expect(status).toBe(400);
    const amount = ({ total }: DocumentModel): string =>
      (total ?? 0).toLocaleString("en-US", { minimumFractionDigits: 2 });
    const before = (work: string): string =>
      `${work} came to $${priceOf(never.model, work)} before this change, it says; contract 2026-0514-K7QD says $${priceOf(model, work)}.`;
    expect(errors?.["data.model"]).toEqual([
      before("Roofing"),
      before("Gutters"),
      `The contract value leaves out contract 2026-0514-K7QD of ${amount(model)}.`,
      `The contract value counts "Contract 2026-0514-K7QD, May 14, 2026" with ${amount(never.model)}, which none of the signed papers says.`,
    ]);
  });

  test("[PAPER-40] is taken where the base is no longer the newest, and where it names a paper that is gone", async () => {
    const { stored, fingerprint } = await signContract();
    const from = smaller({ contract: stored, changeOrders: [] });
    const known = { basedOnId: stored.id, buildsOn: [fingerprint] };
    const first = await sign(from, "changeOrder", known);
    expect((await send(first.input)).status).toBe(200);
    const beside = await sign({ ...from, number: "2026-0514-SECOND" }, "changeOrder", known);
    const { status, body } = await send(beside.input);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.findings.map(({ kind }) => kind)).toContain("supersededBase");
    const gone = { ...known, buildsOn: [fingerprint, "0".repeat(64)] };
    const third = await sign({ ...from, number: "2026-0514-THIRD2" }, "changeOrder", gone);
    const uncompared = await send(third.input);
    expect([uncompared.status, uncompared.body.findings.map(({ text }) => text)]).toEqual([
      200,
      expect.arrayContaining([
        "A signed paper that it names is not here, so what it says was agreed before could not be compared.",
      ]),
    ]);
  });

  test("[PAPER-40] is refused where other amounts are sent beside it than it says", async () => {
    const { stored, fingerprint } = await signContract();
    const from = smaller({ contract: stored, changeOrders: [] });
    const { input } = await sign(from, "changeOrder", { basedOnId: stored.id, buildsOn: [fingerprint] });
    const { errors } = await send({ ...input, additionalWorkTotalBroughtFromAddendum: 5_000 });
    expect(errors).toEqual({
      additionalWorkTotalBroughtFromAddendum: ["$5,000.00 was sent beside the paper, which says $0.00."],
    });
  });
});
