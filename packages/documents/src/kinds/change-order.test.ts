import { calculateEstimate, type DocumentId, type Settings } from "@ridgebook/contract";
import { fieldByKey } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import type { ChangeOrderChoices } from "#choices/document-choices.ts";
import { basisOf, documentDataOf } from "#document-data.ts";
import { initialChoices } from "#initial-choices.ts";
import { documentModel, type Block, type DocumentModel } from "#model/document-model.ts";
import type { DocumentSource, EstimateOfDocument } from "#model/document-source.ts";
import { richTextToHtml } from "#rich-text/rich-text-to-html.ts";
import { sampleEstimate, sampleSource } from "#testing/sample-source.ts";
import { changesSinceSigned, type ChangesSinceSigned } from "#agreed/changes-since-signed.ts";
import { buildChangeOrder } from "./change-order.ts";
import { buildContract } from "./contract.ts";

type Changed = NonNullable<DocumentSource["changed"]>;
type Paper = Changed["contract"];
type Items = EstimateOfDocument["items"];

/** The engine's totals of an estimate with other items. */
function withItems(estimate: EstimateOfDocument, items: Items): EstimateOfDocument {
  const { totals: _totals, ...calculated } = calculateEstimate({ ...estimate, items });
  return { ...estimate, items, ...calculated };
}

const signed = (estimate: EstimateOfDocument, number = "2026-0514-K7QD"): Paper => {
  const source = sampleSource(estimate, { number });
  const choices = initialChoices(source, "contract");
  const data = documentDataOf({ model: buildContract(source, choices), choices, basis: basisOf(estimate) });
  return { id: 1 as DocumentId, data, createdTime: "2026-05-14T14:25:30.000Z" };
};

function order(
  estimate: EstimateOfDocument,
  changed: Changed,
  { settings = {}, ...choices }: Partial<ChangeOrderChoices> & { settings?: Partial<Settings> } = {},
) {
  const source = sampleSource(estimate, {
    changed,
    settings,
    number: `2026-0601-CO0${changed.changeOrders.length + 1}`,
  });
  const all = { ...initialChoices(source, "changeOrder"), ...choices };
  const model = buildChangeOrder(source, all);
  const data = documentDataOf({ model, choices: all, basis: basisOf(estimate) });
  return { model, paper: { id: 2 as DocumentId, data, createdTime: "2026-06-01T12:00:00.000Z" } satisfies Paper };
}

const tableOf = (model: DocumentModel, id: string): Extract<Block, { kind: "table" }> | undefined =>
  model.sections.find((section) => section.id === id)?.blocks.find((block) => block.kind === "table");
const cellsOf = (model: DocumentModel, id: string): readonly (readonly string[])[] => {
  const table = tableOf(model, id);
  return [...(table?.rows ?? []), ...(table?.totals ?? [])].map(({ cells }) => cells);
};

/** A top-level line and the lines below it. */
const branch = (items: Items, fieldId: string): Items => {
  const top = items.filter((item) => item.fieldId === fieldId && item.parentItemId === null).slice(0, 1);
  return [...top, ...items.filter(({ parentItemId }) => top.some(({ id }) => id === parentItemId))];
};

const roof = sampleEstimate(["roofing-colonial"]);
const contract = signed(roof);
const changed: Changed = { contract, changeOrders: [] };

const DRIP_EDGE = "1.70";
const PERMIT = fieldByKey(1, "permit")?.id;

describe("the changes", () => {
  const fewer = roof.items.map((item) => (item.fieldId === DRIP_EDGE ? { ...item, quantity: 12 } : item));

  test("[DOC-06] changed, added and removed lines, with what was and what is", () => {
    const second = branch(roof.items, DRIP_EDGE).map((item) => ({
      ...item,
      id: item.id - 50_000,
      parentItemId: item.parentItemId === null ? null : item.parentItemId - 50_000,
      quantity: item.fieldId === DRIP_EDGE ? 4 : item.quantity,
    }));
    const items = [...fewer.filter(({ fieldId }) => fieldId !== PERMIT), ...second];
    const { model } = order(withItems(roof, items), changed);
    expect(cellsOf(model, "changes-1")).toEqual([
      ["Changed", "Drip edge", "Aluminum, 10 ft, White · 15 pieces", "Aluminum, 10 ft, White · 12 pieces"],
      ["Added", "Drip edge", "–", "Aluminum, 10 ft, White · 4 pieces"],
      ["Removed", "Roofing permit", "Included", "–"],
    ]);
  });

  test("[DOC-06] an unchanged estimate changes nothing", () => {
    const { model } = order(roof, changed);
    expect(tableOf(model, "changes-1")).toBeUndefined();
    expect(model.total).toBe(0);
    expect(model.keyFigures[0]?.large).toBe("$0.00");
  });

  test("[DOC-06][PAPER-39] work whose lines stay says why its price is another one: its shares, or the price itself", () => {
    const houses = ["roofing-colonial", "gutters-cape"] as const;
    const both = sampleEstimate(houses, { promotion: 250 });
    const signedWork = { contract: signed(both), changeOrders: [] };
    const textOf = (estimate: EstimateOfDocument): string =>
      JSON.stringify(order(estimate, signedWork).model.sections.find(({ id }) => id === "changes-4")?.blocks);
    expect(textOf(both)).toContain('"No line changes."');
    // Gutters come to 6,638.75 of 29,076.11, and of 28,973.63 after 102.48 less of drip edge: 250 x the share is 57.08, and 57.28.
    const less = both.items.map((item) => (item.fieldId === DRIP_EDGE ? { ...item, quantity: 12 } : item));
    expect(textOf(withItems(both, less))).toContain(
      '"No line changes. Its shares of promotion and fee change by −$0.20."',
    );
    // Roof: 22,437.36 − 192.92 before; 22,334.88 − 192.72 now. The gutters' line says that it is about nothing of them.
    expect(cellsOf(order(withItems(both, less), signedWork).model, "price")).toEqual([
      ["1  Roofing", "22,244.44", "22,142.16", "−102.28"],
      ["2  Gutters: shares of promotion and fee", "6,581.67", "6,581.47", "−0.20"],
      ["This change", "", "", "−$102.48"],
    ]);
    // (6,638.75 − 57.08) x 10 %
    expect(textOf(sampleEstimate(houses, { promotion: 250 }, { marginPercent: 0.1 }))).toContain(
      '"No line changes. Its price changes by +$658.17."',
    );
  });

  test("[DOC-06] lines that the server gave other ids are the same lines", () => {
    const items = fewer.map((item) => ({
      ...item,
      id: 900_000 - item.id,
      parentItemId: item.parentItemId === null ? null : 900_000 - item.parentItemId,
    }));
    expect(cellsOf(order(withItems(roof, items), changed).model, "changes-1")).toEqual([
      ["Changed", "Drip edge", "Aluminum, 10 ft, White · 15 pieces", "Aluminum, 10 ft, White · 12 pieces"],
    ]);
  });

  test("[DOC-06] another choice on a line is a change", () => {
    const items = roof.items.map((item) =>
      item.fieldId === "1.72" ? { ...item, fieldOptionId: "1.72.2" as const, value: "Brown" } : item,
    );
    const [row] = cellsOf(order(withItems(roof, items), changed).model, "changes-1");
    expect(row?.slice(0, 3)).toEqual(["Changed", "Drip edge", "Aluminum, 10 ft, White · 15 pieces"]);
    expect(row?.[3]).not.toContain("White");
  });

  test("[DOC-06] measurements that no line was agreed on are no change", () => {
    const items = roof.items.map((item) => (item.fieldId === "1.58" ? { ...item, quantity: 99 } : item));
    expect(tableOf(order(withItems(roof, items), changed).model, "changes-1")).toBeUndefined();
  });

  test("[DOC-06] a workflow that comes in is added whole, one that falls away is taken off whole", () => {
    const gutters = sampleEstimate(["gutters-cape"]);
    const both = sampleEstimate(["roofing-colonial", "gutters-cape"]);
    const added = order(both, changed).model;
    expect(cellsOf(added, "changes-4").every(([kind]) => kind === "Added")).toBe(true);
    expect(added.total).toBe(gutters.workflowSummaries["4"]?.totalWithMargin);
    const without = order(roof, { contract: signed(both), changeOrders: [] });
    expect(cellsOf(without.model, "changes-4").every(([kind]) => kind === "Removed")).toBe(true);
    expect(without.model.total).toBe(-(both.workflowSummaries["4"]?.totalWithMargin ?? 0));
    // What fell away is not taken off again.
    const next = order(roof, { contract: signed(both), changeOrders: [without.paper] }).model;
    expect(next.total).toBe(0);
    expect(next.sections.map(({ id }) => id)).not.toContain("changes-4");
  });
});

describe("amounts", () => {
  // Three pieces of drip edge at 15.83 + 18.33: 3 × 34.16 = 102.48. Houses' total without discount and promotion: 22,437.36.
  const fewer = withItems(
    roof,
    roof.items.map((item) => (item.fieldId === DRIP_EDGE ? { ...item, quantity: 12 } : item)),
  );

  test("[DOC-06] price difference and contract value are the engine's", () => {
    const { model } = order(fewer, changed);
    expect(cellsOf(model, "price")).toEqual([
      ["1  Roofing", "22,437.36", "22,334.88", "−102.48"],
      ["This change", "", "", "−$102.48"],
    ]);
    expect(cellsOf(model, "value")).toEqual([
      ["Contract 2026-0514-K7QD, May 14, 2026", "22,437.36"],
      ["This change order", "−102.48"],
      ["Contract value with this change", "$22,334.88"],
    ]);
    expect([model.total, model.runningTotal]).toEqual([-102.48, 22_334.88]);
  });

  const differenceOf = (
    estimate: EstimateOfDocument,
    signedWork: NonNullable<DocumentSource["changed"]>,
  ): ChangesSinceSigned["difference"] =>
    changesSinceSigned({ ...sampleSource(estimate), changed: signedWork }).difference;

  test("[DOC-06] how far an estimate has left what was signed is what a change order would say, before one is made", () => {
    expect(differenceOf(roof, changed)).toBe(0);
    expect(differenceOf(fewer, changed)).toBe(-102.48);
    const first = order(fewer, changed);
    expect(differenceOf(fewer, { contract, changeOrders: [first.paper] })).toBe(0);
    // Unsigned work does not count as changed; removed work does.
    const both = sampleEstimate(["roofing-colonial", "gutters-cape"]);
    expect(differenceOf(both, changed)).toBe(0);
    expect(differenceOf(roof, { contract: signed(both), changeOrders: [] })).toBe(
      -(both.workflowSummaries["4"]?.totalWithMargin ?? 0),
    );
  });

  test("[DOC-10] an additional cost is shown and counts, or neither", () => {
    const shown = order(fewer, changed, { showAdditionalCost: true, additionalCost: 150.5 }).model;
    expect(cellsOf(shown, "price").slice(1)).toEqual([
      ["Additional cost", "", "", "+150.50"],
      ["This change", "", "", "+$48.02"],
    ]);
    expect(shown.runningTotal).toBe(22_485.38);
    const hidden = order(fewer, changed, { showAdditionalCost: false, additionalCost: 150.5 }).model;
    expect(JSON.stringify(hidden)).not.toContain("150.5");
    expect(hidden.total).toBe(-102.48);
  });

  test("[DOC-10] change orders on paper count in the contract's value, once", () => {
    const first = order(fewer, changed, { additionalWorkTotalBroughtFromAddendum: 500 });
    expect(cellsOf(first.model, "value")[1]).toEqual(["Earlier change orders on paper", "+500.00"]);
    expect(first.model.runningTotal).toBe(22_834.88);
    // The next one begins with the same amount.
    const second = order(fewer, { contract, changeOrders: [first.paper] });
    expect(second.model.runningTotal).toBe(22_834.88);
  });

  test("[DOC-06] a second change order compares with the first, and both lead to the value", () => {
    const first = order(fewer, changed, { showAdditionalCost: true, additionalCost: 100 });
    const none = withItems(
      fewer,
      fewer.items.map((item) => (item.fieldId === DRIP_EDGE ? { ...item, quantity: 10 } : item)),
    );
    // 2 × 34.16 = 68.32; 22,437.36 − 2.48 − 68.32 = 22,366.56.
    const second = order(none, { contract, changeOrders: [first.paper] }).model;
    expect(cellsOf(second, "changes-1")).toEqual([
      ["Changed", "Drip edge", "Aluminum, 10 ft, White · 12 pieces", "Aluminum, 10 ft, White · 10 pieces"],
    ]);
    expect(cellsOf(second, "value").map((cells) => cells[1])).toEqual(["22,437.36", "−2.48", "−68.32", "$22,366.56"]);
  });

  test("[DOC-06] an unsigned change stays open for the next change order", () => {
    const both = sampleEstimate(["roofing-colonial", "gutters-cape"]);
    const later = withItems(
      both,
      both.items.map((item) => (item.fieldId === DRIP_EDGE ? { ...item, quantity: 12 } : item)),
    );
    const papers = { contract: signed(both), changeOrders: [] };
    const guttersOnly = order(later, papers, { copies: [{ workflowId: 4, workflowEstimateId: 1 }] });
    expect(guttersOnly.model.total).toBe(0);
    expect(order(later, { ...papers, changeOrders: [guttersOnly.paper] }).model.total).toBe(-102.48);
  });

  test("[DOC-06] prices of today do not reach what was signed", () => {
    const dearer = withItems(
      roof,
      roof.items.map((item) => (item.fieldId === DRIP_EDGE ? { ...item, materialPrice: 99 } : item)),
    );
    const { model } = order(dearer, changed);
    expect(cellsOf(model, "price")[0]?.[1]).toBe("22,437.36");
    expect(cellsOf(model, "changes-1")).toEqual([
      [
        "Changed",
        "Drip edge",
        "Aluminum, 10 ft, White · 15 pieces",
        "Aluminum, 10 ft, White · 15 pieces · at its new price",
      ],
    ]);
  });

  test("[DOC-28] another discount is printed if discounts are shown", () => {
    const cheaper = sampleEstimate(["roofing-colonial"], {}, { discountPercent: 0.05 });
    const { model } = order(cheaper, changed);
    expect(cellsOf(model, "changes-1")).toEqual([["Changed", "Discount", "0 %", "5 %"]]);
    // houses/roofing-colonial.json: 22,437.36 − 21,371.33.
    expect(model.total).toBe(-1_066.03);
    const hidden = order(cheaper, changed, { settings: { showDiscountsOnContract: false } }).model;
    expect(tableOf(hidden, "changes-1")).toBeUndefined();
  });
});

describe("words and signatures", () => {
  test("[SET-10] the company's words for changes, with keywords of the current estimate", () => {
    const settings = {
      changeOrderScopeOfWork: "<p>Eaves now {{quantity 1.58}} ft.</p>",
      changeOrderPaymentDisclaimer: "<p>Due at completion.</p>",
    };
    const { model } = order(roof, changed, { settings });
    const html = (id: string) =>
      model.sections
        .find((section) => section.id === id)
        ?.blocks.map((block) => (block.kind === "text" ? richTextToHtml(block.blocks) : ""))
        .join("");
    expect(html("reason")).toBe("<p>Eaves now 80 ft.</p>");
    expect(html("payment")).toBe("<p>Due at completion.</p>");
  });

  test("[DOC-06] it has its own signatures, and no right to cancel", () => {
    const { closing, attachmentFileIds } = order(roof, changed).model;
    expect(closing?.signatures.map(({ key }) => key)).toEqual(["customer", "customer2", "salesperson"]);
    expect(closing?.signatures[0]?.consent).toContain(
      "I agree to these changes of contract 2026-0514-K7QD and to its new value of $22,437.36.",
    );
    expect(closing?.rightToCancel).toBeNull();
    expect(attachmentFileIds).toEqual([]);
  });

  test("[DOC-06] without a signed contract there is nothing to change", () => {
    const source = sampleSource(roof);
    expect(() => buildChangeOrder(source, initialChoices(source, "changeOrder"))).toThrow(
      "A change order needs the signed contract that it changes.",
    );
    const broken = { contract: { ...contract, data: { ...contract.data, basis: "{" } }, changeOrders: [] };
    expect(() => order(roof, broken)).toThrow("The document's estimate (data.basis) is not readable: it is not JSON.");
  });

  test("[DOC-06][WIN-05] a package of windows is counted in windows, not in united inches", () => {
    const { model } = order(sampleEstimate(["roofing-colonial", "windows-ranch"]), changed);
    const found = cellsOf(model, "changes-3").find(([, label]) => label === "Window package");
    // The house's sheet: 4 double hungs and 2 sliders as the package; the patio door has its own model.
    expect(found?.[3]).toMatch(/ · 6 windows$/);
  });

  test("[DOC-06] it is a whole document, without a cost or margin", () => {
    const { model } = order(sampleEstimate(["roofing-colonial", "windows-ranch"], {}, { marginPercent: 0.1 }), changed);
    expect(documentModel.parse(JSON.parse(JSON.stringify(model)))).toEqual(model);
    expect(JSON.stringify(model)).not.toMatch(/margin|mark-?up/i);
  });
});
