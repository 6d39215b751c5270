import { appendFileSync } from "node:fs";
import { expect } from "vitest";
import { checkSeed, describeFailure, type Failure } from "./check-seed.ts";
import { FAULT_NAMES, type FaultCounts } from "./faults.ts";
import { startSimulationHost, type SimulationHost } from "./simulated-server.ts";

/** Which seeds run: the fixed share of `npm test`, or what `npm run simulate` asks for. */
interface SeedRange {
  readonly from: number;
  readonly schedules: number;
  /** Every how many seeds belong to this process. */
  readonly step: number;
  /** Which of the processes this is: it takes the seeds that leave this remainder when divided by the step. */
  readonly part: number;
  /** No schedule begins after that time, epoch milliseconds. */
  readonly untilTime: number;
  /** Where the summary goes of what somebody asked for, who wants to hear of more than the first failure. */
  readonly reportFile: string | undefined;
}

/** What `npm test` runs: so many schedules, then more until each fault has struck, but no more than the most. */
export const FIXED_SHARE = { from: 1, schedules: 160, mostSchedules: 520 };
/** Schedules of one process that are under way at the same time: while one waits for PostgreSQL, another goes on. */
const LANE_COUNT = 3;
/** Long enough on a slow machine; a schedule takes a third of a second on a fast one. */
const LONGEST_SCHEDULE_MS = 6_000;
const SHRINK_MS = 40_000;
const MAX_FAILURES = 5;

/** Reads what `npm run simulate` wants from the environment. */
export function readSeedRange(environment: Readonly<Record<string, string | undefined>>): SeedRange {
  const { SIMULATION_FROM, SIMULATION_SCHEDULES, SIMULATION_UNTIL, SIMULATION_REPORT } = environment;
  const { SIMULATION_STEP, SIMULATION_PART } = environment;
  return {
    from: Number(SIMULATION_FROM ?? FIXED_SHARE.from),
    schedules: Number(SIMULATION_SCHEDULES ?? FIXED_SHARE.schedules),
    step: Number(SIMULATION_STEP ?? 1),
    part: Number(SIMULATION_PART ?? 0),
    untilTime: Number(SIMULATION_UNTIL ?? Number.POSITIVE_INFINITY),
    reportFile: SIMULATION_REPORT,
  };
}

export const timeoutOf = ({ schedules, step }: SeedRange): number =>
  (Math.max(schedules, FIXED_SHARE.mostSchedules) / step) * LONGEST_SCHEDULE_MS + MAX_FAILURES * SHRINK_MS + 60_000;

/** What one process has run, as a line of the ledger in `test-results`. */
interface ShareResult {
  /** The first and the last seed that ran, and the distance from each to the next. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly schedules: number;
  readonly failed: number;
  /** How often each fault struck, and what came of faults. */
  readonly faults: Readonly<Record<string, number>>;
}

/** A host for each lane. */
export const startLanes = (postgresUrl: string): Promise<SimulationHost[]> =>
  Promise.all(Array.from({ length: LANE_COUNT }, () => startSimulationHost(postgresUrl)));

export const closeLanes = async (hosts: readonly SimulationHost[]): Promise<void> => {
  await Promise.all(hosts.map((host) => host.close()));
};

/**
 * Runs every seed of the range that falls to this process, each on the next host that is free. In the fixed share it goes on until
 * each fault has struck. Stops early when enough is known to be broken. Fails with all that a person needs to see it again; in the
 * fixed share also when a single fault never struck.
 */
export async function proveShare(hosts: readonly SimulationHost[], range: SeedRange): Promise<void> {
  const { step, part, reportFile } = range;
  const faultCounts: FaultCounts = new Map();
  const failures: Failure[] = [];
  const seeds: number[] = [];
  let nextSeed = range.from;
  while (nextSeed % step !== part % step) nextSeed += 1;
  const faultsToCome = (): string[] => (reportFile ? [] : FAULT_NAMES.filter((name) => !faultCounts.has(name)));
  const isOver = (): boolean =>
    (nextSeed >= range.from + range.schedules && faultsToCome().length === 0) ||
    (!reportFile && nextSeed >= range.from + FIXED_SHARE.mostSchedules) ||
    Date.now() > range.untilTime ||
    failures.length >= (reportFile ? MAX_FAILURES : 1);
  const runLane = async (host: SimulationHost): Promise<void> => {
    while (!isOver()) {
      const seed = nextSeed;
      nextSeed += step;
      seeds.push(seed);
      const failure = await checkSeed(host, { seed, faultCounts, shrinkMs: SHRINK_MS });
      if (failure) failures.push(failure);
    }
  };
  await Promise.all(hosts.map(runLane));
  const faults = Object.fromEntries([...faultCounts].sort(([one], [other]) => (one < other ? -1 : 1)));
  const result: ShareResult = {
    ...{ from: seeds[0] ?? range.from, to: seeds.at(-1) ?? range.from, step },
    ...{ schedules: seeds.length, failed: failures.length, faults },
  };
  if (reportFile) appendFileSync(reportFile, `${JSON.stringify(result)}\n`);
  if (failures.length > 0) throw new Error(failures.map(describeFailure).join("\n\n"));
  expect(faultsToCome()).toEqual([]);
}
