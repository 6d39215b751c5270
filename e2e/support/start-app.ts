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

/** The built product in its own process, with the demo company in its own database. */
export interface AppServer {
  readonly url: string;
  /** The mail server. */
  readonly outboxFolder: string;
  /** The built web app that is served: of a server with its own copy of the product, which a test may change. */
  readonly webFolder: string;
  /** The database's real contents, past every policy. */
  query<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Serves again on the same port, with the same data. Does nothing while it runs. */
  start(): Promise<void>;
  /** Makes the line dead from now on, as behind the house. */
  stop(): Promise<void>;
  /** Stops for good and drops the database. */
  close(): Promise<void>;
}

/**
 * Starts the server as it was built, on a copy of the demo. Works in tests only.
 *
 * @param env more settings
 * @param ownProduct serves a private copy of the built product; other servers share one
 */
export async function startAppServer({
  env = {},
  ownProduct = false,
}: { env?: Readonly<Record<string, string>>; ownProduct?: boolean } = {}): Promise<AppServer> {
  const postgresUrl = inject("postgresUrl");
  const demo = await installDemo(postgresUrl, inject("runFolder"));
  const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-journey-"));
  const productFolder = ownProduct ? path.join(folder, "product") : demo.productFolder;
  if (ownProduct) await copyProduct(productFolder);
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
    get webFolder() {
      if (!ownProduct) throw new Error("A test that changes the product asks for one of its own.");
      return path.join(productFolder, "apps/web/dist");
    },
    query: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
      (await database.superuserPool.query<Row>(statement, values)).rows,
    start,
    stop,
    close,
  };
}
