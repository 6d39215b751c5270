import { expect, test } from "vitest";
import { deleteByRuns, splitIntoRuns } from "./key-runs.ts";

test("ids that lie close to each other are one run, whatever their order", () => {
  expect(splitIntoRuns([-3, -1, -9, -7, -5, -2, -11, -4])).toEqual({ runs: [[-11, -1]], singles: [] });
});

test("a gap of more than four ends a run, and a run of fewer than eight is no run", () => {
  const local = [-1, -2, -3, -4, -5, -6, -7, -8];
  const given = [100, 101, 102, 103, 104, 105, 106, 110];
  expect(splitIntoRuns([...local, 40, 41, ...given, 115])).toEqual({
    runs: [
      [-8, -1],
      [100, 110],
    ],
    singles: [40, 41, 115],
  });
});

test("an id that is requested twice is read once", () => {
  expect(splitIntoRuns([5, 5])).toEqual({ runs: [], singles: [5] });
  expect(splitIntoRuns([])).toEqual({ runs: [], singles: [] });
});

/** Deletes ids among others that are there, and says with which requests. */
async function deleteAmong(there: readonly number[], ids: readonly number[]) {
  const left = new Set(there);
  const requests: string[] = [];
  await deleteByRuns(ids, {
    readIds: (from, to) => Promise.resolve([...left].filter((id) => id >= from && id <= to)),
    deleteRange: (from, to) => {
      requests.push(`${String(from)} to ${String(to)}`);
      for (const id of left) if (id >= from && id <= to) left.delete(id);
      return Promise.resolve();
    },
    deleteSome: (some) => {
      requests.push(some.join());
      for (const id of some) left.delete(id);
      return Promise.resolve();
    },
  });
  return { left: [...left], requests };
}

const LOCAL = [-2, -4, -6, -8, -10, -12, -14, -16];

test("a run is deleted as one range, and single ids one by one", async () => {
  expect(await deleteAmong([...LOCAL, 7, 9], [...LOCAL, 7])).toEqual({ left: [9], requests: ["-16 to -2", "7"] });
});

test("unnamed ids inside a run are not deleted", async () => {
  expect(await deleteAmong([...LOCAL, -5], LOCAL)).toEqual({ left: [-5], requests: ["-2,-4,-6,-8,-10,-12,-14,-16"] });
  expect(await deleteAmong([-2, -5], LOCAL)).toEqual({ left: [-5], requests: ["-2"] });
});
