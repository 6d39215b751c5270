import { lineAt, type LinePath, type WorkflowValues } from "@ridgebook/estimating";
import { mapLineIds } from "#features/estimate/form/saved-lines.ts";

/**
 * Quantities typed into one line in a row. Each follows from what stood before the first, so that nothing falls for a number that
 * was only on its way: "2500" passes by "2", a roof of no squares, which has no package.
 */
export interface TypingRun {
  readonly path: LinePath;
  readonly before: WorkflowValues;
  /** The same with the line that is typed into, which may be new. */
  readonly begun: WorkflowValues;
}

const isSamePath = (one: LinePath, other: LinePath): boolean =>
  one.length === other.length &&
  one.every(({ property, id }, index) => property === other[index]?.property && id === other[index].id);

/** The run that a quantity belongs to which is typed at a line now: the current one, or one that begins with it. */
export const runAt = (current: TypingRun | undefined, place: TypingRun): TypingRun =>
  current && isSamePath(current.path, place.path) && lineAt(current.begun, place.path) ? current : place;

/** What others saved stands in both states by now. */
export const mapRun = (run: TypingRun, map: (values: WorkflowValues) => WorkflowValues): TypingRun => ({
  ...run,
  before: map(run.before),
  begun: map(run.begun),
});

export const runWithNewIds = (run: TypingRun, newIds: ReadonlyMap<number, number>): TypingRun => ({
  path: run.path.map(({ property, id }) => ({ property, id: newIds.get(id) ?? id })),
  before: mapLineIds(run.before, newIds),
  begun: mapLineIds(run.begun, newIds),
});
