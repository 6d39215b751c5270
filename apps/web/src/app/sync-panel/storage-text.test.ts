import { expect, test } from "vitest";
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

test.each([
  ["keeps the data", {}, "This device keeps your work. 84 MB of 2.1 GB used."],
  [
    "may clear the data",
    { isKept: false },
    "The browser may clear this app's data when space runs short. Install the app to prevent it. 84 MB of 2.1 GB used.",
  ],
  ["does not say whether it keeps it", { isKept: null }, "84 MB of 2.1 GB used."],
  ["does not say how much there may be", { allowedBytes: null }, "This device keeps your work. 84 MB used."],
  ["says nothing", { isKept: null, usedBytes: null, allowedBytes: null }, ""],
])("[SYNC-40] a browser that %s", (_, given, text) => {
  expect(storageText({ space: { ...space, ...given }, isInstalled: false })).toBe(text);
});

test("[SYNC-40] an installed app is not told to be installed", () => {
  expect(storageText({ space: { ...space, isKept: false }, isInstalled: true })).toBe(
    "The browser may clear this app's data when space runs short. 84 MB of 2.1 GB used.",
  );
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
