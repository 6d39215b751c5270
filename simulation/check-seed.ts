import fc from "fast-check";
import { runSchedule, type SimulationOptions } from "./run-schedule.ts";
import { anySchedule, type Schedule } from "./schedule.ts";
import type { SimulationHost } from "./simulated-server.ts";

/** A failed schedule, as short as it could be made. */
export interface Failure {
  readonly seed: number;
  readonly breaches: readonly string[];
  readonly schedule: Schedule;
  readonly trace: readonly string[];
}

/**
 * Runs the schedule of a seed. Returns undefined if it passes. A failing schedule is shrunk as long as it fails with a breach of the same
 * kind, for at most `shrinkMs` of real time.
 */
export async function checkSeed(
  host: SimulationHost,
  { seed, shrinkMs = 0, ...options }: SimulationOptions & { seed: number; shrinkMs?: number },
): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const kindOf = (breach: string | undefined): string => breach?.split(":")[0] ?? "";
  const property = fc.asyncProperty(anySchedule, async (schedule) => {
    const run = runSchedule(host, schedule, options);
    running = run;
    const { breaches, trace } = await run;
    const isSameFailure = breaches.length > 0 && (!failure || kindOf(breaches[0]) === kindOf(failure.breaches[0]));
    if (isSameFailure) failure = { seed, breaches, schedule, trace };
    return !isSameFailure;
  });
  // Without time to shrink, the first failure is the result.
  const shrinking = shrinkMs > 0 ? { interruptAfterTimeLimit: shrinkMs } : { endOnFailure: true };
  const { failed, interrupted, errorInstance } = await fc.check(property, { seed, numRuns: 1, ...shrinking });
  // When the time is up, one run is still in progress.
  await running;
  // An error outside the schedule, such as a failure to create its company, must not count as a pass.
  // On a busy machine the time can be up before the first run ends: then nothing has failed.
  if (failed && !interrupted && !failure) throw errorInstance;
  return failure;
}

/** Describes a failure to a person: the breaches, how to run it again, and the trace. */
export function describeFailure({ seed, breaches, schedule, trace }: Failure): string {
  const { steps, ...world } = schedule;
  return [
    `Seed ${seed} fails. Run it again: npm run simulate -- --from ${seed} --schedules 1`,
    ...breaches.map((breach) => `  ${breach}`),
    `World: ${JSON.stringify(world)}`,
    ...steps.map(({ action, tasks }) => `  ${JSON.stringify(action)}, then ${tasks} tasks`),
    "What happened:",
    ...trace.map((line) => `  ${line}`),
  ].join("\n");
}
