import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { underLoad } from "./busy-processes.mjs";

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("one process keeps each core busy until the work ends, also when that fails", async () => {
  let pids = [];
  const work = underLoad(async (started) => {
    pids = started;
    expect(pids.map(isAlive)).toEqual(pids.map(() => true));
    throw new Error("The work failed.");
  });
  await expect(work).rejects.toThrow("The work failed.");
  expect(pids).toHaveLength(availableParallelism());
  expect(pids.map(isAlive)).toEqual(pids.map(() => false));
});
