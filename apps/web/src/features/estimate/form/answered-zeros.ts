/**
 * Lines in which a person entered 0. Items cannot show this, because a save drops lines without a quantity. An unsaved 0 is not an unsaved
 * change, but it is kept in the draft.
 */
export interface AnsweredZeros {
  readonly all: ReadonlySet<number>;
  readonly unsaved: ReadonlySet<number>;
}

/** @param fromDraft line ids from an earlier visit that were not saved */
export const zerosOfDraft = (fromDraft: readonly number[] = []): AnsweredZeros => {
  const all = new Set(fromDraft);
  return { all, unsaved: all };
};

/** Returns the same object if the line is already in it. */
export const addZero = (zeros: AnsweredZeros, lineId: number): AnsweredZeros =>
  zeros.all.has(lineId)
    ? zeros
    : { all: new Set([...zeros.all, lineId]), unsaved: new Set([...zeros.unsaved, lineId]) };

const without = (ids: ReadonlySet<number>, gone: readonly number[]): ReadonlySet<number> =>
  new Set([...ids].filter((id) => !gone.includes(id)));

export const markZerosSaved = ({ all, unsaved }: AnsweredZeros, lineIds: readonly number[]): AnsweredZeros => ({
  all,
  unsaved: without(unsaved, lineIds),
});

export const removeZeros = ({ all, unsaved }: AnsweredZeros, lineIds: readonly number[]): AnsweredZeros => ({
  all: without(all, lineIds),
  unsaved: without(unsaved, lineIds),
});
