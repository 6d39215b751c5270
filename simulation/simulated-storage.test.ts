import { expect, test } from "vitest";
import { untilNothingIsQueued, watchEventLoop } from "./event-loop.ts";
import { createFaults } from "./faults.ts";
import { createScheduler } from "./scheduler.ts";
import { createSeededRandom } from "@ridgebook/testing/seeded-random";
import { createSimulatedStorage } from "./simulated-storage.ts";

test("[SYNC-09] a tab that dies while it opens a database does not block other tabs from it", async () => {
  const random = createSeededRandom(1);
  watchEventLoop();
  const scheduler = createScheduler({
    random,
    untilQuiet: untilNothingIsQueued,
    waitForOutside: () => Promise.resolve(false),
  });
  const faults = createFaults({ counts: new Map(), random });
  const storage = createSimulatedStorage({ scheduler, faults, device: 0 });

  let isDying = false;
  const dying = storage.forTab({
    name: "dying",
    isAlive: () => !isDying,
    die: () => {
      isDying = true;
    },
  });
  const living = storage.forTab({ name: "living", isAlive: () => true, die: () => undefined });

  dying.indexedDB.open("leads", 1);
  isDying = true;
  dying.drop();

  let hasOpened = false;
  const request = living.indexedDB.open("leads", 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore("leads"));
  request.addEventListener("success", () => {
    hasOpened = true;
  });
  await scheduler.runAll();

  expect(hasOpened).toBe(true);
  expect([...request.result.objectStoreNames]).toEqual(["leads"]);
});
