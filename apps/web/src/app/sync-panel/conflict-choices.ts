import type { FieldConflict } from "@ridgebook/contract";
import type { ConflictChoice } from "#local-data/database/slices.ts";

/** What was chosen, by the pair of values that it was chosen between. */
export type ChoicesByPair = Readonly<Record<string, ConflictChoice>>;

/** A field with its two values: another value makes another pair, which nobody has looked at yet. */
export const pairKey = ({ field, mine, theirs }: FieldConflict): string =>
  JSON.stringify([field, mine ?? null, theirs ?? null]);

/** Mine at first, and again for every pair that takes the place of another one. */
export const choiceOf = (choices: ChoicesByPair, conflict: FieldConflict): ConflictChoice =>
  choices[pairKey(conflict)] ?? "mine";

/** A second tap of a double one comes within this time, and what was decided is shown by then (`paced-reading.ts`). */
const DECISION_REST_MS = 1_000;

/**
 * Makes one decision at a time. The next one is possible after the work is done and a rest is over, so that a tap that was meant for
 * what stood there before decides nothing about what has taken its place.
 */
export function createDecision({
  onChange,
  rest = () => new Promise((resolve) => setTimeout(resolve, DECISION_REST_MS)),
}: {
  onChange: (isDeciding: boolean) => void;
  rest?: () => Promise<void>;
}): (work: () => Promise<void>) => Promise<void> {
  let isDeciding = false;
  return async (work) => {
    if (isDeciding) return;
    isDeciding = true;
    onChange(true);
    try {
      await Promise.all([work(), rest()]);
    } finally {
      isDeciding = false;
      onChange(false);
    }
  };
}
