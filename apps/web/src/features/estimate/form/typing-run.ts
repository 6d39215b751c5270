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

/** The run that goes on in a form, if one does. */
export interface Typing {
  /** The run that a quantity belongs to which is typed at a line now. */
  readonly runAt: (place: {
    readonly path: LinePath;
    readonly before: WorkflowValues;
    readonly begun: WorkflowValues;
  }) => TypingRun;
  /** An edit was made: it goes on with this run, or ends whichever went on. */
  readonly goOn: (run: TypingRun | undefined) => void;
  readonly end: () => void;
  /** What others saved stands in both states by now. */
  readonly mapValues: (map: (values: WorkflowValues) => WorkflowValues) => void;
  readonly followIds: (newIds: ReadonlyMap<number, number>) => void;
}

const isSamePath = (one: LinePath, other: LinePath): boolean =>
  one.length === other.length &&
  one.every(({ property, id }, index) => property === other[index]?.property && id === other[index].id);

export function createTyping(): Typing {
  let current: TypingRun | undefined;
  return {
    runAt: (place) =>
      current && isSamePath(current.path, place.path) && lineAt(current.begun, place.path) ? current : place,
    goOn: (run) => {
      current = run;
    },
    end: () => {
      current = undefined;
    },
    mapValues: (map) => {
      current &&= { ...current, before: map(current.before), begun: map(current.begun) };
    },
    followIds: (newIds) => {
      current &&= {
        path: current.path.map(({ property, id }) => ({ property, id: newIds.get(id) ?? id })),
        before: mapLineIds(current.before, newIds),
        begun: mapLineIds(current.begun, newIds),
      };
    },
  };
}
