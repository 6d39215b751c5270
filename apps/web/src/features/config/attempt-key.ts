import { useRef } from "react";
import { systemRandom } from "#local-data/device/clock.ts";

/** A new UUID, also on pages that were not loaded over HTTPS. */
export function makeUuid(): string {
  const key = systemRandom.key();
  // Version 4, variant 1; the rest is random.
  return [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`, `8${key.slice(17, 20)}`, key.slice(20)].join("-");
}

/** An idempotency key: the same change sent again after a lost answer is applied once. */
export function useAttemptKey(): (change: unknown) => string {
  const last = useRef<{ text: string; key: string }>(undefined);
  return (change) => {
    const text = JSON.stringify(change);
    if (last.current?.text !== text) last.current = { text, key: systemRandom.key() };
    return last.current.key;
  };
}
