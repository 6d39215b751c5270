import { DEFAULT_SETTINGS, DOCUMENT_KINDS, NO_TERM, type DocumentId, type DocumentKind } from "@ridgebook/contract";
import { companyMargin, PAYMENT_OPTIONS } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { buildDocument } from "#build-document.ts";
import type { DocumentChoices } from "#choices/document-choices.ts";
import { basisOf, documentDataOf, readBasis } from "#document-data.ts";
import { canonicalJson } from "#fingerprint/canonical-json.ts";
import { initialChoices } from "#initial-choices.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { compareAmounts } from "#received/compare-amounts.ts";
import { sampleBook, sampleEstimate, sampleSource } from "#testing/sample-source.ts";

/** A year of equal payments, with a dealer fee of 4 % that the company bears. */
const settings = {
  zeroInterest: { year: { label: "12 equal payments", months: 12, feePercent: 4, feeBorneBy: "company" } },
};
const PLAN = { ...NO_TERM, months: 12, offerId: "year" };

const estimateWith = (lenderFeePercent: number) =>
  sampleEstimate(
    ["roofing-colonial", "gutters-cape"],
    { paymentOption: PAYMENT_OPTIONS.zeroInterest, term: { ...PLAN, lenderFeePercent }, promotion: 250 },
    { discountPercent: 0.05, marginPercent: 0.1 },
  );
type SampleEstimate = ReturnType<typeof estimateWith>;

function signedContract(estimate: SampleEstimate) {
  const source = sampleSource(estimate, { settings });
  const choices = initialChoices(source, "contract");
  const model = buildDocument(source, choices);
  return { model, choices, data: documentDataOf({ model, choices, basis: basisOf(estimate) }) };
}

function paper(kind: DocumentKind, estimate: SampleEstimate): { model: DocumentModel; choices: DocumentChoices } {
  const contract = {
    id: 1 as DocumentId,
    createdTime: "2026-05-14T14:25:30.000Z",
    data: signedContract(sampleEstimate(["roofing-colonial"])).data,
  };
  const source: DocumentSource = sampleSource(estimate, { settings, changed: { contract, changeOrders: [] } });
  const choices = initialChoices(source, kind);
  return { model: buildDocument(source, choices), choices };
}

const [borne, free] = [estimateWith(4), estimateWith(0)];

describe("a lender's fee that the company bears", () => {
  test.each(DOCUMENT_KINDS.filter((kind) => kind !== "costEstimate"))(
    "[SUM-13] changes nothing of what a %s says",
    (kind) => {
      expect(paper(kind, borne).model).toEqual(paper(kind, free).model);
    },
  );

  test("[SUM-14] a cost estimate says what is left first, and the margin with it beside", () => {
    const { model } = paper("costEstimate", borne);
    const margin = companyMargin(...Object.values(borne.workflowSummaries));
    const money = (dollars: number): string =>
      `$${dollars.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
    const [total, cost, kept] = model.keyFigures;
    expect([total?.caption, cost?.caption, kept?.caption]).toEqual(["Total", "Cost", "Margin after lender’s fee"]);
    expect(kept?.large).toBe(money(margin.afterLender));
    expect(kept?.lines.at(-1)).toBe(`${money(margin.beforeLender)} incl. lender’s fee`);
    const table = model.sections.find(({ id }) => id === "margin")?.blocks.find((block) => block.kind === "table");
    expect(table?.columns.map(({ label }) => label)).toEqual([
      "Work",
      "Cost",
      "Total",
      "Margin after lender’s fee",
      "Share",
      "Lender’s fee",
      "Margin incl. lender’s fee",
    ]);
    // Roof: 22,437.36 less 5 % is 21,371.33 (1,066.035 off 21,320.70); 4 % of it 854.85.
    expect(table?.rows.map(({ cells }) => cells[5])[0]).toBe("854.85");
    expect(JSON.stringify(paper("costEstimate", free).model)).not.toContain("ender’s fee");
  });
});

describe("a signed contract from before there was a lender's fee", () => {
  const { model, choices, data } = signedContract(free);
  const older = {
    ...data,
    basis: (data["basis"] ?? "").replaceAll(/"lenderFee(?:Percent)?":0,/g, ""),
  };

  test("[SUM-13] its estimate is read without one, and what it says and agrees to stays as it was signed", () => {
    expect(older.basis).not.toContain("lenderFee");
    const basis = readBasis(older);
    expect(basis).toEqual(readBasis(data));
    expect(
      compareAmounts({
        model,
        choices,
        basis,
        data: older,
        book: sampleBook,
        changed: undefined,
        settings: { ...DEFAULT_SETTINGS, ...settings, smtpPasswordIsSet: false },
        createdTime: "2026-05-14T14:25:30.000Z",
      }).differences,
    ).toEqual([]);
    // What is sealed is the model: it has the same bytes with a fee that the company bears.
    expect(canonicalJson(signedContract(borne).model)).toBe(canonicalJson(model));
  });
});
