import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

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
