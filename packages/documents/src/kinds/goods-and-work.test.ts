import { calculateEstimate, copiesOf, emptySummary, summaryKey } from "@ridgebook/contract";
import { sectionOfField, topLevelFields, WORKFLOWS, type FieldDefinition } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { orderableLines } from "#testing/choosable-lines.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { EstimateOfDocument } from "#model/document-source.ts";
import { sampleEstimate, sampleSource } from "#testing/sample-source.ts";
import { buildDocument } from "#build-document.ts";
import { initialChoices } from "#initial-choices.ts";
import { buildItemizedEstimate } from "./itemized-estimate.ts";

const TOP_LEVEL = WORKFLOWS.filter(({ id }) => id !== 0).flatMap(({ id: workflowId, name }) =>
  topLevelFields(workflowId).map((field) => ({ field, workflowId, name: `${name}: ${field.id} ${field.label}` })),
);

/** An estimate of one item, two of the field at 7 dollars each, whatever the price book says of it. */
function estimateOf(
  field: FieldDefinition,
  workflowId: number,
  amounts = { materialCost: 3, laborCost: 1, materialPrice: 5, laborPrice: 2 },
): EstimateOfDocument {
  const sample = sampleEstimate(["roofing-colonial"]);
  const [first] = sample.items;
  if (!first) throw new Error("The sample house is empty.");
  const item = {
    ...first,
    parentItemId: null,
    fieldId: field.id,
    fieldOptionId: null,
    value: "Told",
    quantity: 2,
    ...amounts,
  };
  const estimate = {
    ...sample,
    workflowIds: [workflowId] as EstimateOfDocument["workflowIds"],
    duplicateWorkflows: [],
    items: [item],
  };
  const workflowSummaries = Object.fromEntries(
    copiesOf(estimate).map((copy) => [summaryKey(copy), emptySummary(copy)]),
  );
  const { totals: _totals, ...calculated } = calculateEstimate({ ...estimate, workflowSummaries });
  return { ...estimate, ...calculated };
}

const itemized = (estimate: EstimateOfDocument): DocumentModel =>
  buildItemizedEstimate(sampleSource(estimate), {
    kind: "itemizedEstimate",
    name: "Itemized estimate",
    copies: copiesOf(estimate),
    texts: {},
  });

const firstRow = ({ sections }: DocumentModel): readonly string[] => {
  const [table] = sections.flatMap(({ blocks }) => blocks);
  return table?.kind === "table" ? (table.rows[0]?.cells ?? []) : [];
};

/** Sold although it stands in a questionnaire. */
const SOLD = /^(Measurement report|Final measurement|Remove existing insulation)$/;
/** What a house measures, by the names of the fields. */
const MEASURED = new RegExp(
  [
    "^Squares on story",
    "^Total (roof|siding|accent) area$",
    "^Total squares",
    "^Package squares",
    "^Waste factor",
    "^Install pitch$",
    "^Number of (stories|downspouts)$",
    "^Total gutter",
    "^Material total$",
    "^Eave length$",
    "^Rake edge length$",
    "^Hip and ridge length$",
    "^Valley length$",
    "flashing length$",
    "^Flashing length$",
    "^Ice barrier rows$",
    "^Length of one downspout$",
    "^Dumpster (needed|weight)$",
    "^Area of work$",
    "^Material type$",
    "^Existing siding style$",
    "^Install type$",
    "^Downspout locations$",
    "^Previous siding provider$",
  ].join("|"),
);

const isTold = (field: FieldDefinition): boolean =>
  (sectionOfField(field.id)?.name === "Questionnaire" && !SOLD.test(field.label)) ||
  MEASURED.test(field.label) ||
  /\.99[789]$/.test(field.id);

describe("every field of the catalogue, priced", () => {
  test.each(TOP_LEVEL.filter(({ field }) => isTold(field)))(
    "[PAPER-33] $name is no line of an itemized estimate or a purchase order, and its price is not lost",
    ({ field, workflowId }) => {
      const estimate = estimateOf(field, workflowId);
      const model = itemized(estimate);
      expect(firstRow(model)[0]).not.toBe(field.label);
      expect(model.total).toBe(14);
      expect(orderableLines(sampleSource(estimate), copiesOf(estimate))).toEqual([]);
    },
  );

  test.each(TOP_LEVEL.filter(({ field }) => !isTold(field)))(
    "[PAPER-33] $name is a line of the itemized estimate at its price",
    ({ field, workflowId }) => {
      const row = firstRow(itemized(estimateOf(field, workflowId)));
      expect([row[0], row.at(-1)]).toEqual([field.property === "custom" ? "Told" : field.label, "14.00"]);
    },
  );
});

const FREE = { materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 };

describe("every field of the catalogue, free", () => {
  test.each(TOP_LEVEL)(
    "[PAPER-33] $name is a line of the itemized estimate if it is ordered, never if it is a question or a measurement",
    ({ field, workflowId }) => {
      const estimate = estimateOf(field, workflowId, FREE);
      const [label = "", ...cells] = firstRow(itemized(estimate));
      if (isTold(field)) expect(label).toBe("");
      if (orderableLines(sampleSource(estimate), copiesOf(estimate)).length > 0)
        expect([label, cells.at(-1)]).toEqual([field.property === "custom" ? "Told" : field.label, "0.00"]);
    },
  );
});

test("[PAPER-34] a contract has no lines for initials, which are not given on a screen", () => {
  const source = sampleSource(sampleEstimate(["roofing-colonial"]));
  const model = buildDocument(source, initialChoices(source, "contract", {}));
  expect(model.closing?.signatures.length).toBeGreaterThan(0);
  expect(model.footer.hasInitials).toBe(false);
});
