import { expect, test } from "vitest";
import { PARTS } from "../proof-parts.mjs";
import { runParts } from "./run-parts.mjs";
import { NotProven, Skipped } from "./stage.mjs";

function prepare() {
  const said = [];
  const complaints = [];
  const stages = [];
  const openStage = () => {
    const stage = { isOpen: true, cleanUp: () => (stage.isOpen = false) };
    stages.push(stage);
    return stage;
  };
  const run = (parts) =>
    runParts(parts, {
      rounds: 2,
      openStage,
      say: (line) => said.push(line),
      complain: (error) => complaints.push(error),
    });
  return { run, said, complaints, stages };
}

test("a part that fails is noted, the parts after it run, and the line of the result comes nevertheless", async () => {
  const { run, complaints, stages } = prepare();
  const { line, isProven } = await run({
    async database(_stage, { rounds, tally }) {
      tally({ written: 1_000 * rounds, missing: 0, doubled: 0 });
      return "ready 0.2 s after a restart";
    },
    servers: () => Promise.reject(new NotProven("The worker did not come back: \nits whole output")),
    image: async () => "493 MB",
  });
  expect(isProven).toBe(false);
  expect(complaints).toEqual(["The worker did not come back: \nits whole output"]);
  expect(stages.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
  const { ran, result } = PARTS.find(({ proof }) => proof === "operators").read(line);
  expect(ran).toBe("2 rounds");
  expect(result).toBe(
    "0 of 2,000 acknowledged writes missing and 0 doubled, ready 0.2 s after a restart, " +
      "FAILED servers (The worker did not come back: ), 493 MB",
  );
});

test("a part that this machine cannot try is named as skipped, and is no failure", async () => {
  const { run, said, complaints } = prepare();
  const { line, isProven } = await run({
    servers: () => Promise.reject(new Skipped("PgBouncer is not installed: apt-get install pgbouncer")),
  });
  expect(isProven).toBe(true);
  expect(complaints).toEqual([]);
  const words = "skipped servers (PgBouncer is not installed: apt-get install pgbouncer)";
  expect(said[0]).toContain(words);
  expect(line).toContain(words);
});

test("a write that is missing fails the proof, though every part ran to its end", async () => {
  const { run } = prepare();
  const { isProven } = await run({
    async database(_stage, { tally }) {
      tally({ written: 10, missing: 1, doubled: 0 });
      return "done";
    },
  });
  expect(isProven).toBe(false);
});
