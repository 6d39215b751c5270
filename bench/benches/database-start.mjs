import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importOfServer } from "../product/built-product.mjs";

const MAX_FIRST_START_MS = 3_000;
const MAX_RESTART_MS = 500;
const ROUNDS = 3;

/**
 * The start of PostgreSQL from nothing, and from a stopped one; durable, as for users. The peer of the first start is the restart:
 * the difference is the cost of creating a database.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureDatabaseStart({ resources }) {
  const { startEmbeddedPostgres } = await importOfServer("database/embedded/embedded-postgres.js");
  const firstStarts = [];
  const restarts = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), "ridgebook-bench-"));
    resources.hold(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
    // PostgreSQL does not run as root: its own account must be able to enter the folder.
    await chmod(folder, 0o755);
    for (const times of [firstStarts, restarts]) {
      const beganAt = performance.now();
      const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, "database") });
      times.push(performance.now() - beganAt);
      await postgres.stop();
    }
  }
  return [
    { what: "first start", measured: median(firstStarts), unit: "ms", goal: { atMost: MAX_FIRST_START_MS } },
    { what: "restart", measured: median(restarts), unit: "ms", goal: { atMost: MAX_RESTART_MS } },
    { what: "first start, of restarts", measured: median(firstStarts) / median(restarts), unit: "x" },
  ];
}

const median = (/** @type {number[]} */ values) =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
