import { describe, expect, test } from "vitest";
import { documentData, documentInput } from "./document.ts";
import {
  DEFAULT_EMAIL_STATUS,
  documentKindOf,
  documentsOfKind,
  documentViewUrl,
  DOCUMENT_KINDS,
  DOCUMENT_TYPES,
  EMAIL_STATUSES,
  isSigned,
  PDF_STATUSES,
  typeVersionOf,
} from "./document-kinds.ts";
import type { DocumentId } from "#ids.ts";

const id = 12 as DocumentId;

describe("a document's fields", () => {
  test("[DOC-03] types are numbered as specified", () => {
    expect(DOCUMENT_TYPES).toEqual({
      contract: 1,
      purchaseOrder: 2,
      workOrder: 3,
      costEstimate: 4,
      laborBill: 5,
      itemizedEstimate: 6,
      changeOrder: 7,
      finalLaborBill: 8,
    });
    expect(DOCUMENT_KINDS.map((kind) => documentKindOf(DOCUMENT_TYPES[kind]))).toEqual(DOCUMENT_KINDS);
    expect(documentKindOf(99)).toBeUndefined();
  });

  test("[DOC-04] [DOC-27] statuses of PDFs and e-mails are numbered as specified", () => {
    expect(PDF_STATUSES).toEqual({ unknown: 0, success: 1, failure: 2, skipped: 3, processing: 4, queued: 5 });
    expect(EMAIL_STATUSES).toEqual({ failure: 0, success: 1, pending: 2, sending: 3, skipped: 4 });
    expect(DEFAULT_EMAIL_STATUS).toBe(4);
  });

  test.each([
    ["2", 2],
    [" 3 ", 3],
    ["x", 1],
    ["", 1],
    ["Infinity", 1],
  ])("[DOC-02] the version of data whose typeVersion is %j is %i", (typeVersion, version) => {
    expect(typeVersionOf({ typeVersion })).toBe(version);
  });

  test("[DOC-02] the version of data without typeVersion is 1; one signature makes a document signed", () => {
    expect(typeVersionOf({})).toBe(1);
    expect(isSigned({ signatures: {} })).toBe(false);
    expect(isSigned({ signatures: { customer: { url: "", timestamp: "2026-05-14T18:02:11.000Z" } } })).toBe(true);
  });
});

describe("the place of its paper", () => {
  test.each([
    ["DOC-14", 1, "contract"],
    ["DOC-15", 7, "change-order"],
    ["DOC-16", 2, "purchase-order"],
    ["DOC-17", 3, "work-order"],
    ["DOC-18", 4, "cost-estimate"],
    ["DOC-19", 5, "labor-bill"],
    ["DOC-20", 8, "final-labor-bill"],
    ["DOC-21", 6, "itemized-estimate"],
  ])(
    "[DOC-14][DOC-15][DOC-16][DOC-17][DOC-18][DOC-19][DOC-20][DOC-21] %s: type %i is viewed at /pdf/%s",
    (_rule, type, slug) => {
      expect(documentViewUrl({ id, type, pdfUrl: null, companyId: 3 })).toBe(`/pdf/${slug}/12?companyId=3`);
    },
  );

  test("[DOC-22] [DOC-23] a stored PDF goes first; an unknown type has no view", () => {
    expect(documentViewUrl({ id, type: 1, pdfUrl: "/stored.pdf", companyId: 3 })).toBe("/stored.pdf");
    expect(documentViewUrl({ id, type: 99, pdfUrl: null, companyId: 3 })).toBeUndefined();
  });
});

test("[EST-06] documents are filtered by kind, in their order", () => {
  const documents = [1, 7, 1, 99].map((type, index) => ({ id: index, type }));
  expect(documentsOfKind(documents, "contract").map(({ id }) => id)).toEqual([0, 2]);
  expect(documentsOfKind(documents, "laborBill")).toEqual([]);
});

describe("a new document", () => {
  const input = {
    estimateId: 7,
    name: " Contract ",
    type: 1,
    workflows: ["1", "1.2"],
    createdTime: "2026-05-14T18:02:15.000Z",
  };
  const problems = (given: object): string[] =>
    (documentInput.safeParse({ ...input, ...given }).error?.issues ?? []).map(({ path }) => path.join("."));

  test("[DOC-01] [DOC-10] has no additional cost, no values and no signatures by default", () => {
    expect(documentInput.parse(input)).toEqual({
      ...input,
      name: "Contract",
      data: {},
      signatures: {},
      showAdditionalCost: false,
      additionalCost: 0,
      additionalWorkTotalBroughtFromAddendum: 0,
    });
  });

  test.each<[string, object, string[]]>([
    ["an unknown type", { type: 9 }, ["type"]],
    ["a workflow that is no key", { workflows: ["roofing"] }, ["workflows.0"]],
    ["a key of data with a dot", { data: { "a.b": "x" } }, ["data.a.b"]],
    ["a key of data that is too long", { data: { ["a".repeat(51)]: "x" } }, [`data.${"a".repeat(51)}`]],
    ["a value of data that is too large", { data: { notes: "x".repeat(2_000_001) } }, ["data.notes"]],
    ["an unknown signature", { signatures: { neighbor: { data: "x", timestamp: "x" } } }, ["signatures"]],
    [
      "a signature that is no PNG",
      { signatures: { customer: { data: "data:image/svg+xml;base64,PHN2Zz4=", timestamp: input.createdTime } } },
      ["signatures.customer.data"],
    ],
    [
      "a signature without a time",
      { signatures: { customer: { data: "data:image/png;base64,iVBORw==", timestamp: "today" } } },
      ["signatures.customer.timestamp"],
    ],
  ])("[API-18] names %s", (_what, given, fields) => {
    expect(problems(given)).toEqual(fields);
  });
});

test("[VAL-38] marks that turn the direction are left out of a document's texts, and nothing of what its fingerprint is about", () => {
  const turned = "\u202eGutters\u2066 west\u202c";
  const model = JSON.stringify({ title: turned });
  expect(documentData.parse({ note: turned, number: turned, model, consents: model })).toEqual({
    note: "Gutters west",
    number: "Gutters west",
    model,
    consents: model,
  });
});
