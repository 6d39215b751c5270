import { startTransition, useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { whenIdle } from "#features/estimate/rows/when-idle.ts";

/**
 * Mounts the parts of a long page one after the other: `first` of them at once, each further one when the browser has nothing
 * better to do. `mountThrough` mounts all up to one that somebody asks for, before it returns.
 */
export function useMountInTurn({ count, first }: { count: number; first: number }): {
  mounted: number;
  mountThrough: (index: number) => void;
} {
  const [mounted, setMounted] = useState(Math.min(first, count));
  useEffect(() => {
    if (mounted >= count) return undefined;
    return whenIdle(() => startTransition(() => setMounted((before) => Math.max(before, mounted + 1))));
  }, [mounted, count]);
  const mountThrough = useCallback((index: number) => {
    flushSync(() => setMounted((before) => Math.max(before, index + 1)));
  }, []);
  return { mounted, mountThrough };
}
