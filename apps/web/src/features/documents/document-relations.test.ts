import { DOCUMENT_TYPES, type DocumentKind } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import {
  basedOnIdOf,
  changeableContracts,
  changeOrdersOf,
  kindsMadeFrom,
  needsSource,
  sourcesOf,
  whyContractIsKept,
} from "#features/documents/document-relations.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

const SIGNED = { customer: { url: "", timestamp: "2026-05-14T14:24:08.000Z" } };

const buildDocument = (kind: DocumentKind, given: Partial<LocalDocument> = {}): LocalDocument => ({
  id: 1,
  revision: 1,
  estimateId: 9,
  leadId: 7,
  createdByUserId: null,
  name: "Paper",
  workflows: ["1"],
  createdTime: "2026-05-14T14:00:00.000Z",
  receivedTime: "2026-05-14T14:00:00.000Z",
  showAdditionalCost: false,
  additionalCost: 0,
  additionalWorkTotalBroughtFromAddendum: 0,
  data: {},
  signatures: {},
  pdfStatus: 5,
  pdfUrl: null,
  pdfFailure: "",
  supersededById: null,
  findings: [],
  type: DOCUMENT_TYPES[kind],
  sync: "synced",
  ...given,
});

describe("which document is made from which", () => {
  test("[OP-67][ROUTE-41] a labor bill is made from a work order or a contract, and from nothing else", () => {
    const documents = (["contract", "workOrder", "purchaseOrder", "costEstimate", "laborBill"] as const).map(
      (kind, index) => buildDocument(kind, { id: index + 1 }),
    );
    expect(needsSource("laborBill")).toBe(true);
    expect(sourcesOf("laborBill", documents).map(({ id }) => id)).toEqual([1, 2]);
    expect(sourcesOf("finalLaborBill", documents).map(({ id }) => id)).toEqual([1, 2, 5]);
  });

  test("[DOC-06] a change order is made from a contract that is signed and that no other one replaces", () => {
    expect(kindsMadeFrom(buildDocument("contract"))).not.toContain("changeOrder");
    expect(kindsMadeFrom(buildDocument("contract", { signatures: SIGNED }))).toContain("changeOrder");
    const superseded = buildDocument("contract", { signatures: SIGNED, supersededById: 3 as never });
    expect(kindsMadeFrom(superseded)).not.toContain("changeOrder");
    // [SIGN-78] Nothing on it was agreed, so that nothing can change it.
    const reconstructed = { signatures: SIGNED, findings: [{ kind: "reconstructed", text: "" }] };
    expect(kindsMadeFrom(buildDocument("contract", reconstructed))).not.toContain("changeOrder");
  });

  test("[DOC-23] nothing is made from an unknown type", () => {
    expect(kindsMadeFrom(buildDocument("contract", { type: 99 }))).toEqual([]);
  });
});

describe("the contract of a change order", () => {
  test("the newest signed one is offered first", () => {
    const older = buildDocument("contract", { id: 1, signatures: SIGNED, createdTime: "2026-05-01T10:00:00.000Z" });
    const newer = buildDocument("contract", { id: 2, signatures: SIGNED, createdTime: "2026-05-09T10:00:00.000Z" });
    const unsigned = buildDocument("contract", { id: 3 });
    expect(changeableContracts([older, unsigned, newer]).map(({ id }) => id)).toEqual([2, 1]);
  });

  test("[OFF-12] is known of one that was sent and of one that waits on this device", () => {
    expect(basedOnIdOf(buildDocument("changeOrder", { data: { basedOnId: "103" } }))).toBe(103);
    expect(basedOnIdOf({ ...buildDocument("changeOrder"), basedOnId: -4 } as LocalDocument)).toBe(-4);
    expect(basedOnIdOf(buildDocument("changeOrder"))).toBeUndefined();
  });

  test("[DOC-10] its signed change orders follow each other, oldest first", () => {
    const order = (id: number, day: string, given: Partial<LocalDocument> = {}) =>
      buildDocument("changeOrder", {
        id,
        createdTime: `2026-05-${day}T10:00:00.000Z`,
        signatures: SIGNED,
        data: { basedOnId: "1" },
        ...given,
      });
    const documents = [
      order(5, "20"),
      order(4, "18"),
      order(6, "19", { signatures: {} }),
      order(7, "17", { data: { basedOnId: "2" } }),
    ];
    expect(changeOrdersOf(1, documents).map(({ id }) => id)).toEqual([4, 5]);
  });
});

test("[DOC-32] a contract names the signed change orders that build on it, before it asks", () => {
  const contract = buildDocument("contract", { id: 4, signatures: SIGNED, data: { number: "2026-0514-K7QD" } });
  const order = (id: number, number: string, given: Partial<LocalDocument> = {}) =>
    buildDocument("changeOrder", { id, signatures: SIGNED, data: { number, basedOnId: "4" }, ...given });
  const unsigned = order(7, "2026-0603-ZZZZ", { signatures: {} });
  expect(whyContractIsKept(contract, [contract, unsigned])).toBeUndefined();
  expect(whyContractIsKept(contract, [contract, order(5, "2026-0601-B2CD"), unsigned])).toBe(
    "Contract 2026-0514-K7QD cannot be deleted: Change order 2026-0601-B2CD builds on it. Delete that first.",
  );
  const later = order(6, "2026-0602-C3DE", { createdTime: "2026-06-02T14:00:00.000Z" });
  expect(whyContractIsKept(contract, [later, order(5, "2026-0601-B2CD"), contract])).toBe(
    "Contract 2026-0514-K7QD cannot be deleted: Change order 2026-0601-B2CD and Change order 2026-0602-C3DE build on it. Delete them first.",
  );
});
