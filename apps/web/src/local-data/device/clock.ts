/** The time and timers, injectable so that tests and the simulation decide when time passes. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs `work` after `delayMs`; the result cancels it. */
  startTimer(work: () => void, delayMs: number): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  startTimer: (work, delayMs) => {
    const timer = setTimeout(work, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Randomness, injectable for the same reason. */
export interface Random {
  /** From 0 to 1. */
  fraction(): number;
  /** A unique key for an attempt or a transfer: 32 letters and digits. */
  key(): string;
}

export const systemRandom: Random = {
  fraction: () => Math.random(),
  // crypto.randomUUID is missing on pages that were not loaded over https.
  key: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
};
