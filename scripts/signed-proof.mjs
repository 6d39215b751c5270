#!/usr/bin/env node
/**
 * Signs papers by chance on two devices with two tabs each, while the office deletes:
 * `npm run signed:proof -- --schedules 20000 --from 2`. Another seed is another set of schedules.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

const ROOT = path.join(import.meta.dirname, "..");
const TEST = "apps/server/src/features/documents/signed-by-chance.test.ts";
const WHOLE_NUMBER = /^\d{1,9}$/;

const { values } = parseArgs({
  options: { schedules: { type: "string", default: "20000" }, from: { type: "string", default: "1" } },
});
for (const name of ["schedules", "from"])
  if (!WHOLE_NUMBER.test(values[name])) {
    console.error(`--${name} must be a whole number.`);
    process.exit(2);
  }

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const began = Date.now();
const child = spawn(process.execPath, [vitest, "run", "--project", "unit", TEST], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, SIGNED_SCHEDULES: values.schedules, SIGNED_SEED: values.from },
});
child.on("exit", (code) => {
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const result = code === 0 ? "what was signed is agreed once" : "a schedule fails";
  console.log(`Seed ${values.from}, ${values.schedules} schedules of signing: ${result}, ${minutes} minutes.`);
  process.exit(code ?? 1);
});
