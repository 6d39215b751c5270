import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { CONTRACT_VERSION, OLDEST_CONTRACT_VERSION } from "#contract-version.ts";
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

const readSamples = (version: number): Samples => JSON.parse(readFileSync(fileOf(version), "utf8")) as Samples;

const versionsFrom = (first: number): number[] =>
  Array.from({ length: CONTRACT_VERSION - first + 1 }, (_, index) => first + index);

const changeRoutes = Object.entries(routes as Record<string, Route>).filter(
  ([, route]) => route.isSyncedChange && route.body,
);

test("[SYNC-33] every version of the contract has samples, the newest of every change and every store", () => {
  const missing = versionsFrom(1).filter((version) => !existsSync(fileOf(version)));
  expect(missing, "A version has no samples yet: past-versions/README.md says how to make them.").toEqual([]);
  const { changes, records } = readSamples(CONTRACT_VERSION);
  const whatToDo = `Add a sample to version-${String(CONTRACT_VERSION)}.json, or to the next version's if that one was released.`;
  expect(Object.keys(changes).toSorted(), whatToDo).toEqual(changeRoutes.map(([name]) => name).toSorted());
  expect(Object.keys(records).toSorted(), whatToDo).toEqual(Object.keys(syncedStores).toSorted());
});

describe.each(versionsFrom(OLDEST_CONTRACT_VERSION))("what an app of version %i sends", (version) => {
  const { changes } = readSamples(version);
  test.each(changeRoutes.filter(([name]) => changes[name]))("[SYNC-33] is still understood as %s", (name, { body }) => {
    for (const sample of changes[name] ?? []) expect(body?.safeParse(sample).error).toBeUndefined();
  });
});

describe.each(versionsFrom(1))("records of version %i", (version) => {
  const { records } = readSamples(version);
  const stores = Object.keys(syncedStores) as SyncedStoreName[];
  test.each(stores.filter((name) => records[name]))("[SYNC-33] in %s are still readable", (name) => {
    for (const sample of records[name] ?? []) expect(syncedStores[name].safeParse(sample).error).toBeUndefined();
  });
});
