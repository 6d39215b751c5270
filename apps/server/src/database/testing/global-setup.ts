import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#database/embedded/embedded-postgres.ts";
import { makeTemplate } from "./test-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A superuser's connection to the PostgreSQL server of this test run. */
    postgresUrl: string;
    /** Deleted after the test run. */
    runFolder: string;
  }
}

/**
 * Starts one PostgreSQL server for the test run, with a migrated database that each test file copies.
 *
 * TEST_DATABASE_URL names another server (as a superuser); otherwise an embedded one runs in a temporary folder. It is not durable, which
 * makes it several times faster; tests of durability start their own.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-run-"));
  // PostgreSQL does not run as root: its own account must be able to enter the folders.
  await chmod(runFolder, 0o755);
  project.provide("runFolder", runFolder);
  const givenUrl = process.env.TEST_DATABASE_URL;
  if (givenUrl) {
    await makeTemplate(givenUrl);
    project.provide("postgresUrl", givenUrl);
    return () => rm(runFolder, { recursive: true, force: true });
  }
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-test-"));
  await chmod(dataFolder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataFolder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  await makeTemplate(postgres.superuserUrl);
  project.provide("postgresUrl", postgres.superuserUrl);
  return async () => {
    await postgres.stop();
    for (const folder of [dataFolder, runFolder]) await rm(folder, { recursive: true, force: true });
  };
}
