import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateChange, estimateInput, type StoredEstimateItem, type WorkflowSummary } from "./estimate.ts";
import { NO_TERM } from "./estimate-term.ts";
import {
  bodyToSlices,
  emptySummary,
  joinSlices,
  mapSliceItemIds,
  readSliceKey,
  slicesToBody,
  sliceValue,
  splitEstimate,
  type EstimateSlices,
} from "./estimate-slices.ts";

/** Fields of two workflows that stand on their own; a slice does not ask the catalogue. */
const TOP_FIELDS = ["1.58", "1.60", "4.55", "4.62"] as const;
const COPIES = [
  { workflowId: 1, workflowEstimateId: 1 },
  { workflowId: 1, workflowEstimateId: 2 },
  { workflowId: 4, workflowEstimateId: 1 },
] as const;

const buildItem = (
  item: Partial<StoredEstimateItem> & Pick<StoredEstimateItem, "id" | "fieldId">,
): StoredEstimateItem => ({
  parentItemId: null,
  fieldOptionId: null,
  value: "",
  materialCost: 0,
  laborCost: 0,
  materialPrice: 0,
  laborPrice: 0,
  quantity: 1,
  workflowEstimateId: 1,
  ...item,
});

const cents = fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 100);
const lines = fc.record({
  quantity: fc.integer({ min: 1, max: 90 }),
  materialPrice: cents,
  laborPrice: cents,
  children: fc.integer({ min: 0, max: 2 }),
});
const rows = fc.record({
  copy: fc.constantFrom(...COPIES),
  fieldId: fc.constantFrom(...TOP_FIELDS),
  lines: fc.array(lines, { minLength: 1, maxLength: 3 }),
});
const decisions = fc.record({
  copy: fc.constantFrom(...COPIES),
  discountPercent: fc.constantFrom(0, 0.05, 0.1),
  marginPercent: fc.constantFrom(0, 0.2),
  lastCompleteSectionId: fc.constantFrom(null, 101, 401),
  optionalSectionIds: fc.constantFrom([], [146, 147]),
});

/** Estimates as the server holds them: lines by copy and field, children behind their parents. */
const estimates = fc
  .record({
    name: fc.constantFrom("Roof", "House"),
    promotion: cents,
    rows: fc.array(rows, { maxLength: 6 }),
    decisions: fc.array(decisions, { maxLength: 3 }),
    compares: fc.boolean(),
  })
  .map(({ name, promotion, rows: chosen, decisions: decided, compares }): Parameters<typeof splitEstimate>[0] => {
    let id = 0;
    const bySlice: EstimateSlices = {};
    for (const { copy, fieldId, lines: of } of chosen) {
      if (Number(fieldId.split(".")[0]) !== copy.workflowId) continue;
      const { workflowEstimateId } = copy;
      bySlice[`items:${String(workflowEstimateId)}:${fieldId}`] = of.flatMap(({ children, ...line }) => {
        const parent = buildItem({ id: (id += 1), fieldId, workflowEstimateId, ...line });
        const child = Array.from({ length: children }, () =>
          buildItem({ id: (id += 1), fieldId: "1.900", parentItemId: parent.id, workflowEstimateId }),
        );
        const grandchild = child[0]
          ? [buildItem({ id: (id += 1), fieldId: "1.901", parentItemId: child[0].id, workflowEstimateId })]
          : [];
        return [parent, ...child, ...grandchild];
      });
    }
    if (compares)
      bySlice["comparisons:1"] = ["1.50.1", "1.50.2"].map((fieldOptionId) => ({
        fieldOptionId,
        items: [buildItem({ id: (id += 1), fieldId: "1.50", fieldOptionId: "1.50.1", value: "Good" })],
      }));
    const workflowSummaries: Record<string, WorkflowSummary> = {};
    for (const { copy, ...of } of decided) {
      const key = copy.workflowEstimateId === 1 ? String(copy.workflowId) : `${String(copy.workflowId)}.2`;
      workflowSummaries[key] = { ...emptySummary(copy), ...of, optionalSectionIds: [...of.optionalSectionIds] };
    }
    const { items, comparisons } = joinSlices(bySlice);
    return {
      name,
      promotion,
      workflowIds: [1, 4],
      duplicateWorkflows: [{ workflowId: 1, workflowEstimateId: 2, name: "Garage" }],
      paymentOption: 0,
      downpayment: 0,
      term: NO_TERM,
      priceBookVersion: 3,
      items,
      comparisons,
      workflowSummaries,
    };
  });

const RUNS = { seed: 20261121, numRuns: 300 };

describe("[EST-03] [EST-22] an estimate in slices", () => {
  test("put together again it is the same estimate", () => {
    fc.assert(
      fc.property(estimates, (estimate) => {
        const joined = joinSlices(splitEstimate(estimate));
        expect(joined.items).toEqual(estimate.items);
        expect(joined.comparisons).toEqual(estimate.comparisons);
        expect(joined.name).toBe(estimate.name);
        expect(splitEstimate(joined)).toEqual(splitEstimate(estimate));
      }),
      RUNS,
    );
  });

  test("sent as a body, parsed and read, they are the same slices", () => {
    fc.assert(
      fc.property(estimates, (estimate) => {
        const slices = splitEstimate(estimate);
        const created = estimateInput.parse({ ...slicesToBody(slices), leadId: 7 });
        expect(bodyToSlices(created)).toEqual(slices);
        const changed = estimateChange.parse({ ...slicesToBody(slices), revision: 1, former: {} });
        expect(bodyToSlices(changed)).toEqual(slices);
      }),
      RUNS,
    );
  });

  test("emptied values are sent and received as null", () => {
    fc.assert(
      fc.property(estimates, (estimate) => {
        const emptied = Object.fromEntries(
          Object.keys(splitEstimate(estimate))
            .filter((key) => readSliceKey(key)?.kind !== "member")
            .map((key) => [key, null]),
        );
        const body = estimateChange.parse({ ...slicesToBody(emptied), revision: 1, former: {} });
        expect(bodyToSlices(body)).toEqual(emptied);
      }),
      RUNS,
    );
  });

  test("each line is in one slice, with its parents, in the order of the lines", () => {
    fc.assert(
      fc.property(estimates, (estimate) => {
        const slices = splitEstimate(estimate);
        const itemSlices = Object.entries(slices).filter(([key]) => readSliceKey(key)?.kind === "items");
        const all = itemSlices.flatMap(([, items]) => items as StoredEstimateItem[]);
        expect(all.map(({ id }) => id).sort((one, other) => one - other)).toEqual(
          estimate.items.map(({ id }) => id).sort((one, other) => one - other),
        );
        for (const [, items] of itemSlices) {
          const ids = new Set((items as StoredEstimateItem[]).map(({ id }) => id));
          for (const { parentItemId } of items as StoredEstimateItem[])
            if (parentItemId !== null) expect(ids).toContain(parentItemId);
        }
      }),
      RUNS,
    );
  });

  test("[ITEM-12] new ids reach lines, parents and comparisons alike", () => {
    fc.assert(
      fc.property(estimates, (estimate) => {
        const slices = splitEstimate(estimate);
        const highest = 1_000;
        const ids = new Map(Array.from({ length: 200 }, (_, id) => [id, id + highest]));
        const mapped = mapSliceItemIds(slices, ids);
        const back = mapSliceItemIds(mapped, new Map([...ids].map(([from, to]) => [to, from])));
        expect(back).toEqual(slices);
        const numbers = JSON.stringify(mapped).matchAll(/"(?:id|parentItemId)":(\d+)/g);
        for (const [, number] of numbers) expect(Number(number)).toBeGreaterThanOrEqual(highest);
      }),
      RUNS,
    );
  });
});

describe("slices by name", () => {
  test.each([
    { key: "name", slice: { kind: "member", member: "name" } },
    { key: "items:2:3.20", slice: { kind: "items", fieldId: "3.20", workflowId: 3, workflowEstimateId: 2 } },
    { key: "comparisons:1", slice: { kind: "comparisons", workflowId: 1, workflowEstimateId: 1 } },
    { key: "discountPercent:1.2", slice: { kind: "discountPercent", workflowId: 1, workflowEstimateId: 2 } },
    { key: "optionalSectionIds:2", slice: { kind: "optionalSectionIds", workflowId: 2, workflowEstimateId: 1 } },
  ])("$key", ({ key, slice }) => {
    expect(readSliceKey(key)).toEqual(slice);
  });

  test.each([
    "",
    "id",
    "items",
    "items:1",
    "items:1:3",
    "items:x:3.20",
    "discountPercent",
    "other:1",
    "comparisons:1.2.3",
  ])("'%s' names none", (key) => {
    expect(readSliceKey(key)).toBeUndefined();
  });

  test("missing, null, 0 and empty are the same, except for members", () => {
    for (const value of [undefined, null, 0, []]) expect(sliceValue("discountPercent:1", value)).toBeNull();
    expect(sliceValue("promotion", 0)).toBe(0);
    expect(sliceValue("workflowIds", [])).toEqual([]);
    expect(sliceValue("promotion", undefined)).toBeNull();
  });

  test("a single part is at the top level of the body, as specified; several are in parts (EST-22)", () => {
    const item = buildItem({ id: -2, fieldId: "4.55" });
    const single = slicesToBody({ "items:1:4.55": [item], "lastCompleteSectionId:4": 401, name: "Roof" });
    expect(single).toEqual({
      name: "Roof",
      workflowId: 4,
      workflowEstimateId: 1,
      fieldIds: ["4.55"],
      items: [item],
      lastCompleteSectionId: 401,
    });
    expect(slicesToBody({ "discountPercent:4": 0.1, "discountPercent:1.2": null })).toEqual({
      parts: [
        { workflowId: 4, workflowEstimateId: 1, discountPercent: 0.1 },
        { workflowId: 1, workflowEstimateId: 2, discountPercent: 0 },
      ],
    });
  });
});
