/**
 * Where a workflow copy stands: which steps it has, which of them are complete, and which may be opened (1.§4 "Estimate step
 * progression").
 *
 * A step has two numbers. Its *number* is the catalogue's and says where it stands in the address: `/roofing/13` is Extras in every
 * company, with or without the optional steps before it, so that a link that somebody kept stays right. It also stands in front of
 * the step in the list. Its *place* is counted in the list of this copy, where the company's order, steps that are switched off and
 * optional steps decide: Extras is step 13, and the eleventh of twelve while the optional pair is not added.
 *
 *     stepsOf({ workflow, summary });
 *     // [{ place: 1, number: 1, state: "complete", section }, { place: 2, number: 2, state: "current", section }, …]
 */
import type { WorkflowSummary } from "@ridgebook/contract";
import { SECTIONS } from "@ridgebook/estimating";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** How many steps past the last complete one may be opened (1.§9). */
const UNLOCK_AHEAD = 2;

export interface StepState {
  readonly section: LocalSection;
  /** In the list, from 1. */
  readonly place: number;
  /** In the address: the place of the section in the catalogue (ROUTE-30 to ROUTE-37). */
  readonly number: number;
  /**
   * `current` is the first that is not complete, `next` the one behind it; `open` ones may be visited as well. Which step a
   * person looks at is another matter.
   */
  readonly state: "complete" | "current" | "next" | "open" | "locked";
}

/** A workflow copy: its sections as the company has them, and what was decided about the copy. */
export interface CopyProgress {
  readonly workflow: LocalWorkflow;
  readonly summary: Pick<WorkflowSummary, "lastCompleteSectionId" | "optionalSectionIds">;
}

const numberById = new Map(SECTIONS.map(({ id, order }) => [id, order]));

/** The step's number in the address; 0 for Notes, Discount and the entry of a pair, which are no steps. */
export const numberOfSection = ({ id }: Pick<LocalSection, "id">): number => numberById.get(id) ?? 0;

const byPlace = (one: LocalSection, other: LocalSection): number =>
  one.order - other.order || numberOfSection(one) - numberOfSection(other);

/** Sections that are steps where they are switched on and, if optional, added (EST-11, ROUTE-38). */
const isStep = (section: LocalSection): boolean => section.order > 0 && numberOfSection(section) > 0;

/** The steps of a copy in their order: enabled ones, optional ones once they are added (EST-11, EST-12). */
const sectionsOf = ({ workflow, summary }: CopyProgress): readonly LocalSection[] =>
  workflow.sections
    .filter((section) => isStep(section) && section.enabled)
    .filter(({ id, optional }) => !optional || summary.optionalSectionIds.includes(id))
    .toSorted(byPlace);

/**
 * Place of the last complete step among the given ones; -1 while none is. A section that was completed and is not shown any more
 * (switched off, removed) still counts for all steps before it.
 */
function lastCompleteIndex({ workflow, summary }: CopyProgress, sections: readonly LocalSection[]): number {
  const last = workflow.sections.find(({ id }) => id === summary.lastCompleteSectionId);
  return last && isStep(last) ? sections.findLastIndex((section) => byPlace(section, last) <= 0) : -1;
}

function stateAt({ index, last, count }: { index: number; last: number; count: number }): StepState["state"] {
  // Who is through with everything looks at the last step (EST-15).
  const current = Math.min(last + 1, count - 1);
  if (index === current) return "current";
  if (index <= last) return "complete";
  if (index === current + 1) return "next";
  return index <= last + UNLOCK_AHEAD ? "open" : "locked";
}

/** The steps of a copy with their state (EST-13, EST-14, EST-15). Empty where the company switched all of them off. */
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

/** How many steps are complete; the last one counts although it stays current (EST-15). */
export function countComplete(progress: CopyProgress): number {
  return lastCompleteIndex(progress, sectionsOf(progress)) + 1;
}

/**
 * "4 of 5 steps, next: Window List", "14 of 14 steps"; "No steps" where all are switched off. Never "complete": steps that were skipped
 * count as well, and what they lack is said by the scope check.
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

/** "step 3 of 14"; "step 13, 11 of 12" where steps before it are left out. */
export function stepText(steps: readonly StepState[], number: number): string {
  const place = steps.find((step) => step.number === number)?.place ?? 0;
  return place === number ? `step ${placeText(steps, number)}` : `step ${number}, ${placeText(steps, number)}`;
}

/** "3 of 14": where the step of a number stands in the list. */
export const placeText = (steps: readonly StepState[], number: number): string =>
  `${steps.find((step) => step.number === number)?.place ?? 0} of ${steps.length}`;

/**
 * Where opening a step leads instead: the number of the current step for a locked one, "summary" where the workflow has no step at
 * all (EST-16, OP-41). Undefined for a step that may be opened, and for a number that is none of the copy's: a page says so.
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
 * Whether saving a section moves the progress on: only if it is a step later than the last complete one (EST-17). Notes
 * and discount never do; a quick estimate saves the last step with all others (decision 0087).
 */
export function isLaterThanComplete({ sectionId, ...progress }: CopyProgress & { sectionId: number }): boolean {
  const sections = sectionsOf(progress);
  return sections.findIndex(({ id }) => id === sectionId) > lastCompleteIndex(progress, sections);
}

/** Why a locked step does not open, in a sentence that says what would. */
export function lockedReason(steps: readonly StepState[], locked: StepState): string {
  const opener = steps[steps.findIndex(({ number }) => number === locked.number) - UNLOCK_AHEAD];
  return `${locked.section.title} opens once ${opener?.section.title ?? "the step before it"} is saved.`;
}

/** The steps beside one, in the order of the list. */
export function neighborsOf(
  steps: readonly StepState[],
  number: number,
): { previous: StepState | undefined; next: StepState | undefined } {
  const index = steps.findIndex((step) => step.number === number);
  return index < 0 ? { previous: undefined, next: undefined } : { previous: steps[index - 1], next: steps[index + 1] };
}
