import type { UnsentAge } from "#app/shell/unsent-age.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import { countText } from "#ui/counted-text.ts";

interface SyncChipState {
  text: string;
  icon: "offline" | "sending" | "receiving" | "attention";
  tone: "neutral" | "warn" | "bad";
}

type ShownStatus = Pick<
  SyncStatus,
  | "online"
  | "syncing"
  | "sendingCount"
  | "unsyncedCount"
  | "needsYouCount"
  | "signInNeeded"
  | "storageProblem"
  | "download"
>;

/** In the chip and as the panel's heading. */
export const storageProblemTitle = ({ isFull }: NonNullable<SyncStatus["storageProblem"]>): string =>
  isFull ? "No space left" : "Not stored";

/**
 * The chip in the top bar, about unsent changes and how long they have waited, a full device and the first download; none if nothing is unsent and the
 * device is online. What needs the user comes first.
 */
export function syncChipState(
  status: ShownStatus | undefined,
  { level, days }: UnsentAge = { level: "none", days: 0 },
): SyncChipState | undefined {
  if (!status) return undefined;
  const { needsYouCount, unsyncedCount, sendingCount } = status;
  // While nothing can be stored, the other texts may be wrong.
  if (status.storageProblem)
    return { text: storageProblemTitle(status.storageProblem), icon: "attention", tone: "bad" };
  if (needsYouCount > 0)
    return {
      text: `${String(needsYouCount)} ${needsYouCount === 1 ? "needs" : "need"} you`,
      icon: "attention",
      tone: "bad",
    };
  if (unsyncedCount > 0 && status.signInNeeded) return { text: "Sign in to send", icon: "attention", tone: "bad" };
  if (status.syncing && sendingCount > 0)
    return { text: `Sending ${String(sendingCount)}`, icon: "sending", tone: "neutral" };
  if (unsyncedCount > 0 && level !== "none")
    return {
      text: `${String(unsyncedCount)} waiting, ${String(days)} days`,
      icon: "attention",
      tone: level === "urgent" ? "bad" : "warn",
    };
  if (unsyncedCount > 0) return { text: `${String(unsyncedCount)} waiting`, icon: "offline", tone: "neutral" };
  if (status.download && status.syncing) {
    const { received, total } = status.download;
    return { text: `${countText(received)} of ${countText(total)}`, icon: "receiving", tone: "neutral" };
  }
  return status.online ? undefined : { text: "Offline", icon: "offline", tone: "neutral" };
}
