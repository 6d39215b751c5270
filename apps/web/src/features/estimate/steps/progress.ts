/**
 * The progress of a workflow copy: its steps, which of them are complete, and which may be opened (1.§4 "Estimate step progression").
 *
 * A step has two numbers. Its *number* comes from the catalogue and is in the address: `/roofing/13` is Extras in every company, with or
 * without optional steps before it, so that saved links stay valid. The step list shows it too. Its *place* is counted in this copy's list,
 * which depends on the company's order, disabled steps and optional steps: Extras is step 13, and the eleventh of twelve while the optional
 * pair is not added.
 *
 * stepsOf({ workflow, summary });
 * // [{ place: 1, number: 1, state: "complete", section }, { place: 2, number: 2, state: "current", section }, …]
 */
import type { WorkflowSummary } from "@ridgebook/contract";
import { SECTIONS } from "@ridgebook/estimating";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** How many steps after the last complete one may be opened (1.§9). */
const UNLOCK_AHEAD = 2;

export interface StepState {
  readonly section: LocalSection;
  /** The position in the list, from 1. */
  readonly place: number;
  /** The number in the address: the section's place in the catalogue (ROUTE-30 to ROUTE-37). */
  readonly number: number;
  /** `current` is the first incomplete step, `next` the one after it; `open` steps may be visited too. */
  readonly state: "complete" | "current" | "next" | "open" | "locked";
}

/** A workflow copy: the company's sections and the copy's summary. */
export interface CopyProgress {
  readonly workflow: LocalWorkflow;
  readonly summary: Pick<WorkflowSummary, "lastCompleteSectionId" | "optionalSectionIds">;
}

const numberById = new Map(SECTIONS.map(({ id, order }) => [id, order]));

/** The step's number in the address; 0 for Notes, Discount and a pair's entry, which are not steps. */
export const numberOfSection = ({ id }: Pick<LocalSection, "id">): number => numberById.get(id) ?? 0;

const byPlace = (one: LocalSection, other: LocalSection): number =>
  one.order - other.order || numberOfSection(one) - numberOfSection(other);

/** Whether a section is a step: enabled and, if optional, added (EST-11, ROUTE-38). */
const isStep = (section: LocalSection): boolean => section.order > 0 && numberOfSection(section) > 0;

/** The steps of a copy in order (EST-11, EST-12). */
const sectionsOf = ({ workflow, summary }: CopyProgress): readonly LocalSection[] =>
  workflow.sections
    .filter((section) => isStep(section) && section.enabled)
    .filter(({ id, optional }) => !optional || summary.optionalSectionIds.includes(id))
    .toSorted(byPlace);

/** The index of the last complete step; -1 for none. A complete section that is no longer shown still completes all steps before it. */
function lastCompleteIndex({ workflow, summary }: CopyProgress, sections: readonly LocalSection[]): number {
  const last = workflow.sections.find(({ id }) => id === summary.lastCompleteSectionId);
  return last && isStep(last) ? sections.findLastIndex((section) => byPlace(section, last) <= 0) : -1;
}

function stateAt({ index, last, count }: { index: number; last: number; count: number }): StepState["state"] {
  // After the last step, the current step stays the last one (EST-15).
  const current = Math.min(last + 1, count - 1);
  if (index === current) return "current";
  if (index <= last) return "complete";
  if (index === current + 1) return "next";
  return index <= last + UNLOCK_AHEAD ? "open" : "locked";
}

/** The steps of a copy with their state (EST-13, EST-14, EST-15). Empty if the company disabled all of them. */
export function stepsOf(progress: CopyProgress): StepState[] {
  const sections = sectionsOf(progress);
  const last = lastCompleteIndex(progress, sections);
  return sections.map((section, index) => ({
    section,
    place: index + 1,
    number: numberOfSection(section),
    state: stateAt({ index, last, count: sections.length }),
  }));
}

/** The number of complete steps; includes the last one although it stays current (EST-15). */
export function countComplete(progress: CopyProgress): number {
  return lastCompleteIndex(progress, sectionsOf(progress)) + 1;
}

/**
 * "4 of 5 steps, next: Window List", "14 of 14 steps"; "No steps" if all are disabled. Never "complete": skipped steps count as well, and the
 * scope check reports what they lack.
 */
export function summaryText(progress: CopyProgress): string {
  const steps = stepsOf(progress);
  const count = steps.length;
  const complete = countComplete(progress);
  if (count === 0) return "No steps";
  const passed = `${complete} of ${count} ${count === 1 ? "step" : "steps"}`;
  if (complete === count) return passed;
  const current = steps.find(({ state }) => state === "current");
  return `${passed}, next: ${current?.section.title ?? ""}`;
}

/** "step 3 of 14"; "step 13, 11 of 12" if steps before it are left out. */
export function stepText(steps: readonly StepState[], number: number): string {
  const place = steps.find((step) => step.number === number)?.place ?? 0;
  return place === number ? `step ${placeText(steps, number)}` : `step ${number}, ${placeText(steps, number)}`;
}

/** "3 of 14": the place of a step's number in the list. */
export const placeText = (steps: readonly StepState[], number: number): string =>
  `${steps.find((step) => step.number === number)?.place ?? 0} of ${steps.length}`;

/**
 * The redirect for opening a step: the current step's number for a locked step, "summary" for a workflow without steps (EST-16, OP-41).
 * Undefined for a step that may be opened, and for a number that is not a step of the copy.
 */
export function redirectOfLockedStep({
  number,
  ...progress
}: CopyProgress & { number: number }): number | "summary" | undefined {
  const steps = stepsOf(progress);
  if (steps.length === 0) return "summary";
  if (steps.find((step) => step.number === number)?.state !== "locked") return undefined;
  return steps.find(({ state }) => state === "current")?.number ?? "summary";
}

/**
 * Whether saving a section advances the progress: only if it is a step after the last complete one (EST-17). Notes and Discount never do. A
 * quick estimate saves all steps, and so the last (decision 0087).
 */
export function isLaterThanComplete({ sectionId, ...progress }: CopyProgress & { sectionId: number }): boolean {
  const sections = sectionsOf(progress);
  return sections.findIndex(({ id }) => id === sectionId) > lastCompleteIndex(progress, sections);
}

/** Why a locked step cannot be opened, and how to unlock it. */
export function lockedReason(steps: readonly StepState[], locked: StepState): string {
  const opener = steps[steps.findIndex(({ number }) => number === locked.number) - UNLOCK_AHEAD];
  return `${locked.section.title} opens once ${opener?.section.title ?? "the step before it"} is saved.`;
}

/** The steps before and after a step. */
export function neighborsOf(
  steps: readonly StepState[],
  number: number,
): { previous: StepState | undefined; next: StepState | undefined } {
  const index = steps.findIndex((step) => step.number === number);
  return index < 0 ? { previous: undefined, next: undefined } : { previous: steps[index - 1], next: steps[index + 1] };
}
