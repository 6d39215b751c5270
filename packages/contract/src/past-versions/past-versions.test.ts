import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { CONTRACT_VERSION, OLDEST_CONTRACT_VERSION } from "#contract-version.ts";
import { upgradeBody } from "#records/convert-calls.ts";
import { SHAPES } from "#records/releases.ts";
import type { Route } from "#routes/define-routes.ts";
import { routes } from "#routes/routes.ts";
import { syncedStores } from "#routes/sync-routes.ts";
import type { SyncedStoreName } from "#routes/synced-stores.ts";

interface Samples {
  /** Bodies of changes by the names of their routes. */
  readonly changes: Readonly<Record<string, readonly unknown[]>>;
  /** Records by their stores, as the server answers them and the device keeps them. */
  readonly records: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

const fileOf = (version: number): string => path.join(import.meta.dirname, `version-${String(version)}.json`);

/** A version without a file of samples uses those of the version before, upgraded. */
function readSamples(version: number): Samples & { release: number } {
  const release = versionsFrom(1).findLast((each) => each <= version && existsSync(fileOf(each)));
  if (release === undefined) throw new Error("There are no samples.");
  return { ...(JSON.parse(readFileSync(fileOf(release), "utf8")) as Samples), release };
}

const versionsFrom = (first: number): number[] =>
  Array.from({ length: CONTRACT_VERSION - first + 1 }, (_, index) => first + index);

const changeRoutes = Object.entries(routes as Record<string, Route>).filter(
  ([, route]) => route.isSyncedChange && route.body,
);

test("[SYNC-33] there are samples of every change and every store", () => {
  const { changes, records } = readSamples(CONTRACT_VERSION);
  const whatToDo = `Add a sample to version-${String(CONTRACT_VERSION)}.json, or to the next version's if that one was released.`;
  expect(Object.keys(changes).toSorted(), whatToDo).toEqual(changeRoutes.map(([name]) => name).toSorted());
  expect(Object.keys(records).toSorted(), whatToDo).toEqual(Object.keys(syncedStores).toSorted());
});

describe.each(versionsFrom(OLDEST_CONTRACT_VERSION))("requests of an app of version %i", (version) => {
  const { changes, release } = readSamples(version);
  test.each(changeRoutes.filter(([name]) => changes[name]))("[SYNC-33] is still understood as %s", (name, route) => {
    for (const sample of changes[name] ?? [])
      expect(route.body?.safeParse(upgradeBody(route, sample, release)).error).toBeUndefined();
  });
});

describe.each(versionsFrom(1))("records of version %i", (version) => {
  const { records, release } = readSamples(version);
  const stores = Object.keys(syncedStores) as SyncedStoreName[];
  test.each(stores.filter((name) => records[name]))("[SYNC-33] in %s are still readable", (name) => {
    for (const sample of records[name] ?? []) {
      // Samples of the newest version may be older than the last of its steps, which change nothing that has its shape already.
      const from = release === CONTRACT_VERSION ? release - 1 : release;
      const record = SHAPES.upgrade(name, sample, { release: from, isWhole: true });
      expect(syncedStores[name].safeParse(record).error).toBeUndefined();
    }
  });
});
