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

/** Runs in the page: whether the app is cached, and the device has everything of the company, with the pictures and files of its papers. */
async function isOfflineReady(): Promise<boolean> {
  if (navigator.serviceWorker.controller === null) return false;
  const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("The database cannot be read."));
    });
  const isNamed = (await indexedDB.databases()).some(({ name }) => name === "ridgebook");
  if (!isNamed) return false;
  const db = await answerOf(indexedDB.open("ridgebook"));
  try {
    if (!db.objectStoreNames.contains("info")) return false;
    const refreshed = await answerOf(db.transaction("info").objectStore("info").getAllKeys());
    if (!refreshed.includes("last-refresh-time")) return false;
    const [settings] = (await answerOf(db.transaction("settings").objectStore("settings").getAll())) as Record<
      string,
      unknown
    >[];
    const files = ["logoImage", "contractWarrantyImage", "contractLogos", "contractAttachments"]
      .flatMap((name) => settings?.[name])
      .filter((id) => typeof id === "string");
    const kept = await (await caches.open("images")).keys();
    return files.length > 0 && files.every((id) => kept.some(({ url }) => url.includes(id)));
  } finally {
    db.close();
  }
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
