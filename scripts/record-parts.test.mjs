import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordParts, uncommittedFiles } from "./record-parts.mjs";

const parts = [
  { name: "The database", fileOf: (release) => `database-${release}.jsonl` },
  { name: "The device", fileOf: (release) => `device-${release}.json` },
];
let root;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "ridgebook-record-"));
});
afterEach(() => rmSync(root, { recursive: true }));
const record = (content) =>
  recordParts({ parts, release: "2", root, make: async (_part, file) => writeFileSync(file, content) });
const read = (name) => readFileSync(path.join(root, name), "utf8");

test("[SYNC-37] a release that is on record is refused and stays unchanged", async () => {
  expect(await record("first")).toEqual([
    "The database of release 2: database-2.jsonl, 1 kB",
    "The device of release 2: device-2.json, 1 kB",
  ]);
  await expect(record("second")).rejects.toThrow("Release 2 is on record and stays.");
  expect([read("database-2.jsonl"), read("device-2.json")]).toEqual(["first", "first"]);
});

test("[SYNC-37] a new part is added to a release on record, and the others stay", async () => {
  writeFileSync(path.join(root, "database-2.jsonl"), "first");
  expect(await record("second")).toEqual([
    "The database of release 2 is on record and stays: database-2.jsonl",
    "The device of release 2: device-2.json, 1 kB",
  ]);
  expect([read("database-2.jsonl"), read("device-2.json")]).toEqual(["first", "second"]);
});

test("[SYNC-37] a part that fails its checks is not kept", async () => {
  const make = async (_part, file) => {
    writeFileSync(file, "half");
    throw new Error("It does not upgrade.");
  };
  await expect(recordParts({ parts, release: "2", root, make })).rejects.toThrow("It does not upgrade.");
  expect(existsSync(path.join(root, "database-2.jsonl"))).toBe(false);
});

test("[SYNC-37] a change that is not committed blocks a record, a record does not", () => {
  const status = [
    " M packages/contract/src/entities/lead.ts",
    "?? apps/server/src/database/migrations/0099_more.sql",
    "?? apps/server/src/database/past-releases/release-2.jsonl",
    "",
  ].join("\n");
  expect(uncommittedFiles(status)).toEqual([
    "packages/contract/src/entities/lead.ts",
    "apps/server/src/database/migrations/0099_more.sql",
  ]);
});
