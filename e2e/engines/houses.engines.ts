import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startAppServer } from "../support/start-app.ts";
import type { Engine } from "./browser.ts";
import { countedPerson } from "./counted-person.ts";
import { walkRoofAndGutters, walkThreeWindows } from "./house-walks.ts";
import { openBrowser } from "./open-browser.ts";
import { personAt } from "./person.ts";
import { signIn } from "./walk.ts";

/** Runs in the page: the app is kept, and everything of the company is on the device. */
async function isOfflineReady(): Promise<boolean> {
  if (navigator.serviceWorker.controller === null) return false;
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name ?? "");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("The database cannot be read."));
    });
    try {
      if (!db.objectStoreNames.contains("info")) continue;
      const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
        const request = db.transaction("info").objectStore("info").getAllKeys();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("The store cannot be read."));
      });
      if (keys.includes("last-refresh-time")) return true;
    } finally {
      db.close();
    }
  }
  return false;
}

const engines = JSON.parse(process.env.ENGINES ?? "[]") as Engine[];
const HOUSES = [
  { house: "a roof of 24 squares and 110 ft of gutter", walk: walkRoofAndGutters, presses: 90, keys: 120 },
  { house: "three windows with grids and trim", walk: walkThreeWindows, presses: 60, keys: 120 },
];
const runs = engines.flatMap((engine) => HOUSES.map((house) => ({ engine, ...house })));

test.each(runs)(
  "[WALK-01] $house takes at most $presses presses and $keys keys in $engine",
  async ({ engine, house, walk, ...most }) => {
    const profileFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-house-"));
    const app = await startAppServer();
    const browser = await openBrowser(engine, { size: { width: 820, height: 1180 }, profileFolder });
    try {
      const before = personAt(browser.tab);
      await signIn.take({ person: before, app });
      await before.waitFor("a device that can do without the network", () => browser.tab.evaluate(isOfflineReady));
      await app.stop();
      const { person, count } = countedPerson(browser);
      try {
        await walk(person);
      } catch (error) {
        const picture = path.join(import.meta.dirname, `../../test-results/house-${engine}.png`);
        await mkdir(path.dirname(picture), { recursive: true });
        await writeFile(picture, await browser.tab.screenshot());
        throw new Error(`${String(error)}\nWhat was on the screen: ${picture}`, { cause: error });
      } finally {
        process.stdout.write(`${engine}, ${house}: ${String(count.presses)} presses, ${String(count.keys)} keys\n`);
      }
      expect(count.presses).toBeLessThanOrEqual(most.presses);
      expect(count.keys).toBeLessThanOrEqual(most.keys);
      expect(browser.errors).toEqual([]);
    } finally {
      await browser.close();
      await app.close();
      await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  300_000,
);
