import { startTransition, useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { holdIdleWork, whenIdle } from "#features/estimate/rows/when-idle.ts";

/**
 * Mounts the parts of a long page in two turns: `first` of them at once, and the others when the browser has nothing better to do.
 * Those are one transition: it is worked on in slices between which keys are answered, and one frame shows it; more turns would
 * have more frames in between than parts. `mountThrough` mounts all up to one that somebody asks for, before it returns.
 */
export function useMountInTurn({ count, first }: { count: number; first: number }): {
  mounted: number;
  mountThrough: (index: number) => void;
} {
  const [mounted, setMounted] = useState(Math.min(first, count));
  const isDone = mounted >= count;
  useEffect(() => {
    if (isDone) return undefined;
    // Before the lists of what is mounted are filled: nobody looks for options among fields that are not there yet.
    const letGo = holdIdleWork();
    const callOff = whenIdle(() => startTransition(() => setMounted(count)), { goesFirst: true });
    return () => {
      callOff();
      letGo();
    };
  }, [isDone, count]);
  const mountThrough = useCallback((index: number) => {
    flushSync(() => setMounted((before) => Math.max(before, index + 1)));
  }, []);
  return { mounted, mountThrough };
}
