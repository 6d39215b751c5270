import { afterAll, beforeAll, inject, test } from "vitest";
import { closeLanes, proveShare, readSeedRange, startLanes, timeoutOf } from "./fixed-share.ts";
import type { SimulationHost } from "./simulated-server.ts";

const range = readSeedRange(process.env);
let hosts: SimulationHost[];
beforeAll(async () => {
  hosts = await startLanes(inject("postgresUrl"));
});
afterAll(() => closeLanes(hosts));

test(
  "[SYNC-09] nothing is lost, doubled or different under any fault",
  () => proveShare(hosts, range),
  timeoutOf(range),
);
