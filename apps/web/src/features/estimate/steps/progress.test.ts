import { sectionRecord, workflowRecord, SECTION_PAIR_ID, UNORDERED_SECTION } from "@ridgebook/contract";
import { SECTIONS, WORKFLOWS, type WorkflowId } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import {
  countComplete,
  isLaterThanComplete,
  placeText,
  stepText,
  lockedReason,
  neighborsOf,
  redirectOfLockedStep,
  stepsOf,
  summaryText,
  type CopyProgress,
} from "#features/estimate/steps/progress.ts";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";

const ROOFING_STEPS = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 146, 147, 113, 114];
const [QUESTIONNAIRE, DETAILS, DECKING, FLASHING, CHIMNEYS, SKYLIGHT] = ROOFING_STEPS;

/** A workflow as the catalogue has it; `decided` is what a company changed, by section id. */
function buildWorkflow(id: WorkflowId, decided: Record<number, Partial<LocalSection>> = {}): LocalWorkflow {
  const title = WORKFLOWS.find((workflow) => workflow.id === id)?.name ?? "";
  const sections = SECTIONS.filter(({ workflowId }) => workflowId === id).map((section): LocalSection => ({
    ...sectionRecord.empty,
    id: section.id,
    workflowId: id,
    order: section.order,
    optional: section.optional,
    name: section.name,
    component: section.component,
    title: section.name,
    ...decided[section.id],
  }));
  const pair: LocalSection = {
    id: SECTION_PAIR_ID,
    workflowId: id,
    order: UNORDERED_SECTION,
    enabled: true,
    optional: true,
    name: "",
    description: "Exterior lighting & gutters",
    component: "",
    title: "Exterior lighting & gutters",
  };
  return { id, ...workflowRecord.empty, title, sections: [...sections, pair] };
}

const roofing = (
  lastCompleteSectionId: number | null,
  { decided, optional = [146, 147] }: { decided?: Record<number, Partial<LocalSection>>; optional?: number[] } = {},
): CopyProgress => ({
  workflow: buildWorkflow(1, decided),
  summary: { lastCompleteSectionId, optionalSectionIds: optional },
});

const idsOf = (progress: CopyProgress): number[] => stepsOf(progress).map(({ section }) => section.id);
const statesOf = (progress: CopyProgress): string[] => stepsOf(progress).map(({ state }) => state);

describe("the steps of a copy", () => {
  test.each([
    { rule: "[ROUTE-30]", id: 1, optional: [146, 147], count: 14 },
    { rule: "[ROUTE-31]", id: 2, optional: [144, 145], count: 17 },
    { rule: "[ROUTE-32]", id: 3, optional: [], count: 5 },
    { rule: "[ROUTE-34]", id: 4, optional: [], count: 4 },
    { rule: "[ROUTE-35]", id: 7, optional: [], count: 9 },
    { rule: "[ROUTE-36]", id: 5, optional: [], count: 8 },
    { rule: "[ROUTE-37]", id: 6, optional: [], count: 5 },
  ] as const)("$rule workflow $id has its $count steps, numbered from 1", ({ id, optional, count }) => {
    const steps = stepsOf({
      workflow: buildWorkflow(id),
      summary: { lastCompleteSectionId: null, optionalSectionIds: [...optional] },
    });
    expect(steps.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  test("[ROUTE-38] exclude Notes, Discount and the pair's entry, wherever a company puts them", () => {
    expect(idsOf(roofing(null))).toEqual(ROOFING_STEPS);
    expect(idsOf(roofing(null, { decided: { 198: { order: 3 } }, optional: [146, 147, -1] }))).toEqual(ROOFING_STEPS);
  });

  test("[EST-11] exclude disabled sections; the others keep order and number", () => {
    const steps = stepsOf(roofing(null, { decided: { 105: { enabled: false } } }));
    expect(steps.map(({ section }) => section.id)).toEqual(ROOFING_STEPS.filter((id) => id !== 105));
    expect(steps.map(({ number }) => number)).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  });

  test("[EST-11] are in the company's order, with the numbers of their addresses", () => {
    const steps = stepsOf(roofing(null, { decided: { 104: { order: 3 }, 103: { order: 4 } } }));
    expect(steps.slice(0, 5).map(({ number }) => number)).toEqual([1, 2, 4, 3, 5]);
  });

  test("[EST-10] put steps without an order last, in the order of the catalogue", () => {
    const decided = { 103: { order: UNORDERED_SECTION }, 102: { order: UNORDERED_SECTION } };
    expect(idsOf(roofing(null, { decided })).slice(-2)).toEqual([102, 103]);
  });

  test("[EST-11] exclude a step that the company moved out of the sequence", () => {
    expect(idsOf(roofing(null, { decided: { 105: { order: 0 } } }))).not.toContain(105);
  });

  test("[EST-12] include an optional step once it is added", () => {
    expect(idsOf(roofing(null, { optional: [] }))).toEqual(ROOFING_STEPS.filter((id) => id !== 146 && id !== 147));
    expect(idsOf(roofing(null, { optional: [147] }))).toContain(147);
    expect(idsOf(roofing(null, { decided: { 106: { optional: true } } }))).not.toContain(106);
  });

  test("[EST-12] exclude an added step that was disabled", () => {
    expect(idsOf(roofing(null, { decided: { 146: { enabled: false } } }))).not.toContain(146);
  });

  test("[EST-12] [EST-37] count a step by its place in the list, at its constant address", () => {
    const withPair = stepsOf(roofing(null));
    const without = stepsOf(roofing(null, { optional: [] }));
    // 13 is Extras: of 14 with the pair of optional steps, of 12 without.
    expect(placeText(withPair, 13)).toBe("13 of 14");
    expect(placeText(without, 13)).toBe("11 of 12");
    expect(placeText(without, 3)).toBe("3 of 12");
    expect(stepText(withPair, 13)).toBe("step 13 of 14");
    expect(stepText(without, 13)).toBe("step 13, 11 of 12");
    expect(stepText(without, 3)).toBe("step 3 of 12");
    expect(without.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
});

describe("the progress of a copy", () => {
  test.each([
    { rule: "[EST-13] [EST-14]", given: "nothing complete", last: null, states: ["current", "next", "locked"] },
    {
      rule: "[EST-13]",
      given: "the third step complete",
      last: DECKING,
      states: ["complete", "complete", "complete", "current", "next", "locked"],
    },
    {
      rule: "[EST-14]",
      given: "the first step complete",
      last: QUESTIONNAIRE,
      states: ["complete", "current", "next", "locked", "locked"],
    },
  ])("$rule $given", ({ last, states }) => {
    const all = statesOf(roofing(last ?? null));
    expect(all.slice(0, states.length)).toEqual(states);
    expect(new Set(all.slice(states.length))).toEqual(new Set(["locked"]));
  });

  test("[EST-13] has a current step and no next one before the last step", () => {
    expect(statesOf(roofing(113)).slice(-3)).toEqual(["complete", "complete", "current"]);
  });

  test("[EST-15] stays at the last step when it is complete", () => {
    const states = statesOf(roofing(114));
    expect(states.at(-1)).toBe("current");
    expect(new Set(states.slice(0, -1))).toEqual(new Set(["complete"]));
    expect(countComplete(roofing(114))).toBe(14);
  });

  test("[EST-13] counts a complete step that was disabled since for those before it", () => {
    const states = statesOf(roofing(CHIMNEYS ?? 0, { decided: { 105: { enabled: false } } }));
    expect(states.slice(0, 6)).toEqual(["complete", "complete", "complete", "complete", "current", "next"]);
  });

  test("[EST-13] counts a complete optional step that was removed since for those before it", () => {
    const progress = roofing(147, { optional: [] });
    expect(stepsOf(progress).find(({ state }) => state === "current")?.section.id).toBe(113);
  });

  test("[EST-13] ignores a section that is no step, or of another workflow", () => {
    expect(countComplete(roofing(198))).toBe(0);
    expect(countComplete(roofing(401))).toBe(0);
  });

  test("is empty for a workflow without steps", () => {
    const decided = Object.fromEntries(ROOFING_STEPS.map((id) => [id, { enabled: false }]));
    expect(stepsOf(roofing(null, { decided }))).toEqual([]);
    expect(summaryText(roofing(null, { decided }))).toBe("No steps");
  });
});

describe("the text of the progress", () => {
  test.each([
    { given: "nothing complete", last: null, text: "0 of 14 steps, next: Questionnaire" },
    { given: "three complete", last: DECKING, text: "3 of 14 steps, next: Flashing" },
    { given: "all complete", last: 114, text: "14 of 14 steps" },
  ])("[EST-25] $given", ({ last, text }) => {
    expect(summaryText(roofing(last ?? null))).toBe(text);
  });

  test("[EST-25] [EST-47] steps that are not added are not counted, and skipped ones are not called complete", () => {
    expect(summaryText(roofing(114, { optional: [] }))).toBe("12 of 12 steps");
  });

  test("[EST-14] names the step that unlocks a locked one", () => {
    const steps = stepsOf(roofing(QUESTIONNAIRE ?? 0));
    const locked = steps.find(({ state }) => state === "locked");
    expect(locked && lockedReason(steps, locked)).toBe("Flashing opens once Details is saved.");
    // Saving Details makes it the next but one, which may be opened.
    expect(stepsOf(roofing(DETAILS ?? 0)).find(({ number }) => number === 4)?.state).toBe("next");
  });
});

describe("opening a step by address", () => {
  test("[EST-16] [OP-41] redirects from a locked step to the current one", () => {
    expect(redirectOfLockedStep({ ...roofing(DECKING ?? 0), number: 6 })).toBe(4);
    expect(redirectOfLockedStep({ ...roofing(null), number: 14 })).toBe(1);
  });

  test("[EST-16] allows complete, current and next steps", () => {
    for (const number of [1, 3, 4, 5])
      expect(redirectOfLockedStep({ ...roofing(DECKING ?? 0), number })).toBeUndefined();
  });

  test("[EST-16] [OP-41] redirects to the summary without any step", () => {
    const decided = Object.fromEntries(ROOFING_STEPS.map((id) => [id, { enabled: false }]));
    expect(redirectOfLockedStep({ ...roofing(null, { decided }), number: 1 })).toBe("summary");
  });

  test("[EST-16] does not redirect for a number that is no step of the copy", () => {
    expect(redirectOfLockedStep({ ...roofing(null), number: 99 })).toBeUndefined();
    expect(redirectOfLockedStep({ ...roofing(null, { optional: [] }), number: 11 })).toBeUndefined();
  });
});

describe("saving a step", () => {
  test.each([
    { given: "an earlier one than the last complete", saved: DETAILS, completes: false },
    { given: "the last complete one again", saved: CHIMNEYS, completes: false },
    { given: "a later one", saved: SKYLIGHT, completes: true },
    { given: "one that is no step", saved: 198, completes: false },
  ])("[EST-17] advances the progress for $given: $completes", ({ saved, completes }) => {
    expect(isLaterThanComplete({ ...roofing(CHIMNEYS ?? 0), sectionId: saved ?? 0 })).toBe(completes);
  });

  test("[EST-17] advances it for the first step of a new copy", () => {
    expect(isLaterThanComplete({ ...roofing(null), sectionId: QUESTIONNAIRE ?? 0 })).toBe(true);
  });

  test("[EST-17] follows the company's order", () => {
    const moved = roofing(FLASHING ?? 0, { decided: { 104: { order: 3 }, 103: { order: 4 } } });
    expect(isLaterThanComplete({ ...moved, sectionId: DECKING ?? 0 })).toBe(true);
  });
});

test("finds the neighbors of a step in the list", () => {
  const steps = stepsOf(roofing(114, { optional: [] }));
  expect(neighborsOf(steps, 10).next?.number).toBe(13);
  expect(neighborsOf(steps, 13).previous?.number).toBe(10);
  expect(neighborsOf(steps, 1).previous).toBeUndefined();
  expect(neighborsOf(steps, 14).next).toBeUndefined();
  expect(neighborsOf(steps, 11)).toEqual({ previous: undefined, next: undefined });
});
