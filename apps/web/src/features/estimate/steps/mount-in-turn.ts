import { startTransition, useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { holdIdleWork, whenIdle } from "#features/estimate/rows/when-idle.ts";

/** Each turn waits for a frame and for the browser to be idle: many small ones take longer than what they mount. */
const MOST_IN_A_TURN = 4;

/**
 * Mounts the parts of a long page in turns: `first` of them at once, then as many again whenever the browser has nothing better
 * to do. `mountThrough` mounts all up to one that somebody asks for, before it returns.
 */
export function useMountInTurn({ count, first }: { count: number; first: number }): {
  mounted: number;
  mountThrough: (index: number) => void;
} {
  const [mounted, setMounted] = useState(Math.min(first, count));
  const isDone = mounted >= count;
  // Before the lists of what is mounted are filled: nobody looks for options among fields that are not there yet.
  useEffect(() => (isDone ? undefined : holdIdleWork()), [isDone]);
  useEffect(() => {
    if (mounted >= count) return undefined;
    const next = mounted + Math.max(1, Math.min(mounted, MOST_IN_A_TURN));
    return whenIdle(() => startTransition(() => setMounted((before) => Math.max(before, next))), { goesFirst: true });
  }, [mounted, count]);
  const mountThrough = useCallback((index: number) => {
    flushSync(() => setMounted((before) => Math.max(before, index + 1)));
  }, []);
  return { mounted, mountThrough };
}
