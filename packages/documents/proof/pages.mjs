#!/usr/bin/env node
/**
 * Sets any number of papers by chance for each kind, looks at every page with an independent reader, and holds each against its forged
 * variants:
 * `npm run documents:proof -- --papers 500 --from 21`. Runs over different seeds add up.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

const ROOT = path.join(import.meta.dirname, "../../..");
const WHOLE_NUMBER = /^\d{1,9}$/;

const { values } = parseArgs({
  options: { papers: { type: "string", default: "500" }, from: { type: "string", default: "1" } },
});
for (const name of ["papers", "from"])
  if (!WHOLE_NUMBER.test(values[name])) {
    console.error(`--${name} must be a whole number.`);
    process.exit(2);
  }

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const began = Date.now();
const tests = ["pages", "forged"].map((name) => `packages/documents/proof/${name}.test.ts`);
const child = spawn(process.execPath, [vitest, "run", "--project", "unit", ...tests], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, PAPERS: values.papers, PAPERS_FROM: values.from },
});
child.on("exit", (code) => {
  const last = Number(values.from) + Number(values.papers) - 1;
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(
    `Seeds ${values.from} to ${last} of each kind: ${code === 0 ? "every page is well set, and no forged one is taken" : "a page is not, or a forged one is taken"}, ${minutes} minutes.`,
  );
  process.exit(code ?? 1);
});
