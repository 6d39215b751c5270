import { describe, expect, test } from "vitest";
import { SECTIONS, topLevelFields } from "#catalogue/catalogue.ts";
import { defaultLines } from "#form/defaults.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { temporaryIds } from "#form/temporary-ids.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { readValues } from "#price-file/read-values.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import type { WorkflowId } from "#workflows.ts";
import { buildLine } from "#testing/build-price-book.ts";
import { isDispensable, passableSteps, stepRelevance } from "./step-relevance.ts";

const book = indexPriceBook(starterPriceBook);

/** The contents of a form without any entry. */
const freshValues = (workflowId: number): WorkflowValues =>
  defaultLines({ fields: topLevelFields(workflowId), book, nextId: temporaryIds() });

function valuesOf(workflowId: WorkflowId, json: Readonly<Record<string, unknown>>): WorkflowValues {
  const { values, problems } = readValues({ workflowId, json, book, nextId: temporaryIds(), path: "values" });
  expect(problems).toEqual([]);
  return values;
}

const stepsOf = (workflowId: number) =>
  SECTIONS.filter((section) => section.workflowId === workflowId && section.order > 0);

const unneeded = (workflowId: number, values: WorkflowValues): readonly string[] =>
  stepsOf(workflowId)
    .filter(({ id }) => stepRelevance({ workflowId, sectionId: id, values, book }) === "unneeded")
    .map(({ name }) => name);

describe("steps that a job does not need", () => {
  test.each([
    { workflowId: 1, without: ["Chimneys", "Skylight", "Flat Roof", "Soffit", "Fascia"] },
    { workflowId: 2, without: ["Soffit", "Fascia", "Trim", "Shutters", "Accents", "Doors", "Painting"] },
    { workflowId: 3, without: ["Trim"] },
    { workflowId: 4, without: ["Exterior Lighting"] },
    { workflowId: 5, without: ["Flashing", "Chimney", "Flat Roof", "Skylight", "Ventilation", "Paint"] },
    { workflowId: 6, without: ["Pre-Test"] },
    { workflowId: 7, without: ["Composite Trim", "Wraps", "Paint", "Exterior Lighting", "Gutters"] },
  ])("[EST-39] workflow $workflowId, nothing entered", ({ workflowId, without }) => {
    expect(unneeded(workflowId, freshValues(workflowId))).toEqual(without);
  });

  test.each<{ given: string; workflowId: WorkflowId; values: Record<string, unknown>; needs: string }>([
    { given: "a roof that leaks", workflowId: 1, values: { roofLeaks: true }, needs: "Skylight" },
    { given: "a roof that leaks", workflowId: 1, values: { roofLeaks: true }, needs: "Chimneys" },
    { given: "flashing that was measured", workflowId: 1, values: { flashingLength: 12 }, needs: "Chimneys" },
    { given: "siding of the gables", workflowId: 2, values: { sidingAreaOfWork: "Gables" }, needs: "Accents" },
    { given: "siding of a garage", workflowId: 2, values: { sidingAreaOfWork: "Garage" }, needs: "Doors" },
  ])("[EST-39] $given points to $needs", ({ workflowId, values, needs }) => {
    expect(unneeded(workflowId, freshValues(workflowId))).toContain(needs);
    expect(unneeded(workflowId, valuesOf(workflowId, values))).not.toContain(needs);
  });

  test("[EST-39] a step with entries is never unneeded", () => {
    const values = valuesOf(1, { membrane: [{ membraneArea: 3 }] });
    expect(stepRelevance({ workflowId: 1, sectionId: 108, values, book })).toBe("filled");
  });

  test("[EST-39] a line that only holds others together is nothing entered", () => {
    // "Standard soffit" is one by default and has its length below it.
    expect(stepRelevance({ workflowId: 1, sectionId: 109, values: freshValues(1), book })).toBe("unneeded");
  });

  test("[EST-39] measuring and the package are passed over by no job", () => {
    const kept = stepsOf(1).filter(({ id }) => !isDispensable(id));
    expect(kept.map(({ name }) => name)).toEqual(["Questionnaire", "Details", "Decking & Underlayment", "Package"]);
  });
});

describe("steps that one press passes", () => {
  const EMPTY_STEPS = [105, 106, 107, 108, 109, 110, 113];

  test("[EST-40] are all that can be saved as they stand", () => {
    const copy = { workflowId: 1, values: freshValues(1), book };
    expect(passableSteps({ ...copy, sectionIds: EMPTY_STEPS })).toEqual(EMPTY_STEPS);
  });

  test("[EST-40] end before the first in which something required is missing", () => {
    // A length that was emptied is required.
    const values = { ...freshValues(4), totalGutterLength: [buildLine({ quantity: null })] };
    expect(passableSteps({ workflowId: 4, values, book, sectionIds: [401, 402, 403] })).toEqual([]);
    expect(passableSteps({ workflowId: 4, values, book, sectionIds: [402, 403] })).toEqual([402, 403]);
  });
});
