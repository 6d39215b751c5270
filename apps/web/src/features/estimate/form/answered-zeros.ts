/**
 * Lines in which a person answered 0. No item tells that: a save drops what has no quantity. Those that were not saved yet change no
 * item either, so that they are no unsaved change, but they go with the draft.
 */
export interface AnsweredZeros {
  /** Notes an answer; false when it was known. */
  note: (lineId: number) => boolean;
  has: (lineId: number) => boolean;
  /** Which of these lines were answered and not saved since. */
  newIn: (lineIds: () => readonly number[]) => readonly number[];
  markSaved: (lineIds: readonly number[]) => void;
  forget: (lineIds: readonly number[]) => void;
}

/** @param fromDraft lines that were answered in an earlier visit and not saved */
export function createAnsweredZeros(fromDraft: readonly number[] = []): AnsweredZeros {
  const all = new Set(fromDraft);
  const unsaved = new Set(fromDraft);
  return {
    note: (lineId) => {
      if (all.has(lineId)) return false;
      all.add(lineId);
      unsaved.add(lineId);
      return true;
    },
    has: (lineId) => all.has(lineId),
    newIn: (lineIds) => (unsaved.size === 0 ? [] : lineIds().filter((id) => unsaved.has(id))),
    markSaved: (lineIds) => {
      for (const id of lineIds) unsaved.delete(id);
    },
    forget: (lineIds) => {
      for (const id of lineIds) {
        all.delete(id);
        unsaved.delete(id);
      }
    },
  };
}
