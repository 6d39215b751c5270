import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";

const BENCH_FOLDER = join(import.meta.dirname, "..");
const RESULTS_PAGE = join(BENCH_FOLDER, "results.md");
const HEAD = `# Last results

Written by the benches themselves: each run of a bench replaces its section. What is compared stands in
[README.md](README.md).
`;

/** How busy the machine was with other work: above its number of cores, times in milliseconds mean little. */
export const readLoad = () => loadavg()[0] ?? 0;

/**
 * Writes a bench's last run to the page of results, replacing the one before.
 *
 * @param {{ bench: string, table: string, loadBefore: number }} result
 */
export function keepResult({ bench, table, loadBefore }) {
  const kept = existsSync(RESULTS_PAGE) ? readFileSync(RESULTS_PAGE, "utf8") : HEAD;
  const [, ...sections] = kept.split(/^## /m);
  const others = new Map(sections.map((section) => [section.slice(0, section.indexOf("\n")), section.trimEnd()]));
  others.set(bench, `${bench}\n\n${describeRun({ loadBefore })}\n\n${table}`);
  const texts = [...others.keys()].sort().map((name) => `## ${others.get(name)}\n`);
  writeFileSync(RESULTS_PAGE, [HEAD, ...texts].join("\n"));
}

/**
 * When, of what and on which class of machine: "2026-11-20, commit 1a2b3c4, 2 cores, Node 20.19.0, load 0.4 before".
 *
 * @param {{ loadBefore: number }} run
 */
function describeRun({ loadBefore }) {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}, load ${loadBefore.toFixed(1)} before`;
  return `${day}, commit ${describeCommit()}, ${machine}`;
}

function describeCommit() {
  try {
    const git = (/** @type {string[]} */ ...args) =>
      execFileSync("git", args, { cwd: BENCH_FOLDER, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    const isChanged = git("status", "--porcelain", "--", "..", ":!results.md") !== "";
    return `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
  } catch {
    return "unknown";
  }
}
