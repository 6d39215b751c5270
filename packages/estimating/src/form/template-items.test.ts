import { describe, expect, test } from "vitest";
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { EstimateItem } from "./estimate-item.ts";
import { fromTemplateLines, toTemplateLines } from "./template-items.ts";

const idOf = (key: string) => {
  const field = fieldByKey(1, key);
  if (!field) throw new Error(`Roofing has no ${key}.`);
  return field.id;
};
const item = (values: Pick<EstimateItem, "id" | "fieldId"> & Partial<EstimateItem>): EstimateItem => ({
  parentItemId: null,
  fieldOptionId: null,
  value: "",
  quantity: 1,
  workflowEstimateId: 1,
  materialCost: 1,
  laborCost: 2,
  materialPrice: 3,
  laborPrice: 4,
  ...values,
});
const EDGE = idOf("dripEdge");
const EDGE_TYPE = idOf("dripEdge.dripEdgeType");
/** A drip edge of 12 pieces and its type, which stands before it. */
const edge = [
  item({ id: 71, fieldId: EDGE_TYPE, parentItemId: 70, fieldOptionId: "1.71.1", value: "F5" }),
  item({ id: 70, fieldId: EDGE, quantity: 12 }),
];

describe("[TPL-02] the lines of a template", () => {
  test("are an estimate's items without amounts, parents first and renumbered", () => {
    expect(toTemplateLines(edge, { withQuantities: true })).toEqual([
      {
        id: 1,
        parentItemId: null,
        fieldId: EDGE,
        fieldOptionId: null,
        value: "",
        quantity: 12,
        workflowEstimateId: 1,
      },
      {
        id: 2,
        parentItemId: 1,
        fieldId: EDGE_TYPE,
        fieldOptionId: "1.71.1",
        value: "F5",
        quantity: 1,
        workflowEstimateId: 1,
      },
    ]);
  });

  test("without quantities keep what was chosen, and forget what was measured", () => {
    const lines = toTemplateLines(edge, { withQuantities: false });
    expect(lines.map(({ fieldOptionId, quantity }) => [fieldOptionId, quantity])).toEqual([
      [null, 0],
      ["1.71.1", 1],
    ]);
  });

  test("hold no notes and no add-on services", () => {
    const items = [
      item({ id: 1, fieldId: "1.998", value: "Dog" }),
      item({ id: 2, fieldId: idOf("custom"), value: "Crane" }),
    ];
    expect(toTemplateLines(items, { withQuantities: true })).toEqual([]);
  });

  test("become items without a price", () => {
    for (const line of fromTemplateLines(toTemplateLines(edge, { withQuantities: true })))
      expect(line).toMatchObject({ materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 });
  });
});
