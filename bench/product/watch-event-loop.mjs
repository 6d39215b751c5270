// Loaded into the server before its own modules: reports the delay of its event loop since the last call.
import { monitorEventLoopDelay } from "node:perf_hooks";

const NANOSECONDS_PER_MS = 1e6;
/** The measuring timer's interval; a punctual tick counts as this. */
const RESOLUTION_MS = 1;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on("message", (message) => {
  if (message !== "event loop") return;
  const late = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / NANOSECONDS_PER_MS - RESOLUTION_MS);
  process.send?.({ p50: late(delay.percentile(50)), p99: late(delay.percentile(99)), max: late(delay.max) });
  delay.reset();
});
