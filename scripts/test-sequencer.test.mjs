import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "./project-root.mjs";
import { expectedDuration, readDurations, updateDurations } from "./test-durations.mjs";
import { byLongestFirst, LongestFirstSequencer } from "./test-sequencer.mjs";

const DURATIONS = { "a.test.ts": 700, "b.test.ts": 9_000, "c.spec.ts": 40_000 };

test("browser files start first, then database files, then unit files; of each kind new ones, then the longest", () => {
  const files = [
    { file: "a.test.ts", kind: "unit" },
    { file: "short.test.ts", kind: "unit" },
    { file: "new.spec.ts", kind: "browser" },
    { file: "c.spec.ts", kind: "browser" },
    { file: "b.test.ts", kind: "unit" },
    { file: "new.db.test.ts", kind: "database" },
  ].map(({ file, kind }) => ({
    file,
    kind,
    group: 1,
    duration: expectedDuration({ file, kind, durations: DURATIONS }),
  }));
  expect(files.sort(byLongestFirst).map(({ file }) => file)).toEqual([
    "new.spec.ts",
    "c.spec.ts",
    "new.db.test.ts",
    "b.test.ts",
    "a.test.ts",
    "short.test.ts",
  ]);
});

test("a group of vitest's ends before the next begins, however long its files take", () => {
  const short = { file: "a.test.ts", kind: "unit", group: 1, duration: 1 };
  const long = { file: "b.spec.ts", kind: "browser", group: 2, duration: 2 };
  expect([long, short].sort(byLongestFirst)).toEqual([short, long]);
});

const specification = (file) => ({
  moduleId: join(PROJECT_ROOT, file),
  project: { name: "browser", config: { sequence: { groupOrder: 0 } } },
});

test("vitest's files are sorted by the record in the repository", async () => {
  const sequencer = new LongestFirstSequencer({ config: { sequence: { shuffle: false } } });
  const [longest, second] = Object.entries(readDurations()).sort(([, one], [, other]) => other - one);
  const sorted = await sequencer.sort([specification(second[0]), specification(longest[0])]);
  expect(sorted).toEqual([specification(longest[0]), specification(second[0])]);
});

test("a shuffled run depends on the seed alone", async () => {
  const files = Array.from({ length: 20 }, (_, index) => specification(`${index}.spec.ts`));
  const shuffled = (seed, given) =>
    new LongestFirstSequencer({ config: { sequence: { shuffle: true, seed } } }).sort(given);
  const first = await shuffled(1, files);
  expect(await shuffled(1, files.toReversed())).toEqual(first);
  expect(await shuffled(2, files)).not.toEqual(first);
});

test("a record keeps what did not run or did not pass, and drops short files and files that no longer exist", () => {
  const before = { "failed.ts": 900, "gone.ts": 900, "not-run.ts": 900, "now-short.ts": 900, "slower.ts": 900 };
  const files = [
    { file: "failed.ts", milliseconds: 60_000, hasPassed: false },
    { file: "now-short.ts", milliseconds: 499, hasPassed: true },
    { file: "slower.ts", milliseconds: 1_149, hasPassed: true },
    { file: "added.ts", milliseconds: 500, hasPassed: true },
  ];
  const after = updateDurations({ before, files, exists: (file) => file !== "gone.ts" });
  expect(Object.entries(after)).toEqual([
    ["added.ts", 500],
    ["failed.ts", 900],
    ["not-run.ts", 900],
    ["slower.ts", 1_100],
  ]);
});
