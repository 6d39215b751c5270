/** Chance that is the same for the same seed. */
export interface SeededRandom {
  /** From 0 to 1, never 1. */
  fraction(): number;
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
}

/** A small generator (mulberry32): 32 bits of state, well mixed, more than enough for choosing what happens next. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { fraction, below: (below) => Math.floor(fraction() * below) };
}
