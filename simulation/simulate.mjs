#!/usr/bin/env node
/**
 * Runs any range of schedules of the simulation. `test-results/simulation-ledger.jsonl` collects what this machine ran; runs that count are
 * noted in `docs/proofs.md` (`npm run proof`).
 *
 *     npm run simulate -- --from 1001 --schedules 5000 --processes 2 --minutes 60
 *     npm run simulate -- --sum
 *
 * One process runs all seeds; two run the odd and the even ones. After `--minutes` no new schedule begins. A long range runs in pieces, each
 * on a fresh database, so that neither its length nor an interruption costs much.
 */
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const LEDGER = join(ROOT, "test-results/simulation-ledger.jsonl");
const SCHEDULES_OF_A_PIECE = 1_000;
const WHOLE_NUMBER = /^\d{1,10}$/;

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    processes: { type: "string", default: "2" },
    minutes: { type: "string", default: "100000" },
    sum: { type: "boolean", default: false },
  },
});
for (const name of ["schedules", "from", "processes", "minutes"])
  if (!WHOLE_NUMBER.test(values[name])) {
    console.error(`--${name} must be a whole number.`);
    process.exit(2);
  }
if (!["1", "2"].includes(values.processes)) {
  console.error("--processes must be 1 or 2.");
  process.exit(2);
}

const readLines = (file) =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : [];

/** Adds up the runs of one commit, or of all. */
function sumUp(runs) {
  const faults = {};
  for (const run of runs)
    for (const [name, count] of Object.entries(run.faults)) faults[name] = (faults[name] ?? 0) + count;
  const total = (member) => runs.reduce((sum, run) => sum + run[member], 0);
  return { schedules: total("schedules"), failed: total("failed"), minutes: total("minutes"), faults };
}

function seedsOf(runs) {
  const names = runs.map(({ from, to, step }) => `${from} to ${to}${step === 1 ? "" : ` by ${step}`}`);
  return names.join(", ");
}

function describe(runs) {
  const { schedules, failed, minutes, faults } = sumUp(runs);
  const counts = Object.entries(faults)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `  ${name}: ${count}`);
  const commits = [...new Set(runs.map(({ commit }) => commit))].join(", ");
  return [
    `Seeds ${seedsOf(runs)}: ${schedules} schedules, ${failed} failed, ${minutes.toFixed(1)} minutes, commit ${commits}.`,
    "Faults struck:",
    ...counts,
  ].join("\n");
}

/** Returns the current commit, marked if files differ from it. */
function readCommit() {
  const git = (...words) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim();
  try {
    const changed = git("status", "--porcelain");
    return git("rev-parse", "--short", "HEAD") + (changed === "" ? "" : " with changes");
  } catch {
    return "unknown";
  }
}

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const folder = mkdtempSync(join(tmpdir(), "ridgebook-simulate-"));
const untilTime = Date.now() + Number(values.minutes) * 60_000;
const commit = readCommit();
const processCount = Number(values.processes);

/** Runs one process's part of a piece. Resolves with its exit code and its result, which is undefined if it reported none. */
async function runPart({ from, schedules, part }) {
  const report = join(folder, `${from}-${part}.jsonl`);
  const child = spawn(process.execPath, [vitest, "run", "--project", "database", "simulation/sync-under-faults"], {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      SIMULATION_SCHEDULES: String(schedules),
      SIMULATION_FROM: String(from),
      SIMULATION_STEP: values.processes,
      SIMULATION_PART: String(part),
      SIMULATION_UNTIL: String(untilTime),
      SIMULATION_REPORT: report,
    },
  });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  return { code, result: readLines(report)[0] };
}

/** Runs one piece. Resolves with its lines for the ledger. */
async function runPiece({ from, schedules }) {
  const begin = Date.now();
  const parts = await Promise.all(
    Array.from({ length: processCount }, (_, part) => runPart({ from, schedules, part })),
  );
  const minutes = (Date.now() - begin) / 60_000;
  const results = parts.flatMap(({ result }) => (result?.schedules > 0 ? [result] : []));
  const runs = results.map((result, index) => {
    const { from: first, to, step, schedules: count, failed, faults } = result;
    // Two processes run at the same time, so only the minutes of the first one count.
    const own = { minutes: index === 0 ? Number(minutes.toFixed(2)) : 0, commit };
    return { date: new Date(begin).toISOString(), from: first, to, step, schedules: count, failed, ...own, faults };
  });
  // A process that hung or was ended reports no seeds. They count as failed, and have to run again.
  const unreported = parts.filter(({ result }) => result === undefined).length;
  if (unreported > 0 && Date.now() < untilTime)
    console.error(`${unreported} of the processes from seed ${from} on did not finish.`);
  return { runs, havePassed: unreported === 0 && parts.every(({ code }) => code === 0) };
}

if (values.sum) {
  const runs = readLines(LEDGER);
  for (const each of new Set(runs.map((run) => run.commit)))
    console.log(describe(runs.filter((run) => run.commit === each)));
  const { schedules, failed, minutes } = sumUp(runs);
  console.log(`Total: ${schedules} schedules, ${failed} failed, ${minutes.toFixed(0)} minutes.`);
  process.exit(0);
}

mkdirSync(dirname(LEDGER), { recursive: true });
const all = [];
let haveAllPassed = true;
const end = Number(values.from) + Number(values.schedules);
for (
  let from = Number(values.from);
  from < end && Date.now() < untilTime && haveAllPassed;
  from += SCHEDULES_OF_A_PIECE
) {
  const { runs, havePassed } = await runPiece({ from, schedules: Math.min(SCHEDULES_OF_A_PIECE, end - from) });
  for (const run of runs) appendFileSync(LEDGER, `${JSON.stringify(run)}\n`);
  all.push(...runs);
  haveAllPassed = havePassed;
}
rmSync(folder, { recursive: true, force: true });
console.log(describe(all));
console.log(haveAllPassed ? "All schedules passed." : "At least one schedule failed or did not finish.");
process.exit(haveAllPassed ? 0 : 1);
