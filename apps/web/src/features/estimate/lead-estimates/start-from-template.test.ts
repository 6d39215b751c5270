import { workflowRecord } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { firstStepPath, leftOutNotice } from "./start-from-template.ts";

const workflow = (id: LocalWorkflow["id"], title: string, sections: LocalWorkflow["sections"] = []): LocalWorkflow => ({
  id,
  title,
  sections,
  ...workflowRecord.empty,
});
const section = (id: number, order: number) =>
  ({ id, order, workflowId: 4, enabled: true, optional: false, title: "Details" }) as LocalWorkflow["sections"][number];
const GUTTERS = workflow(4, "Gutters", [section(402, 2), section(401, 1)]);
const content = (workflowIds: (0 | 1 | 4)[]) => ({ workflowIds, duplicateWorkflows: [], optionalSections: [] });

describe("[TPL-07] the first page of a new estimate from a template", () => {
  test("is the first step of its first workflow with steps", () => {
    const workflows = [workflow(0, "General"), workflow(1, "Roofing"), GUTTERS];
    expect(firstStepPath(-2, content([0, 4, 1]), workflows)).toBe("/estimator/estimate/-2/gutters/1");
  });

  test("skips disabled workflows, and is the estimate's page without steps", () => {
    expect(firstStepPath(9, content([4]), [{ ...GUTTERS, enabled: false }])).toBe("/estimator/estimate/9");
    expect(firstStepPath(9, content([0]), [workflow(0, "General")])).toBe("/estimator/estimate/9");
  });
});

test("[TPL-05] names what is left out of a template in one notice, if anything is", () => {
  const workflows = [workflow(1, "Roofing"), GUTTERS];
  expect(leftOutNotice("Gutters", { workflowIds: [], lines: [] }, workflows)).toBeUndefined();
  expect(leftOutNotice("House", { workflowIds: [4], lines: ["Valley, copper", "Field vent, black"] }, workflows)).toBe(
    "House: Gutters: switched off in this company, left out. No longer in the price book, left out: Valley, copper; Field vent, black.",
  );
});
