#!/usr/bin/env node
/**
 * Runs any range of schedules of the simulation. What this machine ran adds up in `test-results/simulation-ledger.jsonl`; runs that
 * count are noted in `docs/proofs.md` (`npm run proof`).
 *
 *     npm run simulate -- --from 1001 --schedules 5000 --processes 2 --minutes 60
 *     npm run simulate -- --sum
 *
 * One process takes all seeds, two take the odd and the even ones. After `--minutes` no schedule begins any more. A long range
 * is run in pieces, each on a fresh database, so that neither that nor an interruption costs much.
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

/** Runs of one commit, or of all, as one. */
function sumUp(runs) {
  const faults = {};
  for (const run of runs)
    for (const [name, count] of Object.entries(run.faults)) faults[name] = (faults[name] ?? 0) + count;
  const total = (member) => runs.reduce((sum, run) => sum + run[member], 0);
  return { schedules: total("schedules"), failed: total("failed"), minutes: total("minutes"), faults };
}

/** Odd and even seeds of one range as that range. */
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
    "Struck:",
    ...counts,
  ].join("\n");
}

/** The commit that runs, marked where files differ from it. */
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

/** Runs what falls to one process of a piece; resolves with its exit code, and undefined for one that said nothing of its seeds. */
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

/** Runs one piece; resolves with the lines of the ledger that it has earned. */
async function runPiece({ from, schedules }) {
  const begin = Date.now();
  const parts = await Promise.all(
    Array.from({ length: processCount }, (_, part) => runPart({ from, schedules, part })),
  );
  const minutes = (Date.now() - begin) / 60_000;
  const results = parts.flatMap(({ result }) => (result?.schedules > 0 ? [result] : []));
  const runs = results.map((result, index) => {
    const { from: first, to, step, schedules: count, failed, faults } = result;
    // Two processes run at the same time: their minutes are those of the first.
    const own = { minutes: index === 0 ? Number(minutes.toFixed(2)) : 0, commit };
    return { date: new Date(begin).toISOString(), from: first, to, step, schedules: count, failed, ...own, faults };
  });
  // A process that hung or was ended says nothing of its seeds: they did not go well, and run again.
  const silent = parts.filter(({ result }) => result === undefined).length;
  if (silent > 0 && Date.now() < untilTime)
    console.error(`${silent} of the processes from seed ${from} on did not end.`);
  return { runs, isWell: silent === 0 && parts.every(({ code }) => code === 0) };
}

if (values.sum) {
  const runs = readLines(LEDGER);
  for (const each of new Set(runs.map((run) => run.commit)))
    console.log(describe(runs.filter((run) => run.commit === each)));
  const { schedules, failed, minutes } = sumUp(runs);
  console.log(`In all: ${schedules} schedules, ${failed} failed, ${minutes.toFixed(0)} minutes.`);
  process.exit(0);
}

mkdirSync(dirname(LEDGER), { recursive: true });
const all = [];
let isAllWell = true;
const end = Number(values.from) + Number(values.schedules);
for (let from = Number(values.from); from < end && Date.now() < untilTime && isAllWell; from += SCHEDULES_OF_A_PIECE) {
  const { runs, isWell } = await runPiece({ from, schedules: Math.min(SCHEDULES_OF_A_PIECE, end - from) });
  for (const run of runs) appendFileSync(LEDGER, `${JSON.stringify(run)}\n`);
  all.push(...runs);
  isAllWell = isWell;
}
rmSync(folder, { recursive: true, force: true });
console.log(describe(all));
console.log(isAllWell ? "All is well." : "A promise was broken.");
process.exit(isAllWell ? 0 : 1);
