import { mkdtemp, rename } from "node:fs/promises";
import path from "node:path";
import { createTestDatabase, KEPT_TEMPLATE } from "../../apps/server/src/database/testing/test-database.ts";
import { withConnection } from "../../apps/server/src/database/with-connection.ts";
import { copyProduct, startServing, stopInOrder } from "./serve-product.ts";
import { findFreePort } from "../../scripts/find-free-port.mjs";

/* A first start fills the demo company and draws its papers, which takes as long as the rest of a start: each server copies one. */

interface InstalledDemo {
  /** The database that `createTestDatabase` copies. */
  readonly template: string;
  /** The server's key and files, to be copied with it. */
  readonly dataFolder: string;
  /** The built product, which tests must not change. */
  readonly productFolder: string;
}

/** Key of the advisory lock; any number that is not used elsewhere. */
const LOCK = 7_301;
const ASK_EVERY_MS = 50;

/**
 * An installation with the demo company as it is after its first start, made by the first worker that asks. The demo's appointments are
 * dated relative to that start, so a long run makes a new installation every hour.
 *
 * @param runFolder `inject("runFolder")`
 */
export function installDemo(postgresUrl: string, runFolder: string): Promise<InstalledDemo> {
  const hour = new Date().toISOString().slice(0, 13).replaceAll(/\D/g, "");
  const installed = {
    template: `${KEPT_TEMPLATE}${hour}`,
    dataFolder: path.join(runFolder, hour),
    productFolder: path.join(runFolder, `${hour}-product`),
  };
  return withConnection(postgresUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [installed.template]);
    if (rowCount === 0) await install(postgresUrl, runFolder, installed);
    return installed;
  });
}

async function install(postgresUrl: string, runFolder: string, installed: InstalledDemo): Promise<void> {
  const folder = await mkdtemp(path.join(runFolder, "first-start-"));
  const dataFolder = path.join(folder, "data");
  const port = await findFreePort();
  const database = await createTestDatabase(postgresUrl);
  await copyProduct(installed.productFolder);
  const server = await startServing({
    productFolder: installed.productFolder,
    port,
    publicUrl: `http://127.0.0.1:${String(port)}`,
    dataFolder,
    database,
  });
  // Jobs draw the papers.
  const countDue = async (): Promise<number> => {
    const { rows } = await database.superuserPool.query<{ count: number }>(
      "select count(*)::int as count from graphile_worker._private_jobs where run_at <= now()",
    );
    return rows[0]?.count ?? 0;
  };
  while ((await countDue()) > 0) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  await stopInOrder(server);
  await rename(dataFolder, installed.dataFolder);
  await database.keepAs(installed.template);
}
