import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { describeFailures, describeShare, readSeedRange, runShare, timeoutOf } from "./fixed-share.ts";
import { startSimulationHost, type SimulationHost } from "./simulated-server.ts";

const range = readSeedRange(process.env);
let host: SimulationHost;
beforeAll(async () => {
  host = await startSimulationHost(inject("postgresUrl"));
});
afterAll(() => host.close());

test(
  "[SYNC-09] nothing is lost, doubled or different under any fault (even seeds)",
  async () => {
    const result = await runShare(host, { range, part: 0 });
    if (range.isAsked) console.log(describeShare(result));
    if (result.failures.length > 0) throw new Error(describeFailures(result));
    if (!range.isAsked) expect(result.missedFaults).toEqual([]);
  },
  timeoutOf(range),
);
