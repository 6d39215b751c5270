import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { CompanyExport, CompanyId } from "@ridgebook/contract";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { SignedIn } from "#testing/test-application.ts";
import type { ArchiveStore } from "./archive-store.ts";
import { ARCHIVED_TABLES, EVIDENCE_TABLES } from "./archived-tables.ts";
import { removeOldExports, runExport } from "./run-export.ts";
import { prepareInstallations, type Installation } from "./testing/installations.ts";

const PHOTOS = 3;

let installations: Awaited<ReturnType<typeof prepareInstallations>>;
let source: Installation;
let superAdmin: SignedIn;
let companyId: CompanyId;
let workFolder: string;
let reported: unknown[];

beforeAll(async () => {
  installations = await prepareInstallations(inject("postgresUrl"));
  source = await installations.start();
  const { app } = source;
  companyId = await app.createCompany();
  superAdmin = await app.signInNew({ isSuperAdmin: true });
  const ann = await app.signInNew({ companyId, role: "Admin" });
  const { id: leadId } = (await ann.call("createLead", { body: { lastName: "Whitfield" } })).body;
  for (let count = 0; count < PHOTOS; count += 1)
    await source.addPhoto({ companyId, leadId, content: randomBytes(100) });
});
afterAll(() => installations.close());
beforeEach(async () => {
  workFolder = path.join(await mkdtemp(path.join(os.tmpdir(), "ridgebook-work-")), "exports");
  reported = [];
  return () => rm(path.dirname(workFolder), { recursive: true, force: true });
});

const listExports = async (): Promise<CompanyExport[]> =>
  (await superAdmin.call("listCompanyExports", { params: { id: companyId } })).body;

const ask = async (): Promise<string> =>
  (await superAdmin.call("createCompanyExport", { params: { id: companyId } })).body.id;

/** A store with the company's photos that keeps archives in memory. */
function prepareStore(parts: Partial<ArchiveStore> = {}) {
  const archives = new Map<string, Buffer>();
  const store: ArchiveStore = {
    read: () => Promise.resolve(Buffer.from("the bytes of a photo")),
    write: () => Promise.reject(new Error("An export writes no files.")),
    writeArchive: async ({ archiveId }, file) => void archives.set(archiveId, await readFile(file)),
    readArchive: () => Promise.resolve(undefined),
    removeArchive: ({ archiveId }) => Promise.resolve(void archives.delete(archiveId)),
    removeAll: () => Promise.resolve(),
    ...parts,
  };
  const run = (id: string, cutOff?: AbortSignal): Promise<void> =>
    runExport(
      { companyId, id },
      {
        cutOff,
        database: source.app.database,
        store,
        workFolder,
        now: () => source.app.clock.now(),
        noteEveryMs: 0,
        reportFailure: (error) => reported.push(error),
      },
    );
  return { archives, store, run };
}

test("[ADMIN-12] an export says how many of its tables and files are written, and leaves nothing beside its archive", async () => {
  const seen: (readonly [number, number])[] = [];
  const { archives, run } = prepareStore({
    async read() {
      const [underWay] = await listExports();
      seen.push([underWay?.doneCount ?? -1, underWay?.totalCount ?? -1]);
      return Buffer.from("the bytes of a photo");
    },
  });
  const id = await ask();
  // Files of a process that was killed during this export.
  await mkdir(path.join(workFolder, id), { recursive: true });
  await writeFile(path.join(workFolder, id, "lead.json"), "half of it");
  await run(id);
  // The people, and each table, besides the photos.
  const total = PHOTOS + 1 + ARCHIVED_TABLES.length + EVIDENCE_TABLES.length;
  expect(seen).toEqual([
    [0, 0],
    [1, total],
    [2, total],
  ]);
  expect((await listExports())[0]).toMatchObject({ id, state: "done", doneCount: total, totalCount: total });
  expect([...archives.keys()]).toEqual([id]);
  expect(await readdir(workFolder)).toEqual([]);
});

test("[ADMIN-12] an export that is cancelled ends at the next file, and leaves nothing", async () => {
  let readCount = 0;
  const id = await ask();
  const { archives, run } = prepareStore({
    async read() {
      readCount += 1;
      if (readCount === 1) await superAdmin.call("deleteCompanyExport", { params: { id: companyId, exportId: id } });
      return Buffer.from("the bytes of a photo");
    },
  });
  await run(id);
  expect(readCount).toBe(1);
  expect((await listExports()).map((each) => each.id)).not.toContain(id);
  expect(archives.size).toBe(0);
  expect(await readdir(workFolder)).toEqual([]);
  expect(reported).toEqual([]);
});

test("[OPS-19] an export that a stop interrupts is still under way, and is written from the start when its job runs again", async () => {
  const id = await ask();
  const cutOff = new AbortController();
  const { archives, store, run } = prepareStore();
  const { read } = store;
  store.read = (key) => {
    cutOff.abort(new Error("stopped"));
    return read(key);
  };
  await expect(run(id, cutOff.signal)).rejects.toThrow("stopped");
  expect((await listExports()).find((each) => each.id === id)).toMatchObject({ state: "writing" });
  expect(await readdir(workFolder)).toEqual([]);
  store.read = read;
  await run(id);
  expect((await listExports()).find((each) => each.id === id)).toMatchObject({ state: "done" });
  expect([...archives.keys()]).toEqual([id]);
  expect(reported).toEqual([]);
  await superAdmin.call("deleteCompanyExport", { params: { id: companyId, exportId: id } });
});

test("[ADMIN-20] an export without space says so, and leaves nothing behind", async () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const { store, archives, run } = prepareStore();
  store.writeArchive = async ({ archiveId }, file) => {
    archives.set(archiveId, (await readFile(file)).subarray(0, 100));
    throw new Error("The archive could not be written.", { cause: full });
  };
  const id = await ask();
  await run(id);
  expect((await listExports())[0]).toMatchObject({ id, state: "failed", isDiskFull: true });
  expect(reported).toHaveLength(1);
  expect(archives.size).toBe(0);
  expect(await readdir(workFolder)).toEqual([]);
});

test("[ADMIN-20] an export that fails for another reason does not speak of the disk", async () => {
  const { store, run } = prepareStore();
  store.writeArchive = () => Promise.reject(new Error("The bucket is gone."));
  const id = await ask();
  await run(id);
  const [failed] = await listExports();
  expect(failed).toMatchObject({ id, state: "failed" });
  expect(failed?.isDiskFull).toBeUndefined();
});

test("[ADMIN-20] files of killed exports are removed once they are over, and not those of a running one", async () => {
  const { store } = prepareStore();
  const underWay = await ask();
  const over = "0b8f3a52-7a6e-4a0e-9d0a-3f1f7f0c2d11";
  for (const id of [underWay, over]) await mkdir(path.join(workFolder, id), { recursive: true });
  const parts = { database: source.app.database, store, workFolder, now: () => source.app.clock.now() };
  await removeOldExports(parts);
  expect(await readdir(workFolder)).toEqual([underWay]);
  await rm(workFolder, { recursive: true });
  await removeOldExports(parts);
  expect(existsSync(workFolder)).toBe(false);
});
