import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPacedReading } from "./paced-reading.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A reading that takes so many milliseconds of the fake clock. */
function readingOf(ms: number) {
  const reads = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  return { reads, reading: createPacedReading(reads, { now: () => Date.now() }) };
}

test("[SYNC-60] a single change is read at once, also after a pause", async () => {
  const { reads, reading } = readingOf(100);
  reading.ask();
  expect(reads).toHaveBeenCalledTimes(1);
  // 100 ms of reading and 200 ms of rest.
  await vi.advanceTimersByTimeAsync(300);
  reading.ask();
  expect(reads).toHaveBeenCalledTimes(2);
});

test("[SYNC-60] a list that changes all the time is read a third of the time, and again at the end", async () => {
  const { reads, reading } = readingOf(100);
  for (let ms = 0; ms < 2_990; ms += 10) {
    reading.ask();
    await vi.advanceTimersByTimeAsync(10);
  }
  // 2,990 ms in steps of 100 ms of reading and 200 ms of rest.
  expect(reads).toHaveBeenCalledTimes(10);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toHaveBeenCalledTimes(11);
});

test("[SYNC-60] short readings do not rest, long ones a second", async () => {
  const short = readingOf(5);
  short.reading.ask();
  short.reading.ask();
  await vi.advanceTimersByTimeAsync(5);
  expect(short.reads).toHaveBeenCalledTimes(2);

  const long = readingOf(5_000);
  long.reading.ask();
  long.reading.ask();
  await vi.advanceTimersByTimeAsync(5_999);
  expect(long.reads).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(long.reads).toHaveBeenCalledTimes(2);
});

test("[SYNC-60] nothing is read any more once it was stopped", async () => {
  const { reads, reading } = readingOf(100);
  reading.ask();
  reading.ask();
  reading.stop();
  await vi.advanceTimersByTimeAsync(2_000);
  reading.ask();
  expect(reads).toHaveBeenCalledTimes(1);
});
