import { HOSTILE_REQUESTS, sendHostile } from "../../scripts/hostile-requests.mjs";
import { median } from "../measuring/median.mjs";
import { startDatabase } from "../product/database.mjs";
import { startProductServer } from "../product/server.mjs";

const WATCH = new URL("../product/watch-cost.mjs", import.meta.url).href;
const ONE_BY_ONE = 40;
const AT_ONCE = 100;
const MAX_LOOP_MS = 5;
const MAX_MEMORY_KB = 1_000;

/**
 * The server's cost of requests without a session: event loop time, one after the other, and memory, a hundred at once.
 * Each comes from a different address, so that no limit of attempts makes them cheap.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureHostile({ resources }) {
  const database = await startDatabase({ resources });
  const server = await startProductServer({ resources, database, imports: [WATCH], env: { TRUST_PROXY: "1" } });
  const port = Number(new URL(server.url).port);
  const sendAll = (
    /** @type {import("../../scripts/hostile-requests.mjs").HostileRequest} */ request,
    /** @type {number} */ count,
  ) => Promise.all(Array.from({ length: count }, () => sendHostile(port, request)));
  for (const request of HOSTILE_REQUESTS) await sendAll(request, AT_ONCE);

  const figures = [];
  for (const request of HOSTILE_REQUESTS) {
    await server.cost();
    const times = [];
    for (let round = 0; round < ONE_BY_ONE; round += 1) {
      await sendHostile(port, request);
      times.push((await server.cost()).busyMs);
    }
    const statuses = await sendAll(request, AT_ONCE);
    const { memoryKb } = await server.cost();
    figures.push(
      {
        what: `${request.what}, event loop`,
        measured: median(times),
        unit: /** @type {const} */ ("ms"),
        goal: { atMost: MAX_LOOP_MS },
        note: `slowest ${Math.max(...times).toFixed(1)} ms, answered with ${[...new Set(statuses)].join(", ")}`,
      },
      {
        what: `${request.what}, memory`,
        measured: memoryKb / AT_ONCE,
        unit: /** @type {const} */ ("KB"),
        goal: { atMost: MAX_MEMORY_KB },
      },
    );
  }
  return figures;
}
