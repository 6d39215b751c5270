import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The time in epoch milliseconds, updated every minute: "today" changes at midnight, and ages grow. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
