import type { FieldConflict } from "@ridgebook/contract";
import type { ConflictChoice } from "#local-data/database/slices.ts";

/** The choices, by the pair of values. */
export type ChoicesByPair = Readonly<Record<string, ConflictChoice>>;

/** The key of a field and its two values; another value makes another pair, which the user has not seen. */
export const pairKey = ({ field, mine, theirs }: FieldConflict): string =>
  JSON.stringify([field, mine ?? null, theirs ?? null]);

/** The choice for a pair; "mine" for a new pair. */
export const choiceOf = (choices: ChoicesByPair, conflict: FieldConflict): ConflictChoice =>
  choices[pairKey(conflict)] ?? "mine";

/** Longer than a double tap, and long enough to show the decision (`paced-reading.ts`). */
const DECISION_REST_MS = 1_000;

/**
 * Makes one decision at a time. The next one is possible only after the work and a pause, so that a double tap does not also decide
 * about the next entry in the same place.
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
