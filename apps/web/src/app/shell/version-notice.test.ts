import { expect, test } from "vitest";
import { versionNotice } from "#app/shell/version-notice.ts";

const FITS = {
  isUpdateReady: false,
  isReloadOffered: false,
  serverAge: "same",
  updateSearch: "none",
  sync: { unsyncedCount: 0 },
} as const;

test("shows nothing while app and server fit", () => {
  expect(versionNotice(FITS)).toBeUndefined();
  expect(versionNotice({ ...FITS, serverAge: "newer" })).toBeUndefined();
});

test.each([
  ["PWA-06", { isUpdateReady: true }, "A new version is ready.", "update"],
  [
    "PWA-06",
    { isUpdateReady: true, updateSearch: "notTakenOver" },
    "The new version could not take over. Close all other tabs and windows with this app, then press Update again.",
    "update",
  ],
  [
    "PWA-06",
    { isUpdateReady: true, updateSearch: "nothingFound" },
    "The new version did not arrive. Check the connection, then press Update again.",
    "update",
  ],
  ["PWA-06", { isReloadOffered: true }, "The new version has taken over. Reload when you are ready.", "reload"],
  ["SYNC-30", { serverAge: "tooNew" }, "A new version is needed to send. Your work is kept.", "update"],
  [
    "SYNC-30",
    { serverAge: "tooNew", isReloadOffered: true },
    "A new version is needed to send. Your work is kept.",
    "reload",
  ],
  [
    "SYNC-30",
    { serverAge: "tooNew", updateSearch: "nothingFound" },
    "A new version is needed to send. Your work is kept. It has not arrived yet: please try again in a few minutes.",
    "update",
  ],
  [
    "SYNC-31",
    { serverAge: "older", sync: { unsyncedCount: 2 } },
    "The server is being updated. What it cannot take yet waits on this device and is sent automatically.",
    undefined,
  ],
] as const)("[%s] %j reads %j and offers %s", (_, state, text, action) => {
  expect(versionNotice({ ...FITS, ...state })).toMatchObject({ text, action });
});

test("[SYNC-31] a server that is not updated yet is no news while nothing waits", () => {
  expect(versionNotice({ ...FITS, serverAge: "older" })).toBeUndefined();
});
