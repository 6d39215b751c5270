import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { FilesHeldError, holdFiles } from "#database/backup/hold-files.ts";
import { openFileStore } from "#features/files/file-store.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";

let server: TestApplication;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-tasks-"));
  server = await startTestApplication(inject("postgresUrl"), { fileStore: { kind: "folder", folder } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe("the deletion of a company", () => {
  test("[OPS-13] waits while a backup is under way: every file of its rows stays, and goes when the job comes again", async () => {
    const { superuserPool } = server.testDatabase;
    const companyId = await server.createCompany();
    const store = await openFileStore({ kind: "folder", folder });
    const id = "ab".repeat(32);
    await store.write({ companyId, id }, new Uint8Array([1, 2, 3]));
    await superuserPool.query(
      "insert into file (company_id, id, name, size, content_type, bytes_hash) values ($1, $2, 'a.jpg', 3, 'image/jpeg', $2)",
      [companyId, id],
    );
    await superuserPool.query("update company set deletion_time = now(), active = false where id = $1", [companyId]);
    const countFiles = async () => {
      const { rowCount } = await superuserPool.query("select from file where company_id = $1", [companyId]);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return [rowCount, entries.filter((entry) => entry.isFile()).length];
    };

    const backup = await superuserPool.connect();
    try {
      await holdFiles(backup);
      await expect(server.tasks["delete-company"]({ companyId })).rejects.toThrow(new FilesHeldError());
      expect(await countFiles()).toEqual([1, 1]);
    } finally {
      // The session ends as the backup's does.
      backup.release(true);
    }
    await expect
      .poll(async () => server.tasks["delete-company"]({ companyId }).then(() => "done", String))
      .toBe("done");
    expect(await countFiles()).toEqual([0, 0]);
  });
});
