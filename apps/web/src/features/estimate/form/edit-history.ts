/** How many edits can be taken back. */
const MAX_UNDO = 200;

/** A state to go back to, and the top-level properties that the person edited between it and the one after it. */
interface PastState<State> {
  readonly state: State;
  readonly edited: readonly string[];
  /** It took in news since it was entered: what is calculated in it is calculated anew. */
  readonly isOutdated: boolean;
}

/** What undo and redo bring back, the next one last. */
export interface EditHistory<State> {
  readonly past: readonly PastState<State>[];
  readonly future: readonly PastState<State>[];
  /** Edits of one name in a row are taken back together; "" is a name of its own each time. */
  readonly lastEdit: string;
}

export const NO_HISTORY: EditHistory<never> = { past: [], future: [], lastEdit: "" };

export const canUndo = ({ past }: EditHistory<unknown>): boolean => past.length > 0;
export const canRedo = ({ future }: EditHistory<unknown>): boolean => future.length > 0;

/** With the state before an edit. */
export function noteEdit<State>(
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

/** The last state, and a history in which the current one is kept for the way back; undefined when there is none. */
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

/** Ids were replaced, or others saved something: no state brings back what is no longer so. */
export function changeHistory<State>(
  { past, future, lastEdit }: EditHistory<State>,
  change: (state: State) => State,
  { isNews }: { isNews: boolean } = { isNews: false },
): EditHistory<State> {
  const follow = ({ state, edited, isOutdated }: PastState<State>): PastState<State> => ({
    state: change(state),
    edited,
    isOutdated: isOutdated || isNews,
  });
  return { past: past.map(follow), future: future.map(follow), lastEdit };
}
