import { execFileSync } from "node:child_process";
import { DAY_COUNTS } from "./journal.ts";
import type { DayOptions } from "./plan-day.ts";
import type { DayReport } from "./run-field-day.ts";

/** A day's report for a terminal: the plan, the events, the duration, the commit, and every loss. */
export function describeDay({ journal, losses, errors, minutes }: DayReport, { seed }: DayOptions): string {
  const counted = DAY_COUNTS.map((name) => `  ${String(journal.counts[name]).padStart(4)} ${name}`);
  return [
    `Field day of seed ${String(seed)}, commit ${readCommit()}, ${minutes.toFixed(1)} minutes`,
    ...counted,
    `  ${String(journal.leads.length).padStart(4)} leads, ${String(journal.estimates.length)} estimates and ${String(journal.contracts.length)} contracts compared`,
    losses.length === 0 ? "Nothing lost, doubled or different." : "LOST, DOUBLED OR DIFFERENT:",
    ...losses.map((loss) => `  ${loss}`),
    ...journal.stuck.map((stuck) => `  a page stood still: ${stuck}`),
    ...errors.map((error) => `  a page reported: ${error}`),
    ...(losses.length > 0 ? ["What happened:", ...journal.lines.map((line) => `  ${line}`)] : []),
  ].join("\n");
}

function readCommit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}
