const FIRST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 300_000;
/** While a new document waits and the server does not answer: a signed paper is sent at most 10 s after the line is back (SIGN-68). */
export const LONGEST_PAUSE_OF_PAPERS_MS = 8_000;

/**
 * How long to rest after the given number of tries without a settled answer, in milliseconds: it doubles from 2 s up to
 * 5 min. A random half of it is left out, so that devices that lost the same server do not come back in step.
 *
 * @param fraction a random number from 0 to 1
 * @param longestMs in place of the 5 min
 */
export function backOffMs({
  count,
  fraction,
  longestMs = LONGEST_PAUSE_MS,
}: {
  count: number;
  fraction: number;
  longestMs?: number;
}): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, count - 1), longestMs);
  return Math.round(pause * (1 - fraction / 2));
}

/**
 * When something is due that was to rest until `notBefore` (epoch milliseconds, as `now`). A rest that would last longer than
 * any is from before the clock was set back, and is over.
 */
export const dueTime = ({ notBefore, now }: { notBefore: number; now: number }): number =>
  notBefore - now > LONGEST_PAUSE_MS ? now : notBefore;

/**
 * When something is due that was written at `writtenTime` and never tried: who writes it sends it at once, and has a first pause for
 * that. A time that is still to come is from before the clock was set back.
 */
export const untriedDueTime = ({ writtenTime, now }: { writtenTime: number; now: number }): number =>
  Math.min(writtenTime, now) + FIRST_PAUSE_MS;
