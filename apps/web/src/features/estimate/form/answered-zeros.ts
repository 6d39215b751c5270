/**
 * Lines in which a person answered 0. No item tells that: a save drops what has no quantity. Those that were not saved yet change no
 * item either, so that they are no unsaved change, but they go with the draft.
 */
export interface AnsweredZeros {
  readonly all: ReadonlySet<number>;
  readonly unsaved: ReadonlySet<number>;
}

/** @param fromDraft lines that were answered in an earlier visit and not saved */
export const zerosOfDraft = (fromDraft: readonly number[] = []): AnsweredZeros => {
  const all = new Set(fromDraft);
  return { all, unsaved: all };
};

/** The same object when the answer was known. */
export const noteZero = (zeros: AnsweredZeros, lineId: number): AnsweredZeros =>
  zeros.all.has(lineId)
    ? zeros
    : { all: new Set([...zeros.all, lineId]), unsaved: new Set([...zeros.unsaved, lineId]) };

const without = (ids: ReadonlySet<number>, gone: readonly number[]): ReadonlySet<number> =>
  new Set([...ids].filter((id) => !gone.includes(id)));

export const markZerosSaved = ({ all, unsaved }: AnsweredZeros, lineIds: readonly number[]): AnsweredZeros => ({
  all,
  unsaved: without(unsaved, lineIds),
});

export const forgetZeros = ({ all, unsaved }: AnsweredZeros, lineIds: readonly number[]): AnsweredZeros => ({
  all: without(all, lineIds),
  unsaved: without(unsaved, lineIds),
});
