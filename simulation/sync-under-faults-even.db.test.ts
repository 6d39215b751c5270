import { afterAll, beforeAll, inject, test } from "vitest";
import { proveShare, readSeedRange, timeoutOf } from "./fixed-share.ts";
import { startSimulationHost, type SimulationHost } from "./simulated-server.ts";

const range = readSeedRange(process.env);
let host: SimulationHost;
beforeAll(async () => {
  host = await startSimulationHost(inject("postgresUrl"));
});
afterAll(() => host.close());

test(
  "[SYNC-09] nothing is lost, doubled or different under any fault (even seeds)",
  () => proveShare(host, { range, part: 0 }),
  timeoutOf(range),
);
