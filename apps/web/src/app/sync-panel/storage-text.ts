import { LOCALE } from "@ridgebook/contract";
import { removesUnusedData, type BrowserKind } from "#app/shell/browser-kind.ts";
import type { DeviceSpace } from "#local-data/device/device-space.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import { countText } from "#ui/counted-text.ts";

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000 * MEGABYTE;

/** "84 MB", "2.1 GB" */
export function bytesText(bytes: number): string {
  const format = (value: number, digits: number): string =>
    value.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return bytes < GIGABYTE ? `${format(Math.ceil(bytes / MEGABYTE), 0)} MB` : `${format(bytes / GIGABYTE, 1)} GB`;
}

/** Says whether the browser keeps this device's data, what to do if not, and how much of the quota is used. */
export function storageText({
  space: { isKept, usedBytes, allowedBytes },
  browser,
  unsyncedCount,
}: {
  space: DeviceSpace;
  browser: BrowserKind;
  unsyncedCount: number;
}): string {
  const used =
    usedBytes !== null &&
    (allowedBytes === null
      ? `${bytesText(usedBytes)} used.`
      : `${bytesText(usedBytes)} of ${bytesText(allowedBytes)} used.`);
  return [keptText({ isKept, browser, unsyncedCount }), used].filter(Boolean).join(" ");
}

function keptText({
  isKept,
  browser,
  unsyncedCount,
}: {
  isKept: boolean | null;
  browser: BrowserKind;
  unsyncedCount: number;
}): string {
  if (isKept === true) return "This device keeps your work.";
  if (removesUnusedData(browser, isKept))
    return `${browser.name} removes this app's data when it is not opened for seven days, or when space runs short. ${addByHandText({ browser, unsyncedCount })}`;
  if (isKept === null) return "This browser does not say whether it keeps your work.";
  const mayClear = "The browser may clear this app's data when space runs short.";
  if (browser.isInstalled) return mayClear;
  return `${mayClear} ${browser.engine === "firefox" ? "To prevent it, allow this site to store data in persistent storage." : "Install the app to prevent it."}`;
}

/** An app that is added by hand has separate storage, so unsent changes would stay behind. */
function addByHandText({ browser, unsyncedCount }: { browser: BrowserKind; unsyncedCount: number }): string {
  const where = browser.isAppleTouch ? "home screen" : "Dock";
  if (unsyncedCount > 0) return `Send everything first, then add the app to the ${where}: its data there is separate.`;
  const how = browser.isAppleTouch ? "Share, Add to Home Screen" : "Share, Add to Dock";
  return `To prevent it, add the app to the ${where} (${how}) and log in there.`;
}

/** "Downloading 2,400 of 5,000", or the progress while the download is paused. */
export function downloadText({ download, syncing }: Pick<SyncStatus, "download" | "syncing">): string {
  if (!download) return "";
  const progress = `${countText(download.received)} of ${countText(download.total)}`;
  return syncing
    ? `Downloading ${progress} leads, estimates and documents, newest first.`
    : `${progress} leads, estimates and documents are on this device. The others come with a signal.`;
}
