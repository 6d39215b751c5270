import { useSyncExternalStore } from "react";

/** More often than each second, so that none is skipped. */
const LOOK_EVERY_MS = 250;

/** Whole seconds from now to a time, both in epoch milliseconds; 0 when it is over. */
export const secondsUntil = (until: number, now: number): number => Math.max(Math.ceil((until - now) / 1000), 0);

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
const neverChanges = () => () => undefined;

/** Counts the seconds down to a time in epoch milliseconds; 0 without one. */
export function useSecondsUntil(until: number | undefined): number {
  const read = (): number => (until === undefined ? 0 : secondsUntil(until, Date.now()));
  return useSyncExternalStore(until === undefined ? neverChanges : subscribe, read, read);
}

/** What a PIN that does not let out says. Whole seconds until five minutes, so that nobody counts wrong. */
export function wrongPinText(outcome: "wrong" | "wait", seconds: number): string {
  const wait = seconds > 0 ? ` Try again in ${String(seconds)} ${seconds === 1 ? "second" : "seconds"}.` : "";
  if (outcome === "wrong") return `This PIN is not correct.${wait}`;
  return `Too many wrong PINs.${wait || " Now you can try again."}`;
}
