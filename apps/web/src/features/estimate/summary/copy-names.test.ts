import { expect, test } from "vitest";
import { suggestCopyName } from "#features/estimate/summary/copy-names.ts";

const roofing = { id: 1 as const, alias: "", title: "Roofing" };
const named = (...names: string[]) =>
  names.map((name, index) => ({ workflowId: 1 as const, workflowEstimateId: index + 2, name }));

test.each([
  { workflow: roofing, taken: [], name: "Second roof" },
  { workflow: roofing, taken: ["second roof"], name: "Third roof" },
  { workflow: roofing, taken: ["Second roof", "Third roof", "Fourth roof", "Fifth roof"], name: "Roofing 6" },
  { workflow: { ...roofing, alias: "Metal roofs", title: "Metal roofs" }, taken: [], name: "Metal roofs 2" },
])("suggests $name for a further copy beside $taken", ({ workflow, taken, name }) => {
  expect(suggestCopyName({ workflow, duplicateWorkflows: named(...taken) })).toBe(name);
});
