const MAX_UNDO = 200;

/** A state to return to, and the top-level properties that the edit after it changed. */
interface PastState<State> {
  readonly state: State;
  readonly edited: readonly string[];
  /** Whether changes from elsewhere were merged into it, so that its calculated values are stale. */
  readonly isOutdated: boolean;
}

/** The undo and redo stacks; the next state is last. */
export interface EditHistory<State> {
  readonly past: readonly PastState<State>[];
  readonly future: readonly PastState<State>[];
  /** Consecutive edits with the same name are undone together; "" never matches. */
  readonly lastEdit: string;
}

export const NO_HISTORY: EditHistory<never> = { past: [], future: [], lastEdit: "" };

export const canUndo = ({ past }: EditHistory<unknown>): boolean => past.length > 0;
export const canRedo = ({ future }: EditHistory<unknown>): boolean => future.length > 0;

/** Pushes the state before an edit. */
export function recordEdit<State>(
  { past, lastEdit }: EditHistory<State>,
  before: State,
  { name, edited }: { name: string; edited: readonly string[] },
): EditHistory<State> {
  const isAnother = name === "" || name !== lastEdit;
  return {
    past: isAnother ? [...past.slice(1 - MAX_UNDO), { state: before, edited, isOutdated: false }] : past,
    future: [],
    lastEdit: name,
  };
}

/** Pops the last state and pushes the current one for redo; undefined if the stack is empty. */
export function stepBack<State>(
  { past, future }: EditHistory<State>,
  current: State,
): { last: PastState<State>; history: EditHistory<State> } | undefined {
  const last = past.at(-1);
  if (!last) return undefined;
  const back = { state: current, edited: last.edited, isOutdated: false };
  return { last, history: { past: past.slice(0, -1), future: [...future, back], lastEdit: "" } };
}

export function stepForward<State>(
  { past, future }: EditHistory<State>,
  current: State,
): ReturnType<typeof stepBack<State>> {
  const step = stepBack({ past: future, future: past, lastEdit: "" }, current);
  return step && { ...step, history: { ...step.history, past: step.history.future, future: step.history.past } };
}

/** Applies id replacements or merged changes to every state, so that undo does not revert them. */
export function mapHistory<State>(
  { past, future, lastEdit }: EditHistory<State>,
  change: (state: State) => State,
  { isMerge }: { isMerge: boolean } = { isMerge: false },
): EditHistory<State> {
  const follow = ({ state, edited, isOutdated }: PastState<State>): PastState<State> => ({
    state: change(state),
    edited,
    isOutdated: isOutdated || isMerge,
  });
  return { past: past.map(follow), future: future.map(follow), lastEdit };
}
