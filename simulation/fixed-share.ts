import { appendFileSync } from "node:fs";
import { expect } from "vitest";
import { checkSeed, describeFailure, type Failure } from "./check-seed.ts";
import { FAULT_NAMES, type FaultCounts } from "./faults.ts";
import { startSimulationHost, type SimulationHost } from "./simulated-server.ts";

/** The seeds to run: the fixed share of `npm test`, or the range of `npm run simulate`. */
interface SeedRange {
  /** In the order in which they run. */
  readonly seeds: readonly number[];
  /** How many schedules run in any case. More run only while a fault has not struck yet. */
  readonly schedules: number;
  /** The distance from each seed of this process to the next. */
  readonly step: number;
  /** No schedule begins after this time, in epoch milliseconds. */
  readonly untilTime: number;
  /** The file for the summary of a requested run, which reports more than the first failure. */
  readonly reportFile: string | undefined;
}

/**
 * The seeds of `npm test`: these, then the others of the first 520 until each fault has struck. They are a minimal subset of the seeds 1 to
 * 200 in which each fault strikes in four schedules, or in as many as it does in all 200
 * ([decision 0152](../docs/decisions/0152-chosen-seeds-in-the-gate.md)).
 */
export const FIXED_SHARE = {
  seeds: [
    1, 9, 20, 24, 25, 28, 30, 36, 38, 43, 46, 47, 54, 57, 58, 61, 62, 63, 66, 69, 79, 81, 86, 90, 93, 97, 98, 100, 106,
    110, 111, 114, 118, 121, 126, 128, 129, 131, 133, 141, 149, 150, 151, 152, 157, 165, 166, 172, 176, 181, 182, 185,
    189, 192, 193, 195, 197, 199,
  ],
  mostSchedules: 520,
};
/** How many schedules one process runs at the same time: while one waits for PostgreSQL, another continues. */
const LANE_COUNT = 3;
/** Long enough on a slow machine; a schedule takes a third of a second on a fast one. */
const LONGEST_SCHEDULE_MS = 6_000;
const SHRINK_MS = 40_000;
const MAX_FAILURES = 5;

/** Reads the range that `npm run simulate` requests from the environment; without one, returns the fixed share. */
export function readSeedRange(environment: Readonly<Record<string, string | undefined>>): SeedRange {
  const { SIMULATION_FROM, SIMULATION_SCHEDULES, SIMULATION_UNTIL, SIMULATION_REPORT } = environment;
  const { SIMULATION_STEP, SIMULATION_PART } = environment;
  const untilTime = Number(SIMULATION_UNTIL ?? Number.POSITIVE_INFINITY);
  if (SIMULATION_SCHEDULES === undefined) {
    const { seeds: chosen, mostSchedules } = FIXED_SHARE;
    const seeds = [...new Set([...chosen, ...seedsFrom(1, mostSchedules)])];
    return { seeds, schedules: chosen.length, step: 1, untilTime, reportFile: SIMULATION_REPORT };
  }
  const step = Number(SIMULATION_STEP ?? 1);
  const part = Number(SIMULATION_PART ?? 0);
  const all = seedsFrom(Number(SIMULATION_FROM ?? 1), Number(SIMULATION_SCHEDULES));
  const seeds = all.filter((seed) => seed % step === part % step);
  return { seeds, schedules: seeds.length, step, untilTime, reportFile: SIMULATION_REPORT };
}

const seedsFrom = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

export const timeoutOf = ({ seeds }: SeedRange): number =>
  seeds.length * LONGEST_SCHEDULE_MS + MAX_FAILURES * SHRINK_MS + 60_000;

/** The result of one process, as a line of the ledger in `test-results`. */
interface ShareResult {
  /** The first and the last seed that ran, and the distance from each to the next. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly schedules: number;
  readonly failed: number;
  /** How often each fault struck, and each consequence of faults occurred. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Starts a host for each lane. */
export const startLanes = (postgresUrl: string): Promise<SimulationHost[]> =>
  Promise.all(Array.from({ length: LANE_COUNT }, () => startSimulationHost(postgresUrl)));

export const closeLanes = async (hosts: readonly SimulationHost[]): Promise<void> => {
  await Promise.all(hosts.map((host) => host.close()));
};

/**
 * Runs the seeds of the range, each on the next free host. The fixed share ends once each fault has struck. Stops early after enough failures.
 * Throws with everything that is needed to reproduce them; in the fixed share also if any fault never struck.
 */
export async function proveShare(hosts: readonly SimulationHost[], range: SeedRange): Promise<void> {
  const { step, reportFile } = range;
  const faultCounts: FaultCounts = new Map();
  const failures: Failure[] = [];
  const left = range.seeds.toReversed();
  const seeds: number[] = [];
  const missingFaults = (): string[] => (reportFile ? [] : FAULT_NAMES.filter((name) => !faultCounts.has(name)));
  const isOver = (): boolean =>
    (seeds.length >= range.schedules && missingFaults().length === 0) ||
    Date.now() > range.untilTime ||
    failures.length >= (reportFile ? MAX_FAILURES : 1);
  const runLane = async (host: SimulationHost): Promise<void> => {
    while (!isOver()) {
      const seed = left.pop();
      if (seed === undefined) return;
      seeds.push(seed);
      const failure = await checkSeed(host, { seed, faultCounts, shrinkMs: SHRINK_MS });
      if (failure) failures.push(failure);
    }
  };
  await Promise.all(hosts.map(runLane));
  const faults = Object.fromEntries([...faultCounts].sort(([one], [other]) => (one < other ? -1 : 1)));
  const result: ShareResult = {
    from: seeds[0] ?? 0,
    to: seeds.at(-1) ?? 0,
    step,
    schedules: seeds.length,
    failed: failures.length,
    faults,
  };
  if (reportFile) appendFileSync(reportFile, `${JSON.stringify(result)}\n`);
  if (failures.length > 0) throw new Error(failures.map(describeFailure).join("\n\n"));
  expect(missingFaults()).toEqual([]);
}
