import { describe, expect, test } from "vitest";
import { createScheduler } from "./scheduler.ts";
import { createSeededRandom } from "@ridgebook/testing/seeded-random";

const build = (seed: number) =>
  createScheduler({
    random: createSeededRandom(seed),
    untilQuiet: () => Promise.resolve(),
    waitForOutside: () => Promise.resolve(false),
  });

describe("the scheduler", () => {
  test("chooses the same order for the same seed, and other orders for other seeds", async () => {
    const orderOf = async (seed: number): Promise<string> => {
      const scheduler = build(seed);
      for (const name of ["a", "b", "c", "d", "e", "f"]) scheduler.add(name, () => undefined);
      await scheduler.runAll();
      return scheduler.trace.join("");
    };
    expect(await orderOf(7)).toBe(await orderOf(7));
    const orders = new Set(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(orderOf)));
    expect(orders.size).toBeGreaterThan(4);
  });

  test("[SYNC-09] ignores the order in which one step adds several tasks", async () => {
    const orderOf = async (names: readonly string[]): Promise<readonly string[]> => {
      const scheduler = build(7);
      scheduler.add("commit", () => {
        for (const name of names) scheduler.add(name, () => undefined);
      });
      await scheduler.runAll();
      return scheduler.trace;
    };
    const names = ["answer tab0", "database tab1 select", "request tab0", "storage tab1 read"];
    expect(await orderOf([...names].reverse())).toEqual(await orderOf(names));
  });

  test("runs a timer only once it is due, and never a removed one", async () => {
    const scheduler = build(1);
    scheduler.addTimer({ label: "one second", run: () => undefined, delayMs: 1_000 });
    const removeTimer = scheduler.addTimer({ label: "taken back", run: () => undefined, delayMs: 500 });
    await scheduler.runAll();
    expect(scheduler.trace).toEqual([]);
    scheduler.advance(999);
    removeTimer();
    await scheduler.runAll();
    expect(scheduler.trace).toEqual([]);
    expect(scheduler.advanceToNextTimer({ atMostMs: 10 })).toBe(true);
    await scheduler.runAll();
    expect(scheduler.trace).toEqual(["one second"]);
  });

  test("[SYNC-09] reports the last tasks when something outside never continues", async () => {
    const scheduler = createScheduler({
      random: createSeededRandom(1),
      untilQuiet: () => Promise.resolve(),
      waitForOutside: () => Promise.resolve(true),
    });
    scheduler.add("update of its own row", () => undefined);
    await expect(scheduler.runAll()).rejects.toThrow(/^Nothing outside continues; .*update of its own row/);
  });
});
