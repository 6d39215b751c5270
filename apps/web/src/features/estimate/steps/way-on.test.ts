import { sectionRecord, workflowRecord, emptySummary, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { SECTIONS, WORKFLOWS } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import type { SteppedCopy } from "#features/estimate/paths.ts";
import { stepsOf } from "#features/estimate/steps/progress.ts";
import { nextWorkPath, wayOn } from "#features/estimate/steps/way-on.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

const workflows: readonly LocalWorkflow[] = WORKFLOWS.map(({ id, name }) => ({
  id,
  ...workflowRecord.empty,
  title: name,
  sections: SECTIONS.filter((section) => section.workflowId === id).map((section) => ({
    ...sectionRecord.empty,
    ...section,
    title: section.name,
  })),
}));
const workflowOf = (id: number): LocalWorkflow => workflows.find((each) => each.id === id) as LocalWorkflow;

describe("[EST-45] the next step", () => {
  const copy = { workflowId: 4, workflowEstimateId: 1 };
  const steps = stepsOf({ workflow: workflowOf(4), summary: emptySummary(copy) });
  const titles = (number: number, unneeded: readonly number[]) => {
    const { passed, next } = wayOn(steps, number, new Set(unneeded));
    return [passed.map(({ section }) => section.id), next?.section.id];
  };

  test("is the next one that something points to, and none after the last", () => {
    expect(titles(1, [404])).toEqual([[], 402]);
    expect(titles(1, [402, 403])).toEqual([[402, 403], 404]);
    expect(titles(3, [404])).toEqual([[404], undefined]);
    expect(titles(4, [])).toEqual([[], undefined]);
  });
});

describe("[EST-46] the next workflow of an estimate", () => {
  const ROOF: SteppedCopy = { workflowId: 1, workflowEstimateId: 1 };
  const SECOND_ROOF: SteppedCopy = { workflowId: 1, workflowEstimateId: 2 };
  const SIDING: SteppedCopy = { workflowId: 2, workflowEstimateId: 1 };
  const GUTTERS: SteppedCopy = { workflowId: 4, workflowEstimateId: 1 };
  const lastStep = ({ workflowId }: EstimateCopy): number =>
    stepsOf({ workflow: workflowOf(workflowId), summary: emptySummary({ workflowId, workflowEstimateId: 1 }) }).at(-1)
      ?.section.id ?? 0;
  const next = (copy: SteppedCopy, lastComplete: readonly (readonly [EstimateCopy, number])[]) =>
    nextWorkPath({
      workflows,
      copy,
      estimate: {
        id: 12,
        workflowIds: [0, 1, 2, 4],
        duplicateWorkflows: [{ workflowId: 1, workflowEstimateId: 2, name: "Garage" }],
        workflowSummaries: Object.fromEntries(
          lastComplete.map(([each, lastCompleteSectionId]) => [
            summaryKey(each),
            { ...emptySummary(each), lastCompleteSectionId },
          ]),
        ),
      },
    });

  test("is the next incomplete copy, at its current step", () => {
    expect(next(ROOF, [])).toBe("/estimator/estimate/12/roofing/1?copy=2");
    expect(next(SECOND_ROOF, [[SIDING, 202]])).toBe("/estimator/estimate/12/siding/3");
    expect(next(SECOND_ROOF, [[SIDING, lastStep(SIDING)]])).toBe("/estimator/estimate/12/gutters/1");
  });

  test("may be before the finished one, and is missing if all others are complete", () => {
    expect(next(GUTTERS, [])).toBe("/estimator/estimate/12/roofing/1");
    const complete = [ROOF, SECOND_ROOF, SIDING].map((copy) => [copy, lastStep(copy)] as const);
    expect(next(GUTTERS, complete)).toBeUndefined();
  });
});
