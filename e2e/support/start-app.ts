import type { ChildProcess } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { inject } from "vitest";
import { createTestDatabase } from "../../apps/server/src/database/testing/test-database.ts";
import { installDemo } from "./installed-demo.ts";
import { copyProduct, end, startServing } from "./serve-product.ts";
import { findFreePort } from "../../scripts/find-free-port.mjs";

/** The built product in a process of its own, with the demo company in a database of its own. */
export interface AppServer {
  readonly url: string;
  /** Where mails go. */
  readonly outboxFolder: string;
  /** The built web app that is served: a copy, which a test may change. */
  readonly webFolder: string;
  /** What is really in the database, past every policy. */
  query<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Serves again on the same port, with the same data. Does nothing while it runs. */
  start(): Promise<void>;
  /** From now on nobody answers, as behind the house. */
  stop(): Promise<void>;
  /** Stops for good and drops the database. */
  close(): Promise<void>;
}

/** Starts a copy of the server as it was built, on a copy of the demo; `env` is what it is told besides. Works in tests only. */
export async function startAppServer({
  env = {},
}: { env?: Readonly<Record<string, string>> } = {}): Promise<AppServer> {
  const postgresUrl = inject("postgresUrl");
  const demo = await installDemo(postgresUrl, inject("runFolder"));
  const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-journey-"));
  const productFolder = await copyProduct(folder);
  const dataFolder = path.join(folder, "data");
  await cp(demo.dataFolder, dataFolder, { recursive: true });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const database = await createTestDatabase(postgresUrl, demo);
  let running: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    if (running) return;
    running = await startServing({ productFolder, port, publicUrl: url, dataFolder, database, env });
  };
  const stop = async (): Promise<void> => {
    if (!running) return;
    const stopping = running;
    running = undefined;
    await end(stopping);
  };
  const close = async (): Promise<void> => {
    await stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    outboxFolder: path.join(dataFolder, "outbox"),
    webFolder: path.join(productFolder, "apps/web/dist"),
    query: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
      (await database.superuserPool.query<Row>(statement, values)).rows,
    start,
    stop,
    close,
  };
}
