import { LOCALE } from "@ridgebook/contract";
import type { DeviceSpace } from "#local-data/device/device-space.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000 * MEGABYTE;

/** "84 MB", "2.1 GB" */
export function bytesText(bytes: number): string {
  const format = (value: number, digits: number): string =>
    value.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return bytes < GIGABYTE ? `${format(Math.ceil(bytes / MEGABYTE), 0)} MB` : `${format(bytes / GIGABYTE, 1)} GB`;
}

/** Whether the browser keeps what is on this device, and how much that is of how much it may be. */
export function storageText({
  space: { isKept, usedBytes, allowedBytes },
  isInstalled,
}: {
  space: DeviceSpace;
  isInstalled: boolean;
}): string {
  const kept =
    isKept === true
      ? "This device keeps your work."
      : isKept === false &&
        `The browser may clear this app's data when space runs short.${isInstalled ? "" : " Install the app to prevent it."}`;
  const used =
    usedBytes !== null &&
    (allowedBytes === null
      ? `${bytesText(usedBytes)} used.`
      : `${bytesText(usedBytes)} of ${bytesText(allowedBytes)} used.`);
  return [kept, used].filter(Boolean).join(" ");
}

/** "Downloading 2,400 of 5,000", or how far it has come while it rests. */
export function downloadText({ download, syncing }: Pick<SyncStatus, "download" | "syncing">): string {
  if (!download) return "";
  const progress = `${download.received.toLocaleString(LOCALE)} of ${download.total.toLocaleString(LOCALE)}`;
  return syncing
    ? `Downloading ${progress} leads, estimates and documents, newest first.`
    : `${progress} leads, estimates and documents are on this device. The others come with a signal.`;
}
