import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addRun, HEADINGS, nextSeed, PROOFS, readRuns, totalOfSchedules } from "./proof-log.mjs";

const page = readFileSync(PROOFS, "utf8");
const lastRun = (changed, proof) => readRuns(changed, proof).at(-1);

test.each(Object.keys(HEADINGS))("a run of %s is added below its heading, and nowhere else", (proof) => {
  const cells = ["1000001 to 1000002", "2026-11-27, 1234567", "2", "0", "1.5", "a | b"];
  const changed = addRun(page, proof, cells);
  expect(lastRun(changed, proof)).toEqual([...cells.slice(0, -1), "a / b"]);
  for (const other of Object.keys(HEADINGS))
    if (other !== proof) expect(readRuns(changed, other)).toEqual(readRuns(page, other));
});

test("seeds go on where the last run ended, and schedules add up", () => {
  const small =
    "## Sync under faults\n\n| seeds | day | schedules | failed | minutes | what |\n| - | - | - | - | - | - |\n\n## End\n";
  const one = addRun(small, "simulation", ["11 to 1010", "2026-11-27", "1,000", "1", "3.4", ""]);
  const two = addRun(one, "simulation", ["1 to 9 and 2 to 4", "2026-11-27", "12", "0", "0.2", ""]);
  expect(nextSeed(small, "simulation")).toBe(1);
  expect(nextSeed(two, "simulation")).toBe(1011);
  expect(totalOfSchedules(two)).toBe("1,012 schedules in 4 minutes");
});
