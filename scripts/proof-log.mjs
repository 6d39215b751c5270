import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "./project-root.mjs";
import { runProcess } from "./run-process.mjs";

export const PROOFS = join(PROJECT_ROOT, "docs/proofs.md");
const README = join(PROJECT_ROOT, "README.md");
const FORMATTER = join(PROJECT_ROOT, "node_modules/oxfmt/bin/oxfmt");

/** The heading in docs/proofs.md above the table of a proof's runs. */
export const HEADINGS = {
  simulation: "Sync under faults",
  "field-day": "A field day in a real browser",
  engines: "The main job in other engines",
  oracle: "Estimates against exact decimals",
  mutations: "Every operator and constant of every formula changed",
  papers: "Pages of papers",
  impact: "What new prices do to open estimates",
  attacks: "A company at work while others attack",
  signed: "Papers signed side by side",
  operators: "A database that is struck and backed up",
  connections: "Connections with other services",
  flakes: "Browser tests under load",
};

const TOTAL = /[\d,]+ schedules in [\d,]+ minutes/g;
const written = (count) => Math.round(count).toLocaleString("en-US");
const numberIn = (cell) => Number(cell.replaceAll(",", ""));

/** The range of a section's table of runs, the first table below its heading. */
function findTable(lines, proof) {
  const heading = lines.indexOf(`## ${HEADINGS[proof]}`);
  const begin = lines.findIndex((line, index) => index > heading && line.startsWith("| "));
  if (heading < 0 || begin < 0) throw new Error(`docs/proofs.md has no table of runs below "${HEADINGS[proof]}".`);
  const end = lines.findIndex((line, index) => index > begin && !line.startsWith("|"));
  return { begin, end: end < 0 ? lines.length : end };
}

/** The cells of each run of a proof in docs/proofs.md. */
export function readRuns(page, proof) {
  const lines = page.split("\n");
  const { begin, end } = findTable(lines, proof);
  return lines.slice(begin + 2, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The page with one more run. */
export function addRun(page, proof, cells) {
  const lines = page.split("\n");
  // A | in a test's name would end the cell.
  const row = `| ${cells.map((cell) => cell.replaceAll("|", "/")).join(" | ")} |`;
  return lines.toSpliced(findTable(lines, proof).end, 0, row).join("\n");
}

/** "144,713 schedules in 1,198 minutes": the sum of all runs of the simulation. */
export function totalOfSchedules(page) {
  const runs = readRuns(page, "simulation");
  const sum = (column) => runs.reduce((total, cells) => total + numberIn(cells[column]), 0);
  return `${written(sum(2))} schedules in ${written(sum(4))} minutes`;
}

/** The first seed that no run of the proof has used. */
export function nextSeed(page, proof) {
  const last = readRuns(page, proof).flatMap(([ran]) => [...ran.matchAll(/\d+/g)].map(([digits]) => Number(digits)));
  return Math.max(0, ...last) + 1;
}

/** "2026-11-26, 0b175dd", with a mark if files differ from the commit. */
function describeCommit() {
  const git = (...words) => execFileSync("git", words, { cwd: PROJECT_ROOT, encoding: "utf8" }).trim();
  const changed = git("status", "--porcelain", "--", ".", ":!docs/proofs.md", ":!README.md");
  return `${new Date().toISOString().slice(0, 10)}, ${git("rev-parse", "--short", "HEAD")}${changed === "" ? "" : " with changes"}`;
}

/**
 * Writes a run into docs/proofs.md, and its sum into the README.
 *
 * @param {object} run
 * @param {keyof typeof HEADINGS} run.proof
 * @param {string} run.ran what ran, for example the seeds
 * @param {readonly string[]} [run.counts] further columns, where the proof's table has them
 * @param {number} run.minutes
 * @param {string} run.result
 */
export async function noteRun({ proof, ran, counts = [], minutes, result }) {
  const before = readFileSync(PROOFS, "utf8");
  const page = addRun(before, proof, [ran, describeCommit(), ...counts, minutes.toFixed(1), result]);
  const total = totalOfSchedules(page);
  writeFileSync(PROOFS, page.replace(TOTAL, total));
  writeFileSync(README, readFileSync(README, "utf8").replace(TOTAL, total));
  await runProcess({ command: process.execPath, args: [FORMATTER, PROOFS, README], quiet: true });
}
