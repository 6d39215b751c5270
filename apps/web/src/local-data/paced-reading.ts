/** A reading rests twice as long as it took before it is made again, so that it takes a third of the time at most. */
const REST_SHARE = 2;
/** Who looks at what changes all the time sees it follow this often at least, besides the reading itself. */
const MAX_REST_MS = 1_000;
/** A rest that nobody sees is none. */
const MIN_REST_MS = 16;

/**
 * Reads when it is told that something changed. While many records arrive or leave, that is many times a second, and a list of
 * thousands takes longer to read than the time between: it is read once for all that changed meanwhile, and rests in between.
 * What changes once is read at once.
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
