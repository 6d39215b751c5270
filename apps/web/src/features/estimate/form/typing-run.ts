import { lineAt, type LinePath, type WorkflowValues } from "@ridgebook/estimating";
import { mapLineIds } from "#features/estimate/form/saved-lines.ts";

/**
 * Consecutive keystrokes in one quantity. Each is applied to the state before the first, so that an intermediate number has no lasting
 * effect: "2500" passes through "2", too small a roof for any package.
 */
export interface TypingRun {
  readonly path: LinePath;
  readonly before: WorkflowValues;
  /** The state before the first keystroke, with the edited line created if it was missing. */
  readonly begun: WorkflowValues;
}

const isSamePath = (one: LinePath, other: LinePath): boolean =>
  one.length === other.length &&
  one.every(({ property, id }, index) => property === other[index]?.property && id === other[index].id);

/** The current run if it edits the same line, else the new one. */
export const runAt = (current: TypingRun | undefined, place: TypingRun): TypingRun =>
  current && isSamePath(current.path, place.path) && lineAt(current.begun, place.path) ? current : place;

/** Applies a change that others saved to both states. */
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
