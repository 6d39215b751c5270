import type { SyncStatus } from "#local-data/device/sync-status.ts";

const DAY_MS = 86_400_000;

export interface UnsentAge {
  /** Whole days that the oldest unsent change has waited. */
  days: number;
  level: "none" | "notice" | "warning" | "urgent";
}

/** `now` is epoch milliseconds. The text gets stronger on days 2, 4 and 6; Safari may remove everything after day 7. */
export function unsentAge({ oldestUnsentTime }: Pick<SyncStatus, "oldestUnsentTime">, now: number): UnsentAge {
  const days = oldestUnsentTime === null ? 0 : Math.max(0, Math.floor((now - oldestUnsentTime) / DAY_MS));
  if (days >= 6) return { days, level: "urgent" };
  if (days >= 4) return { days, level: "warning" };
  return { days, level: days >= 2 ? "notice" : "none" };
}
