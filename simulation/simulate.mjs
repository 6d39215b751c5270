#!/usr/bin/env node
/**
 * Runs any number of schedules of the simulation: `npm run simulate -- --schedules 5000 --from 1`.
 * The summary says what ran; runs over different ranges of seeds add up.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const WHOLE_NUMBER = /^\d{1,10}$/;

const { values } = parseArgs({
  options: { schedules: { type: "string", default: "1000" }, from: { type: "string", default: "1" } },
});
for (const name of ["schedules", "from"])
  if (!WHOLE_NUMBER.test(values[name])) {
    console.error(`--${name} must be a whole number.`);
    process.exit(2);
  }

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const begin = Date.now();
const child = spawn(process.execPath, [vitest, "run", "--project", "database", "simulation/sync-under-faults"], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, SIMULATION_SCHEDULES: values.schedules, SIMULATION_FROM: values.from },
});
child.on("exit", (code) => {
  const last = Number(values.from) + Number(values.schedules) - 1;
  const minutes = ((Date.now() - begin) / 60_000).toFixed(1);
  console.log(
    `Seeds ${values.from} to ${last}: ${code === 0 ? "all is well" : "a promise was broken"}, ${minutes} minutes.`,
  );
  process.exit(code ?? 1);
});
