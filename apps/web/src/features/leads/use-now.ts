import { useEffect, useState } from "react";

const TICK_MS = 60_000;

/** The time in epoch milliseconds, anew every minute: "Today" turns at midnight, "2 h old" grows older. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
