/** The pause after a reading, as a multiple of its duration, so that readings take at most a third of the time. */
const REST_SHARE = 2;
/** The longest pause, so that the screen follows constant changes. */
const MAX_REST_MS = 1_000;
/** A shorter pause than a frame is skipped. */
const MIN_REST_MS = 16;

/**
 * Throttles readings of changing data. While many records arrive or are sent, changes come many times a second, and a list of
 * thousands takes longer to read than that: one reading covers all changes since the last, with a pause in between. A single change
 * is read immediately.
 */
export function createPacedReading(
  read: () => Promise<void>,
  { now = () => performance.now() }: { now?: () => number } = {},
): { ask: () => void; stop: () => void } {
  let state: "free" | "busy" | "busyAndAsked" | "stopped" = "free";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = (): void => {
    if (state === "busy") state = "busyAndAsked";
    if (state !== "free") return;
    state = "busy";
    const beganAt = now();
    const rest = (): void => {
      const restMs = Math.min((now() - beganAt) * REST_SHARE, MAX_REST_MS);
      if (restMs < MIN_REST_MS) goOn();
      else timer = setTimeout(goOn, restMs);
    };
    read().then(rest, rest);
  };
  const goOn = (): void => {
    if (state === "stopped") return;
    const isAsked = state === "busyAndAsked";
    state = "free";
    if (isAsked) ask();
  };
  return {
    ask,
    stop: () => {
      state = "stopped";
      clearTimeout(timer);
    },
  };
}
