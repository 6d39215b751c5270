import { LOCALE } from "@ridgebook/contract";
import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** "3:12 PM": the wall clock time in the zone. */
export const clockText = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { timeStyle: "short", timeZone })
    .format(time)
    // Some engines put a narrow space before AM and PM.
    .replace(/\s/g, " ");

/** Milliseconds until the next full minute. */
export const untilNextMinute = (time: number): number => MINUTE_MS - (time % MINUTE_MS);

/** The time in epoch milliseconds, updated every full minute. */
export function useClock(): number {
  const [time, setTime] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setTime(Date.now()), untilNextMinute(Date.now()));
    return () => clearTimeout(timer);
  }, [time]);
  return time;
}
