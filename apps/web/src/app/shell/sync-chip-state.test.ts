import { expect, test } from "vitest";
import { syncChipState } from "#app/shell/sync-chip-state.ts";
import { StorageProblem } from "#local-data/device/storage-problem.ts";

const quiet = {
  online: true,
  syncing: false,
  sendingCount: 0,
  unsyncedCount: 0,
  needsYouCount: 0,
  signInNeeded: false,
  storageProblem: null,
  download: null,
};
const full = new StorageProblem("This device has no space left.", { isFull: true });

test.each([
  ["nothing waits and the network is there", {}, undefined],
  ["a refresh runs without changes to send", { syncing: true }, undefined],
  ["nothing waits without a network", { online: false }, "Offline"],
  ["changes wait", { online: false, unsyncedCount: 3 }, "3 waiting"],
  ["changes are being sent", { syncing: true, sendingCount: 2, unsyncedCount: 2 }, "Sending 2"],
  ["one needs a person", { unsyncedCount: 5, needsYouCount: 1 }, "1 needs you"],
  ["two need a person", { unsyncedCount: 5, needsYouCount: 2, online: false }, "2 need you"],
  ["[SYNC-41] the device is full", { unsyncedCount: 2, storageProblem: full }, "No space left"],
  [
    "[SYNC-43] the first download is under way",
    { syncing: true, download: { received: 2_400, total: 5_000 } },
    "2,400 of 5,000",
  ],
  ["[SYNC-43] a download rests", { download: { received: 2_400, total: 5_000 } }, undefined],
  ["the login has expired", { unsyncedCount: 2, signInNeeded: true }, "Sign in to send"],
  ["the login has expired and nothing waits", { signInNeeded: true }, undefined],
])("[OFF-09] when %s the chip reads accordingly", (_, given, text) => {
  expect(syncChipState({ ...quiet, ...given })?.text).toBe(text);
});

test.each([
  [{ days: 1, level: "none" }, "3 waiting", "neutral"],
  [{ days: 2, level: "notice" }, "3 waiting, 2 days", "warn"],
  [{ days: 4, level: "warning" }, "3 waiting, 4 days", "warn"],
  [{ days: 6, level: "urgent" }, "3 waiting, 6 days", "bad"],
] as const)("[SYNC-47] the chip says how long changes have waited: %o", (age, text, tone) => {
  expect(syncChipState({ ...quiet, unsyncedCount: 3 }, age)).toMatchObject({ text, tone });
});

test("[SYNC-47] a change that needs the user comes before the age", () => {
  const age = { days: 6, level: "urgent" } as const;
  expect(syncChipState({ ...quiet, unsyncedCount: 3, needsYouCount: 1 }, age)?.text).toBe("1 needs you");
});

test("[SYNC-25] when the device cannot store the chip says so before all else", () => {
  expect(syncChipState({ ...quiet, needsYouCount: 2, storageProblem: full })).toMatchObject({
    text: "No space left",
    tone: "bad",
  });
});

test("the chip is not there before the device's data is", () => {
  expect(syncChipState(undefined)).toBeUndefined();
});
