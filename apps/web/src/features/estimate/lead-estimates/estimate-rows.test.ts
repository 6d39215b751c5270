import { emptySummary } from "@ridgebook/contract";
import { SECTIONS, WORKFLOWS } from "@ridgebook/estimating";
import { expect, test } from "vitest";
import { suggestCopyName, suggestEstimateName } from "#features/estimate/lead-estimates/estimate-names.ts";
import {
  keptForDocuments,
  progressText,
  workOfLead,
  workText,
} from "#features/estimate/lead-estimates/estimate-rows.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

const workflows = WORKFLOWS.map(({ id, name }): LocalWorkflow => ({
  id,
  enabled: id !== 2,
  alias: "",
  title: id === 4 ? "Rain gutters" : name,
  sections: SECTIONS.filter(({ workflowId }) => workflowId === id).map((section) => ({
    id: section.id,
    workflowId: section.workflowId,
    order: section.order,
    name: section.name,
    enabled: true,
    optional: section.optional,
    description: "",
    component: "",
    title: section.name,
  })),
}));

const estimate = {
  workflowIds: [4 as const, 0 as const],
  duplicateWorkflows: [{ workflowId: 4 as const, workflowEstimateId: 2, name: "Garage" }],
  workflowSummaries: {},
};

test("[LEAD-13] lists an estimate's work in display order with the company's names", () => {
  expect(workText(estimate, workflows)).toBe("General, Rain gutters, Garage");
});

test("[LEAD-13] counts the steps of all its work; General has none", () => {
  expect(progressText(estimate, workflows)).toBe("Not started");
  const first = { workflowId: 4, workflowEstimateId: 1 };
  const [one] = SECTIONS.filter(({ workflowId, order }) => workflowId === 4 && order === 1);
  const begun = { "4": { ...emptySummary(first), lastCompleteSectionId: one?.id ?? null } };
  const count = SECTIONS.filter(({ workflowId, order, optional }) => workflowId === 4 && order > 0 && !optional).length;
  expect(progressText({ ...estimate, workflowSummaries: begun }, workflows)).toBe(`1 of ${2 * count} steps`);
  expect(progressText({ ...estimate, workflowIds: [0], duplicateWorkflows: [] }, workflows)).toBe("");
});

test("[EST-23] starts a new estimate with what the lead asked for and the company offers", () => {
  expect(workOfLead({ projectTypes: ["gutters", "Siding", "Roofing", "Pool"] }, workflows)).toEqual([1, 4]);
  expect(workOfLead(undefined, workflows)).toEqual([]);
});

test.each([
  { titles: [], taken: [], name: "Estimate" },
  { titles: ["Roofing", "Gutters"], taken: ["Siding"], name: "Roofing, Gutters" },
  { titles: ["Roofing"], taken: ["roofing", "Roofing 2"], name: "Roofing 3" },
])("[EST-23] suggests $name for an estimate of $titles beside $taken", ({ titles, taken, name }) => {
  expect(suggestEstimateName({ titles, taken })).toBe(name);
});

test.each([
  { name: "Roof", taken: ["Roof"], copy: "Roof, copy" },
  { name: "Roof", taken: ["Roof", "Roof, copy"], copy: "Roof, copy 2" },
  { name: "Roof, copy 2", taken: ["Roof, copy", "Roof, copy 2"], copy: "Roof, copy 3" },
])("[EST-23] suggests $copy for a copy of $name beside $taken", ({ name, taken, copy }) => {
  expect(suggestCopyName({ name, taken })).toBe(copy);
});

test.each([
  { documents: [], text: undefined },
  {
    documents: [{ name: "For the barn", signatures: {} }],
    text: "Barn cannot be deleted: it has the document “For the barn”. Delete that first.",
  },
  {
    documents: [{ name: "Labor" }, { name: "Costs", signatures: {} }],
    text: "Barn cannot be deleted: it has the documents “Labor” and “Costs”. Delete them first.",
  },
  {
    documents: [{ name: "Costs" }, { name: "Contract Gutters", signatures: { customer: {} } }],
    text: "Barn cannot be deleted: it has the signed document “Contract Gutters”.",
  },
])("[EST-23] names an estimate's documents before asking to delete it: $text", ({ documents, text }) => {
  expect(keptForDocuments("Barn", documents)).toBe(text);
});
