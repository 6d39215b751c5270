import fc from "fast-check";
import { inject, test } from "vitest";
import { runSchedule } from "./run-schedule.ts";
import { anySchedule } from "./schedule.ts";
import { startSimulationHost } from "./simulated-server.ts";
test("look", async () => {
  let all = 0,
    items = 0;
  const host = await startSimulationHost(inject("postgresUrl"));
  for (
    let seed = Number(process.env.FROM ?? 1);
    seed < Number(process.env.FROM ?? 1) + Number(process.env.COUNT ?? 10);
    seed++
  ) {
    const [schedule] = fc.sample(anySchedule, { seed, numRuns: 1 });
    const begun = performance.now();
    const { trace, breaches } = await runSchedule(host, schedule!);
    console.log(seed, Math.round(performance.now() - begun), "ms", trace.length, "lines", breaches.join("\n"));
    for (const line of trace.filter((l) => /in the end: estimate/.test(l))) {
      all++;
      if (line.includes('"4.5')) items++;
      if (process.env.SHOW) console.log("  " + line);
    }
    if (process.env.ALL) console.log(trace.join("\n"));
  }
  console.log("estimates", all, "with rows", items);
  await host.close();
}, 600_000);
