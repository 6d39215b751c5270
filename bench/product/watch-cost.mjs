// Loaded into the server before its own modules: reports the cost of its process since the last call.
import { performance } from "node:perf_hooks";

const LOOK_EVERY_MS = 5;

let before = performance.eventLoopUtilization();
let memoryBefore = process.memoryUsage.rss();
let memoryPeak = memoryBefore;
setInterval(() => {
  memoryPeak = Math.max(memoryPeak, process.memoryUsage.rss());
}, LOOK_EVERY_MS).unref();

process.on("message", (message) => {
  if (message !== "cost") return;
  const { active } = performance.eventLoopUtilization(before);
  process.send?.({ busyMs: active, memoryKb: Math.max(0, memoryPeak - memoryBefore) / 1_000 });
  before = performance.eventLoopUtilization();
  memoryBefore = process.memoryUsage.rss();
  memoryPeak = memoryBefore;
});
