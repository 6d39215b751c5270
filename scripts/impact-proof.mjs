#!/usr/bin/env node
/**
 * Publishes new prices over many open estimates and updates each of them, against what the impact said before:
 * `npm run impact:proof -- --estimates 1000`.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

const ROOT = path.join(import.meta.dirname, "..");
const TEST = "apps/server/src/features/price-book/price-impact.db.test.ts";

const { values } = parseArgs({ options: { estimates: { type: "string", default: "1000" } } });
if (!/^[1-9]\d{0,5}$/.test(values.estimates)) {
  console.error("--estimates must be a whole number.");
  process.exit(2);
}

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const began = Date.now();
const child = spawn(process.execPath, [vitest, "run", "--project", "database", TEST, "-t", "one by one and in sum"], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, IMPACT_ESTIMATES: values.estimates },
});
child.on("exit", (code) => {
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const result = code === 0 ? "each and the sum as Update prices gives them" : "an estimate differs";
  console.log(`Impact on ${values.estimates} open estimates: ${result}, ${minutes} minutes.`);
  process.exit(code ?? 1);
});
