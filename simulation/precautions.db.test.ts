import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { chooseAttempt, makeAttempt, type ChooseAttempt } from "../apps/web/src/local-data/outbox/attempt.ts";
import type { LocalChange } from "../apps/web/src/local-data/database/change-record.ts";
import { checkSeed } from "./check-seed.ts";
import { SHAPES_WITHOUT_UPGRADE, withoutRelease } from "./invented-releases.ts";
import { closeLanes, FIXED_SHARE, startLanes } from "./fixed-share.ts";
import { runSchedule, type SimulationOptions } from "./run-schedule.ts";
import { anySchedule, type Schedule } from "./schedule.ts";
import type { ChangeRequest } from "./simulated-network.ts";
import type { ServerRequest, SimulationHost } from "./simulated-server.ts";

/**
 * How many seeds are tried before a precaution counts as needless. The rarest failure, of an attempt whose contents are not frozen, occurs
 * in one of fifty.
 */
const MAX_SEEDS = FIXED_SHARE.mostSchedules;

let lanes: readonly SimulationHost[] = [];
beforeAll(async () => {
  lanes = await startLanes(inject("postgresUrl"));
});
afterAll(() => closeLanes(lanes));

/**
 * Returns the first breach that matches `wanted` when the product lacks one of its precautions, or "none". `from` is the seed that broke when
 * the product was last changed. It is tried alone, because other lanes would run seeds that are not needed. If it passes, all others are tried.
 */
async function firstBreach(options: SimulationOptions, { from = 1, wanted = /./ } = {}): Promise<string> {
  const tryOne = async (host: SimulationHost, seed: number): Promise<string | undefined> => {
    const failure = await checkSeed(host, { seed, ...options });
    const breach = failure?.breaches.join("\n");
    return breach !== undefined && wanted.test(breach) ? breach : undefined;
  };
  let found = await tryOne(firstLane(), from);
  let count = 1;
  const search = async (host: SimulationHost): Promise<void> => {
    while (found === undefined && count < MAX_SEEDS) {
      const seed = 1 + ((from - 1 + count) % MAX_SEEDS);
      count += 1;
      const breach = await tryOne(host, seed);
      found ??= breach;
    }
  };
  await Promise.all(lanes.map(search));
  return found ?? "none";
}

/** Sends each call under a key that the server never saw, so that it takes every retry for a new change. */
function createWithoutKeys(): ChangeRequest {
  let count = 0;
  const otherKey = (): string => {
    count += 1;
    return `never-seen-before-${String(count).padStart(8, "0")}`;
  };
  return (request: ServerRequest) => {
    const { "idempotency-key": key, ...headers } = request.headers;
    const { body } = request;
    if (key === undefined && !request.url.startsWith("/api/batch")) return request;
    // The body of a form does not contain its key.
    if (typeof body !== "string") return { ...request, headers };
    return { ...request, headers, body: body.replaceAll(/"key":"[^"]+"/g, () => `"key":"${otherKey()}"`) };
  };
}

/** Returns the change as if it had never been handed to the network. */
function thaw({ data: { attempt, ...data }, ...change }: LocalChange): LocalChange {
  if (!attempt) return { ...change, data };
  const former = attempt.kind === "update" ? { ...data.former, ...attempt.former } : data.former;
  return { ...change, data: { ...data, former } };
}

const withoutFrozenAttempt: ChooseAttempt = (input) => makeAttempt({ ...input, change: thaw(input.change) });
const withoutFrozenContents: ChooseAttempt = (input) =>
  makeAttempt({ ...input, change: thaw(input.change), key: input.change.data.attempt?.key ?? input.key });

/** Two devices that hold the same change from a rescue file each send it under a separate key. */
const withoutKeysOfRescueFiles: ChooseAttempt = (input) =>
  input.change.data.attempt?.isKeptOnly
    ? { ...makeAttempt({ ...input, change: thaw(input.change) }), isKeptOnly: true }
    : chooseAttempt(input);

describe("the same schedules fail without", () => {
  test("[SYNC-02] the idempotency key", async () => {
    expect(await firstBreach({ changeRequest: createWithoutKeys() }, { from: 3 })).toMatch(/^doubled/m);
  });

  test("[SYNC-01] the frozen attempt", async () => {
    // Other schedules only end in a strange refusal.
    const wanted = /^(doubled|lost)/m;
    expect(await firstBreach({ chooseAttempt: withoutFrozenAttempt }, { wanted, from: 17 })).toMatch(wanted);
  });

  test("[SYNC-01] the frozen contents of an attempt, under the same key", async () => {
    const breach = await firstBreach({ chooseAttempt: withoutFrozenContents }, { from: 152 });
    expect(breach).toMatch(/^(lost|strange refusal)/m);
  });

  test("[SYNC-21] the keys that a rescue file holds", async () => {
    expect(await firstBreach({ chooseAttempt: withoutKeysOfRescueFiles }, { from: 17 })).toMatch(/^doubled/m);
  });

  test("[SYNC-11] the transaction that holds a record and its entry in the queue", async () => {
    expect(await firstBreach({ isAtomic: false }, { from: 413 })).toMatch(/^(lost|doubled|different)/m);
  });

  test("[OFF-10] the lock, with which one tab at a time sends and receives", async () => {
    expect(await firstBreach({ isWithoutLock: true }, { from: 12 })).toMatch(/^together/m);
  });
});

describe("schedules in which apps are updated fail without", () => {
  test("[SYNC-33] the upgrade of a former app's data whenever it is read", async () => {
    expect(await firstBreach({ shapes: SHAPES_WITHOUT_UPGRADE })).toMatch(/^(defect|lost|different|broken)/m);
  });

  test("[SYNC-33] the release that is sent with an attempt that a former app froze", async () => {
    const breach = await firstBreach({ changeRequest: withoutRelease }, { from: 16 });
    expect(breach).toMatch(/^strange refusal.*notes/m);
  });
});

test("[SYNC-09] [SYNC-17] a seed always runs in the same order and ends the same, alone and beside others in its process", async () => {
  const schedules = [3, 17, 42, 271, 828, 1828].map(sampleSchedule);
  const run = async (host: SimulationHost, schedule: Schedule) => {
    const { trace, breaches } = await runSchedule(host, schedule);
    return { trace: withoutIds(trace), breaches };
  };
  const alone: Awaited<ReturnType<typeof run>>[] = [];
  for (const schedule of schedules) alone.push(await run(firstLane(), schedule));
  const together = new Map<Schedule, unknown>();
  const left = schedules.toReversed();
  const runLane = async (host: SimulationHost): Promise<void> => {
    for (let schedule = left.pop(); schedule; schedule = left.pop()) together.set(schedule, await run(host, schedule));
  };
  await Promise.all(lanes.map(runLane));
  expect(schedules.map((schedule) => together.get(schedule))).toEqual(alone);
});

function firstLane(): SimulationHost {
  const [lane] = lanes;
  if (!lane) throw new Error("No lane was started.");
  return lane;
}

function sampleSchedule(seed: number): Schedule {
  const [schedule] = fc.sample(anySchedule, { seed, numRuns: 1 });
  if (!schedule) throw new Error("No schedule belongs to the seed.");
  return schedule;
}

/** Replaces the database's ids with ordinals, because only the records that they identify must be the same. */
function withoutIds(trace: readonly string[]): string[] {
  const ordinals = new Map<string, number>();
  return trace.map((line) =>
    line.replaceAll(
      /(\/api\/(?:leads\/photos|leads|estimates|documents)\/|leadId=)(\d+)/g,
      (_, before: string, id: string) => {
        const key = `${before.replace("leadId=", "/api/leads/")}${id}`;
        if (!ordinals.has(key)) ordinals.set(key, ordinals.size + 1);
        return `${before}#${ordinals.get(key) ?? 0}`;
      },
    ),
  );
}
