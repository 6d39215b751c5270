import { useSyncExternalStore } from "react";

/** More often than every second, so that none is skipped. */
const LOOK_EVERY_MS = 250;

/** Whole seconds until a time (both in epoch milliseconds); 0 after it. */
export const secondsUntil = (until: number, now: number): number => Math.max(Math.ceil((until - now) / 1000), 0);

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
const neverChanges = () => () => undefined;

/** Counts down the seconds to a time in epoch milliseconds; 0 without one. */
export function useSecondsUntil(until: number | undefined): number {
  const read = (): number => (until === undefined ? 0 : secondsUntil(until, Date.now()));
  return useSyncExternalStore(until === undefined ? neverChanges : subscribe, read, read);
}

/** The text for a rejected PIN. Counts in seconds below five minutes. */
export function wrongPinText(outcome: "wrong" | "wait", seconds: number): string {
  const wait = seconds > 0 ? ` Try again in ${String(seconds)} ${seconds === 1 ? "second" : "seconds"}.` : "";
  if (outcome === "wrong") return `This PIN is not correct.${wait}`;
  return `Too many wrong PINs.${wait || " Now you can try again."}`;
}
