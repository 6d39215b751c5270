import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { inject } from "vitest";
import { createTestDatabase } from "../../apps/server/src/database/testing/test-database.ts";
import { installDemo } from "./installed-demo.ts";
import { startHosted } from "./hosted-server.ts";
import { copyProduct, end, startServing, type Served, type Serving } from "./serve-product.ts";
import { findFreePort } from "../../scripts/find-free-port.mjs";

/** The built product, with the demo company in its own database. */
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
  /** Ends the server's process: the line is dead from now on, as behind the house. */
  stop(): Promise<void>;
  /** Stops for good and drops the database. */
  close(): Promise<void>;
}

/**
 * Starts the server as it was built, on a copy of the demo. Works in tests only.
 *
 * @param env more settings
 * @param ownProduct serves a private copy of the built product in its own process; other servers share one product, and a worker's servers one process
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
  let running: Served | undefined;

  const start = async (): Promise<void> => {
    if (running) return;
    const serving = { productFolder, port, publicUrl: url, dataFolder, database, env };
    running = await (ownProduct ? startAlone(serving) : startHosted(serving));
  };
  const endBy = async (way: keyof Served): Promise<void> => {
    const ending = running;
    running = undefined;
    await ending?.[way]();
  };
  const close = async (): Promise<void> => {
    await endBy("close");
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
    stop: () => endBy("kill"),
    close,
  };
}

async function startAlone(serving: Serving & { productFolder: string }): Promise<Served> {
  const child = await startServing(serving);
  return { kill: () => end(child), close: () => end(child) };
}
