import { expect, test } from "vitest";
import type { BrowserKind } from "#app/shell/browser-kind.ts";
import { bytesText, downloadText, storageText } from "#app/sync-panel/storage-text.ts";

const space = { isKept: true, usedBytes: 84_000_000, allowedBytes: 2_140_000_000 };

test.each([
  [0, "0 MB"],
  [1, "1 MB"],
  [83_200_000, "84 MB"],
  [999_000_000, "999 MB"],
  [1_000_000_000, "1.0 GB"],
  [2_140_000_000, "2.1 GB"],
])("%i bytes read as %s", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

const CHROME: BrowserKind = { isInstalled: false, isAppleTouch: false, engine: "other", name: "This browser" };
const FIREFOX: BrowserKind = { ...CHROME, engine: "firefox" };
const MAC_SAFARI: BrowserKind = { ...CHROME, engine: "webkit", name: "Safari" };
const IPAD: BrowserKind = { ...MAC_SAFARI, isAppleTouch: true };

const MAY_CLEAR = "The browser may clear this app's data when space runs short.";
const REMOVES = "Safari removes this app's data when it is not opened for seven days, or when space runs short.";
const USED = "84 MB of 2.1 GB used.";

test.each([
  ["keeps the data", {}, `This device keeps your work. ${USED}`],
  ["may clear the data", { isKept: false }, `${MAY_CLEAR} Install the app to prevent it. ${USED}`],
  [
    "does not say whether it keeps it",
    { isKept: null },
    `This browser does not say whether it keeps your work. ${USED}`,
  ],
  ["does not say how much there may be", { allowedBytes: null }, "This device keeps your work. 84 MB used."],
  [
    "says nothing",
    { isKept: null, usedBytes: null, allowedBytes: null },
    "This browser does not say whether it keeps your work.",
  ],
])("[SYNC-40] a browser that %s", (_, given, text) => {
  expect(storageText({ space: { ...space, ...given }, browser: CHROME, unsyncedCount: 0 })).toBe(text);
});

test.each([
  ["an installed app", { ...CHROME, isInstalled: true }, 0, MAY_CLEAR],
  ["Firefox", FIREFOX, 0, `${MAY_CLEAR} To prevent it, allow this site to store data in persistent storage.`],
  [
    "Safari on an iPad",
    IPAD,
    0,
    `${REMOVES} To prevent it, add the app to the home screen (Share, Add to Home Screen) and log in there.`,
  ],
  [
    "Safari on an iPad with unsent changes",
    IPAD,
    2,
    `${REMOVES} Send everything first, then add the app to the home screen: its data there is separate.`,
  ],
  [
    "Safari on a Mac",
    MAC_SAFARI,
    0,
    `${REMOVES} To prevent it, add the app to the Dock (Share, Add to Dock) and log in there.`,
  ],
  ["an app on the home screen", { ...IPAD, isInstalled: true }, 0, MAY_CLEAR],
] as const)("[SYNC-40] %s that does not keep the data says what helps", (_, browser, unsyncedCount, text) => {
  expect(storageText({ space: { ...space, isKept: false }, browser, unsyncedCount })).toBe(`${text} ${USED}`);
});

test("[SYNC-43] a download says how far it is, also while it rests", () => {
  const download = { received: 2_400, total: 5_000 };
  expect(downloadText({ download, syncing: true })).toBe(
    "Downloading 2,400 of 5,000 leads, estimates and documents, newest first.",
  );
  expect(downloadText({ download, syncing: false })).toBe(
    "2,400 of 5,000 leads, estimates and documents are on this device. The others come with a signal.",
  );
  expect(downloadText({ download: null, syncing: true })).toBe("");
});
