import { writeFileSync } from "node:fs";
import { syncedStores } from "@ridgebook/contract";
import { beforeAll, expect, test } from "vitest";
import { CHANGE_STATES, type LocalChange } from "#local-data/database/change-record.ts";
import type { InfoKey, InfoEntries } from "#local-data/database/info-entries.ts";
import { SPECIFIED_STORE_NAMES } from "#local-data/database/specified-database.ts";
import { INFO_STORES, QUEUED_STORES } from "#local-data/database/stored-record.ts";
import { DEVICE_VERSIONS } from "#local-data/testing/device-versions.ts";
import { fillDevice } from "#local-data/testing/fill-device.ts";
import { toRecord, type PastDevice } from "#local-data/testing/past-devices.ts";

/* `npm run record-release` runs this file with the release and the file that it is written to. */

const { RECORD_RELEASE: release, RECORD_FILE: file } = process.env;

let past: PastDevice;
beforeAll(async () => {
  past = await fillDevice(Number(release ?? 0));
});

/** Why nothing of it is on record. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "ridgebook estimate-document-signatures": "a specified store that the app never writes",
};
/** Every entry of `InfoEntries`, with true for those that a record has. */
const INFO_KEYS: Readonly<Record<keyof InfoEntries, true | string>> = {
  owner: true,
  cursor: true,
  "cursor-stores": true,
  afresh: "only while everything is loaded",
  "whole-leads": true,
  "price-book-arriving": "only between two pages of a price book",
  "removed-ids": true,
  "last-refresh-time": true,
  "last-sent-time": true,
  "restored-transfer": "only in the middle of a login",
  "committed-writes": true,
  "rescue-files": true,
  "withdrawn-files": true,
  "saved-drafts": true,
};

test("[SYNC-74] the device that goes on record has a row in every store and an entry of every kind", () => {
  const stores = [
    ...SPECIFIED_STORE_NAMES.map((name) => `ridgebook ${name}`),
    ...DEVICE_VERSIONS.flatMap((version) => Object.keys(version.stores)).map((name) => `ridgebook-device ${name}`),
  ];
  const empty = stores.filter((store) => !past.stores.has(store));
  expect(empty).toEqual(Object.keys(LEFT_OUT));
  const keys = new Set((past.stores.get("ridgebook info") ?? []).map(({ key }) => String(key)));
  const expected = (Object.keys(INFO_KEYS) as InfoKey[]).filter((key) => INFO_KEYS[key] === true);
  expect(expected.filter((key) => !keys.has(key))).toEqual([]);
  const ofStore = (name: string): boolean => [...keys].some((key) => key.startsWith(`${name}/`));
  expect(INFO_STORES.filter((name) => !ofStore(name))).toEqual([]);
  expect([...past.texts.keys()]).toHaveLength(1);
});

test("[SYNC-74] the device that goes on record has a change of every kind", () => {
  const changes = (past.stores.get("ridgebook local-changes") ?? []) as unknown as LocalChange[];
  const kinds: Readonly<Record<string, (change: LocalChange) => boolean>> = {
    ...Object.fromEntries(QUEUED_STORES.map((name) => [name, (change: LocalChange) => change.storeName === name])),
    added: ({ state }) => state === CHANGE_STATES.added,
    modified: ({ state, data }) => state === CHANGE_STATES.modified && !data.attempt,
    deleted: ({ state, data }) => state === CHANGE_STATES.deleted && data.removed !== undefined,
    conflict: ({ error }) => error?.code === "conflict",
    refused: ({ error }) => error?.code === "validation",
    siblings: ({ data }) => data.siblings !== undefined && data.laterSiblings !== undefined,
    "lost answer, with an edit behind it": ({ data }) =>
      data.attempt !== undefined && !data.attempt.isKeptOnly && Object.keys(data.former).length > 0,
    "kept for a rescue file": ({ data }) => data.attempt?.isKeptOnly === true,
    retried: ({ data }) => data.retry.count > 0,
    base: ({ data }) => data.base !== null,
  };
  expect(Object.keys(kinds).filter((kind) => !changes.some((change) => kinds[kind]?.(change)))).toEqual([]);
});

test("[SYNC-74] the device that goes on record has records that fit the contract of its release", () => {
  const misfits = Object.entries(syncedStores).flatMap(([name, schema]) =>
    (past.stores.get(`ridgebook ${name}`) ?? []).flatMap(({ release: _stamp, ...record }) => {
      // A record that the server does not have yet lacks what only the server writes.
      const { error } = Number(record.id) < 0 ? { error: undefined } : schema.safeParse(record);
      return error ? [`${name} ${String(record.id)}: ${error.message}`] : [];
    }),
  );
  expect(misfits).toEqual([]);
});

test("[SYNC-74] the record of a device fits into a review", () => {
  const record = toRecord(past);
  expect(record.length).toBeLessThan(150_000);
  // "wx" fails where a release was recorded before.
  if (release !== undefined && file !== undefined) writeFileSync(file, record, { flag: "wx" });
});
