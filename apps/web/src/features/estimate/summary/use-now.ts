import { useEffect, useState } from "react";

const TICK_MS = 60_000;

/** The time in epoch milliseconds, anew every minute: "today" turns at midnight. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
