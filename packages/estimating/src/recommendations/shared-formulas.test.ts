import { expect, test } from "vitest";
import { recommendationFor } from "./recommend.ts";

/*
 * Building blocks create formulas for each workflow. They are tested in one of them; here the others are held to the same.
 */

test.each([
  ...["standardSoffit", "hiddenVentSoffit", "porchSoffit", "jChannelTrim", "compositeSoffit", "fascia"].map(
    (field) => ({
      field,
      workflows: [2, 1, 7],
    }),
  ),
  ...[
    "gutterMaterialTotal",
    "gutter",
    "gutterCorners",
    "gutterProtection",
    "gutterProtection.gutterProtectionLength",
    "downspout",
    "downspoutDrop",
    "downspoutElbows",
    "downspoutQuantity",
  ].map((field) => ({ field, workflows: [4, 1, 2, 7] })),
  { field: "soffit", workflows: [2, 1] },
  { field: "wasteFactorForLabor", workflows: [2, 1] },
  { field: "dumpsterLabor", workflows: [2, 1] },
  { field: "caulk", workflows: [1, 5] },
  { field: "decking", workflows: [1, 5] },
  { field: "insulation", workflows: [1, 5] },
  { field: "paintMaterialType", workflows: [7, 2, 5] },
])("[CALC-08] $field has one formula in workflows $workflows", ({ field, workflows: [first = 0, ...others] }) => {
  const formula = recommendationFor(first, field)?.quantity;
  expect(formula).toBeDefined();
  for (const workflow of others) expect(recommendationFor(workflow, field)?.quantity).toEqual(formula);
});
