/** How many edits can be taken back. */
const MAX_UNDO = 200;

/** A state to go back to, and the top-level properties that the person edited between it and the one after it. */
export interface PastState<State> {
  readonly state: State;
  readonly edited: readonly string[];
  /** It took in news since it was entered: what is calculated in it is calculated anew. */
  readonly isOutdated: boolean;
}

/** What undo and redo bring back. Edits of one name in a row are taken back together. */
export interface EditHistory<State> {
  /** Notes the state before an edit; "" is a name of its own each time. */
  note: (before: State, edit: { name: string; edited: readonly string[] }) => void;
  /** Takes the last state out, and keeps the current one for the way back; undefined when there is none. */
  undo: (current: State) => PastState<State> | undefined;
  redo: (current: State) => PastState<State> | undefined;
  canUndo: () => boolean;
  canRedo: () => boolean;
  /** Ids were replaced, or others saved something: no state brings back what is no longer so. */
  change: (change: (state: State) => State, options?: { isNews: boolean }) => void;
  clear: () => void;
}

export function createEditHistory<State>(): EditHistory<State> {
  let past: PastState<State>[] = [];
  let future: PastState<State>[] = [];
  let lastEdit = "";

  const move = (from: PastState<State>[], to: PastState<State>[], current: State): PastState<State> | undefined => {
    const last = from.pop();
    if (!last) return undefined;
    to.push({ state: current, edited: last.edited, isOutdated: false });
    lastEdit = "";
    return last;
  };

  return {
    note: (before, { name, edited }) => {
      if (name === "" || name !== lastEdit)
        past = [...past.slice(1 - MAX_UNDO), { state: before, edited, isOutdated: false }];
      lastEdit = name;
      future = [];
    },
    undo: (current) => move(past, future, current),
    redo: (current) => move(future, past, current),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    change: (change, { isNews } = { isNews: false }) => {
      const follow = ({ state, edited, isOutdated }: PastState<State>): PastState<State> => ({
        state: change(state),
        edited,
        isOutdated: isOutdated || isNews,
      });
      past = past.map(follow);
      future = future.map(follow);
    },
    clear: () => {
      past = [];
      future = [];
      lastEdit = "";
    },
  };
}
