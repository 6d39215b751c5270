import { describe, expect, test } from "vitest";
import { buildValues, type GivenValues } from "#testing/formula-situation.ts";
import { workflowScope } from "#form/line-scope.ts";
import { buildBook, buildEntry, fieldAt } from "#testing/build-price-book.ts";
import { fieldState, isLaborHoursHintShown } from "./field-state.ts";

const book = buildBook(buildEntry(fieldAt(1, "dumpsterLabor").id, { min: 0, max: 1_000, step: 0.333 }));
const stateOf = (workflowId: number, key: string, values: GivenValues = {}) =>
  fieldState({ workflowId, key, scope: workflowScope(buildValues(values)), book });

describe("the fields that a form enables", () => {
  test.each([
    { stories: 1, disabled: [false, true, true, true] },
    { stories: 2, disabled: [false, false, true, true] },
    { stories: 3, disabled: [false, false, false, true] },
    { stories: 4, disabled: [false, false, false, false] },
  ])("[WF-ROOF-03] with $stories stories, rows above are disabled", ({ stories, disabled }) => {
    const states = [1, 2, 3, 4].map((story) => stateOf(1, `squaresOnStory${story}`, { numberOfStories: stories }));
    expect(states.map((state) => state.disabled)).toEqual(disabled);
  });

  test("[WF-ROOF-10] dumpster weight is always disabled", () => {
    expect(stateOf(1, "dumpsterWeight").disabled).toBe(true);
    expect(stateOf(1, "dumpsterWeight", { dumpsterNeeded: "true", tearOff: 10 }).disabled).toBe(true);
  });

  test("[WF-ROOF-10] dumpster labor is disabled once it can be computed, and without a dumpster", () => {
    expect(stateOf(1, "dumpsterLabor", { dumpsterNeeded: "true", tearOff: 10 }).disabled).toBe(true);
    expect(stateOf(1, "dumpsterLabor", { dumpsterNeeded: "true" }).disabled).toBe(false);
    expect(stateOf(1, "dumpsterLabor").disabled).toBe(true);
  });

  test.each([
    { rule: "WF-GUT-03", workflowId: 4, key: "gutterMaterialTotal" },
    { rule: "WF-SIDE-31", workflowId: 2, key: "totalSquaresForMaterial" },
    { rule: "WF-SIDE-31", workflowId: 2, key: "totalSquaresForLaborPackage" },
    { rule: "WF-SIDE-31", workflowId: 2, key: "gableAccents.labor" },
    { rule: "OP-23", workflowId: 1, key: "wasteFactorForLabor" },
    { rule: "WF-WIN-06", workflowId: 3, key: "window.ui" },
  ])("[$rule] $key is calculated and cannot be typed", ({ workflowId, key }) => {
    expect(stateOf(workflowId, key).readOnly).toBe(true);
  });

  test("[WF-SIDE-15] prefabricated pieces of wall flashing show unless it is laid by the foot", () => {
    const of = (type: string) =>
      stateOf(2, "wallFlashing.wallFlashingQuantity", {
        wallFlashing: { quantity: 1, children: { wallFlashingType: type } },
      });
    expect(of("2.96.1").visible).toBe(false);
    expect(of("2.96.2").visible).toBe(true);
  });

  test("[WF-ROOF-26] the recommended labor hours show while the entered ones differ", () => {
    expect(isLaborHoursHintShown({ entered: 4, recommended: 4 })).toBe(false);
    expect(isLaborHoursHintShown({ entered: 3, recommended: 4 })).toBe(true);
    expect(isLaborHoursHintShown({ entered: null, recommended: 4 })).toBe(true);
  });
});
