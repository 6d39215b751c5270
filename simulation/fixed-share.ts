import { checkSeed, describeFailure, type Failure } from "./check-seed.ts";
import { FAULT_NAMES, type FaultCounts } from "./faults.ts";
import type { SimulationHost } from "./simulated-server.ts";

/** Which seeds run: the fixed share of `npm test`, or what `npm run simulate` asks for. */
export interface SeedRange {
  readonly from: number;
  readonly schedules: number;
  /** Whether somebody asked for it, who wants to hear of more than the first failure. */
  readonly isAsked: boolean;
}

const FIXED_SHARE = { from: 1, schedules: 520 };
/** Two test files, and so two processes, share the work: odd and even seeds. */
export const PART_COUNT = 2;
/** Long enough on a slow machine; a schedule takes a quarter of a second on a fast one. */
const LONGEST_SCHEDULE_MS = 4_000;
const SHRINK_MS = Number(process.env.SIMULATION_SHRINK_MS ?? 40_000);
const MAX_FAILURES = Number(process.env.SIMULATION_MAXF ?? 5);

/** Reads what `npm run simulate` wants from the environment. */
export function readSeedRange(environment: Readonly<Record<string, string | undefined>>): SeedRange {
  const { SIMULATION_FROM: from, SIMULATION_SCHEDULES: schedules } = environment;
  const isAsked = schedules !== undefined;
  return {
    from: from === undefined ? FIXED_SHARE.from : Number(from),
    schedules: schedules === undefined ? FIXED_SHARE.schedules : Number(schedules),
    isAsked,
  };
}

export const timeoutOf = ({ schedules }: SeedRange): number =>
  (schedules / PART_COUNT) * LONGEST_SCHEDULE_MS + MAX_FAILURES * SHRINK_MS + 60_000;

export interface ShareResult {
  readonly failures: readonly Failure[];
  readonly schedules: number;
  readonly faultCounts: FaultCounts;
  /** Faults that no schedule has met. */
  readonly missedFaults: readonly string[];
}

/** Runs every seed of the range that falls to this part. Stops early when enough is known to be broken. */
export async function runShare(
  host: SimulationHost,
  { range, part }: { range: SeedRange; part: number },
): Promise<ShareResult> {
  const faultCounts: FaultCounts = new Map();
  const prof = process.env.SIM_PROF ? new (await import("node:inspector")).Session() : undefined;
  prof?.connect();
  prof?.post("Profiler.enable");
  prof?.post("Profiler.start");
  const failures: Failure[] = [];
  let schedules = 0;
  for (let seed = range.from; seed < range.from + range.schedules; seed += 1) {
    if (seed % PART_COUNT !== part) continue;
    schedules += 1;
    const failure = await checkSeed(host, { seed, faultCounts, shrinkMs: SHRINK_MS });
    if (failure) failures.push(failure);
    if (failures.length >= (range.isAsked ? MAX_FAILURES : 1)) break;
  }
  if (prof) await new Promise<void>((resolve) => prof.post("Profiler.stop", (_e, { profile }) => { void import("node:fs").then((fs) => { fs.writeFileSync(process.env.SIM_PROF ?? "", JSON.stringify(profile)); resolve(); }); }));
  const missedFaults = FAULT_NAMES.filter((name) => !faultCounts.has(name));
  return { failures, schedules, faultCounts, missedFaults };
}

/** One line for a person: how much ran, and how often each fault happened. */
export function describeShare({ failures, schedules, faultCounts }: ShareResult): string {
  const counts = [...faultCounts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`);
  return `${schedules} schedules, ${failures.length} failed; faults: ${counts.join(", ")}`;
}

export const describeFailures = ({ failures }: ShareResult): string => failures.map(describeFailure).join("\n\n");
