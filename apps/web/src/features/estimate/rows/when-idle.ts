/** Milliseconds that work of no hurry may take before the browser gets its turn again. */
const SLICE_MS = 8;
/** For browsers without idle callbacks. */
const LATER_MS = 120;

const waiting = new Set<() => void>();
let isPlanned = false;

function plan(): void {
  if (isPlanned || waiting.size === 0) return;
  isPlanned = true;
  if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(work, { timeout: LATER_MS * 4 });
  else window.setTimeout(work, LATER_MS);
}

function work(): void {
  isPlanned = false;
  const end = performance.now() + SLICE_MS;
  for (const task of waiting) {
    waiting.delete(task);
    task();
    if (performance.now() > end) break;
  }
  plan();
}

/** Runs something of no hurry once the browser has nothing else to do, a few at a time; gives back how to call it off. */
export function whenIdle(task: () => void): () => void {
  waiting.add(task);
  plan();
  return () => waiting.delete(task);
}
