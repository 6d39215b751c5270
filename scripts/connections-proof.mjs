#!/usr/bin/env node
/**
 * Renews one permission from four servers at once, again and again: `npm run connections:proof -- --races 10000`.
 * Each race must make one call of the provider, and lose nothing.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

const ROOT = path.join(import.meta.dirname, "..");
const TEST = "apps/server/src/integrations/connection/renewal.db.test.ts";

const { values } = parseArgs({ options: { races: { type: "string", default: "10000" } } });
if (!/^[1-9]\d{0,6}$/.test(values.races)) {
  console.error("--races must be a whole number from 1 to 9999999.");
  process.exit(2);
}

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const began = Date.now();
const child = spawn(process.execPath, [vitest, "run", "--project", "database", TEST], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, RACES: values.races },
});
child.on("exit", (code) => {
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const result = code === 0 ? "one call each, no permission lost" : "a race fails";
  console.log(`${values.races} races of renewal from 4 servers: ${result}, ${minutes} minutes.`);
  process.exit(code ?? 1);
});
