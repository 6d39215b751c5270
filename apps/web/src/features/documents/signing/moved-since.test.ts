import { EMPTY_LEAD } from "@ridgebook/contract";
import { basisOf, buildDocument, initialChoices, type SignedPaper } from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { describe, expect, test } from "vitest";
import { movedEstimate, signedMeanwhile } from "#features/documents/signing/moved-since.ts";
import { openSigningText } from "#features/documents/signing/open-signing-text.ts";
import type { TakenSignature } from "#features/documents/signing/taken-signature.ts";

const estimate = sampleEstimate(["roofing-colonial", "gutters-cape"]);
const source = sampleSource(estimate);
const choices = initialChoices(source, "contract", {});
const frozen = { model: buildDocument(source, choices), choices, basis: basisOf(estimate) };

describe("a partly signed paper", () => {
  test("[SIGN-61] is the same while the estimate is, whatever name, lead, wording or id changes", () => {
    expect(movedEstimate(frozen, source)).toBeUndefined();
    const items = estimate.items.map((item) => ({ ...item, id: item.id + 500_000, ...parentOf(item) }));
    for (const other of [
      sampleSource({ ...estimate, name: "Another name", id: 12 }),
      sampleSource({ ...estimate, items }),
      sampleSource(estimate, { settings: { contractPaymentDisclaimer: "<p>Other words</p>" } }),
      sampleSource(estimate, { lead: { ...source.lead, ...EMPTY_LEAD, lastName: "Whitfield" } }),
    ])
      expect(movedEstimate(frozen, other)).toBeUndefined();
  });

  test("[SIGN-61] is another with another price, promotion or quantity, and both totals are known", () => {
    const discounted = sampleEstimate(["roofing-colonial", "gutters-cape"], {}, { discountPercent: 0.1 });
    const signed = frozen.model.total ?? 0;
    const moved = movedEstimate(frozen, sampleSource(discounted));
    expect(moved?.signed).toBe(signed);
    expect(moved?.now).toBeLessThan(signed);
    const promoted = sampleEstimate(["roofing-colonial", "gutters-cape"], { promotion: 250 });
    expect(movedEstimate(frozen, sampleSource(promoted))).toEqual({ signed, now: signed - 250 });
    const less = sampleEstimate(["roofing-colonial"]);
    expect(movedEstimate(frozen, sampleSource(less))).toBeDefined();
  });

  const parentOf = ({ parentItemId }: { parentItemId: number | null }) => ({
    parentItemId: parentItemId === null ? null : parentItemId + 500_000,
  });
});

const taken = (timestamp: string, aheadSeconds: number | null): TakenSignature => ({
  picture: "data:image/png;base64,AAAA",
  strokes: null,
  typedName: null,
  timestamp,
  clock: { aheadSeconds, comparedTime: null },
});

test("[SIGN-61] only papers that were signed after the first signature, by the server's clock, are news", () => {
  const paper = (createdTime: string): SignedPaper => ({
    id: 1,
    kind: "changeOrder",
    createdTime,
    supersededById: null,
    workflows: ["1"],
    buildsOn: [],
    sourceId: undefined,
    isBesideAnother: false,
    number: "2026-0514-AAAAAA",
    fingerprint: createdTime,
    basedOnId: 3,
  });
  const papers = [paper("2026-05-14T14:00:00.000Z"), paper("2026-05-14T15:00:00.000Z")];
  // An hour ahead: it was 14:30 at the server.
  expect(signedMeanwhile(papers, { customer: taken("2026-05-14T15:30:00.000Z", 3_600) })).toEqual([papers[1]]);
  expect(signedMeanwhile(papers, { customer: taken("2026-05-14T15:30:00.000Z", null) })).toEqual([]);
  expect(signedMeanwhile(papers, {})).toEqual([]);
});

test("[SIGN-60] one sentence each says who has signed and who signs later", () => {
  const slots = [
    { key: "customer", name: "Karen Whitfield", role: "Owner" },
    { key: "customer2", name: "Tom Whitfield", role: "Owner" },
    { key: "salesperson", name: "", role: "For North Gable" },
  ] as const;
  const signature = taken("2026-05-14T15:30:00.000Z", null);
  const text = (keys: object): string => openSigningText({ paper: "Contract 7", slots, taken: keys });
  expect(text({ customer: signature })).toBe(
    "Contract 7: 1 of 3 signed. Karen Whitfield has signed; Tom Whitfield and For North Gable sign later.",
  );
  expect(text({ customer: signature, salesperson: signature })).toBe(
    "Contract 7: 2 of 3 signed. Karen Whitfield and For North Gable have signed; Tom Whitfield signs later.",
  );
});
