const FIRST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 300_000;
/** The limit while a new document waits: a signed paper is sent at most 10 s after the network is back (SIGN-68). */
export const LONGEST_PAUSE_OF_PAPERS_MS = 8_000;

/**
 * The pause after the given number of failed tries, in milliseconds: exponential back-off from 2 s to 5 min, with jitter of up to half, so
 * that devices that lost the same server do not retry at the same time.
 *
 * @param fraction a random number from 0 to 1
 * @param longestMs the limit, if it is not 5 min
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
 * When a retry that waits until `notBefore` is due; both are epoch milliseconds. A wait longer than the longest pause means that the clock
 * was set back, so the retry is due now.
 */
export const dueTime = ({ notBefore, now }: { notBefore: number; now: number }): number =>
  notBefore - now > LONGEST_PAUSE_MS ? now : notBefore;

/**
 * When a change that was never tried is due: one first pause after `writtenTime`, because the tab that wrote it sends it at once. A
 * `writtenTime` in the future means that the clock was set back.
 */
export const untriedDueTime = ({ writtenTime, now }: { writtenTime: number; now: number }): number =>
  Math.min(writtenTime, now) + FIRST_PAUSE_MS;
