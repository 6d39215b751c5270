import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

test("[SYNC-60] work that is requested while it runs is done again, once for all requests", async () => {
  const ends: (() => void)[] = [];
  const ask = oneAtATime(() => new Promise<void>((resolve) => ends.push(resolve)));
  const first = ask();
  const others = Promise.all([ask(), ask(), ask()]);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await others;
  expect(ends).toHaveLength(2);
});

test("[SYNC-60] a failed run does not block the next one", async () => {
  let runs = 0;
  const ask = oneAtATime(async () => {
    runs += 1;
    await Promise.resolve();
    if (runs === 1) throw new Error("failed");
  });
  const first = ask();
  const second = ask();
  await expect(first).rejects.toThrow("failed");
  await second;
  expect(runs).toBe(2);
});
