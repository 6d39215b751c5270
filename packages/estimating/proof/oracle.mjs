#!/usr/bin/env node
/**
 * Checks any number of estimates by chance against exact fractions: `npm run engine:oracle -- --estimates 100000 --from 2001`.
 * Runs over different seeds add up.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

const ROOT = path.join(import.meta.dirname, "../../..");
const WHOLE_NUMBER = /^\d{1,9}$/;

const { values } = parseArgs({
  options: { estimates: { type: "string", default: "10000" }, from: { type: "string", default: "1" } },
});
for (const name of ["estimates", "from"])
  if (!WHOLE_NUMBER.test(values[name])) {
    console.error(`--${name} must be a whole number.`);
    process.exit(2);
  }

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const began = Date.now();
const child = spawn(
  process.execPath,
  [vitest, "run", "--project", "unit", "packages/estimating/proof/oracle.test.ts"],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ORACLE_ESTIMATES: values.estimates, ORACLE_FROM: values.from },
  },
);
child.on("exit", (code) => {
  const last = Number(values.from) + Number(values.estimates) - 1;
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(
    `Seeds ${values.from} to ${last}: ${code === 0 ? "equal to the cent" : "a number differs"}, ${minutes} minutes.`,
  );
  process.exit(code ?? 1);
});
