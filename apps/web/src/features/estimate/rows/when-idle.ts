/** Milliseconds that work of no hurry may take before the browser gets its turn again. */
const SLICE_MS = 8;
/** For browsers without idle callbacks. */
const LATER_MS = 120;

const first = new Set<() => void>();
const waiting = new Set<() => void>();
let isPlanned = false;
/** How many see to it that nothing else goes on. */
let holding = 0;

function plan(): void {
  if (isPlanned || first.size + (holding > 0 ? 0 : waiting.size) === 0) return;
  isPlanned = true;
  if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(work, { timeout: LATER_MS * 4 });
  else window.setTimeout(work, LATER_MS);
}

function work(): void {
  isPlanned = false;
  const end = performance.now() + SLICE_MS;
  const [urgent] = first;
  if (urgent) run(first, urgent);
  // What it brought is drawn before the rest goes on.
  else if (holding === 0)
    for (const task of waiting) {
      run(waiting, task);
      if (performance.now() > end) break;
    }
  plan();
}

function run(queue: Set<() => void>, task: () => void): void {
  queue.delete(task);
  task();
}

/**
 * Runs something of no hurry once the browser has nothing else to do, a few at a time; gives back how to call it off.
 *
 * @param goesFirst before everything that does not
 */
export function whenIdle(task: () => void, { goesFirst = false }: { goesFirst?: boolean } = {}): () => void {
  const queue = goesFirst ? first : waiting;
  queue.add(task);
  plan();
  return () => queue.delete(task);
}

/** Until what is given back is called, only what goes first is run: other work would hold up what is being drawn in turns. */
export function holdIdleWork(): () => void {
  holding += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holding -= 1;
    isHeld = false;
    plan();
  };
}
