const DAY_MS = 86_400_000;

/** "Later" lasts a day. Both are epoch milliseconds. */
export const postponedUntil = (now: number): number => now + DAY_MS;

/** A clock that was set back does not postpone it for longer than a day. */
export const isPostponed = ({ until, now }: { until: number; now: number }): boolean =>
  now < until && until <= postponedUntil(now);
