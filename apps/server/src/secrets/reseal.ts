import { SecretsError, type SecretBox, type SecretPlace } from "./secret-box.ts";

export interface Resealer {
  /** The secret sealed with the current key; undefined if it already is, or cannot be opened. */
  readonly reseal: (stored: string, place: SecretPlace) => string | undefined;
  /** How many were sealed. */
  readonly sealed: number;
  /** Secrets that no key opens. */
  readonly unopened: readonly SecretPlace[];
}

export function createResealer(box: SecretBox): Resealer {
  let sealed = 0;
  const unopened = new Map<string, SecretPlace>();
  return {
    reseal(stored, place) {
      if (box.isCurrent(stored)) return undefined;
      try {
        const secret = box.seal(box.open(stored, place), place);
        sealed += 1;
        return secret;
      } catch (error) {
        if (!(error instanceof SecretsError)) throw error;
        // A retried transaction reports the same place again.
        unopened.set(JSON.stringify(place), place);
        return undefined;
      }
    },
    get sealed() {
      return sealed;
    },
    get unopened() {
      return [...unopened.values()];
    },
  };
}
