import { expect, test } from "vitest";
import { PARTS } from "./proof-parts.mjs";

const red = (text) => `\u001b[31m${text}\u001b[39m`;
const partOf = (proof) => PARTS.find((part) => part.proof === proof);

test.each([
  {
    proof: "simulation",
    output:
      "Seeds 186002 to 187000 by 2, 186001 to 186999 by 2: 1000 schedules, 1 failed, 3.9 minutes, commit 0b175dd.\nSeed 186004 breaks SYNC-09.",
    run: { ran: "186001 to 187000", counts: ["1,000", "1"], result: "to be found out: 186004" },
  },
  {
    proof: "simulation",
    output:
      "Seeds 1 to 20 by 1: 20 schedules, 0 failed, 0.2 minutes, commit 0b175dd with changes.\nStruck:\n  lock wait: 5",
    run: { ran: "1 to 20", counts: ["20", "0"], result: "" },
  },
  {
    proof: "field-day",
    output:
      "Field day of seed 10, commit 0fbdd88, 7.2 minutes\n   100 flips\n    21 kills\n    60 edits\n     3 signatures\n" +
      "     1 server restarts\nNothing lost, doubled or different.",
    run: {
      ran: "10",
      result: "nothing lost, doubled or different: 100 flips, 21 kills, 60 edits, 3 signatures, 1 server restarts",
    },
  },
  {
    proof: "papers",
    output: "Seeds 521 to 1020 of each kind: every page is well set, 7.2 minutes.",
    run: { ran: "521 to 1020", result: "every page is well set" },
  },
  {
    proof: "attacks",
    output:
      "Before: 9 ms (99 of 100), 210 MB.\nAttacked for 60 minutes: 9,000 calls of another company, a mail out after 0.4 s, 61.2 minutes.",
    run: { ran: "60 minutes", result: "9,000 calls of another company, a mail out after 0.4 s" },
  },
  {
    proof: "impact",
    output: "Impact on 1000 open estimates: each and the sum as Update prices gives them, 9.5 minutes.",
    run: { ran: "1000 open estimates", result: "each and the sum as Update prices gives them" },
  },
  {
    proof: "signed",
    output: "Seed 9, 20000 schedules of signing: what was signed is agreed once, 0.4 minutes.",
    run: { ran: "9 to 9", result: "20,000 schedules: what was signed is agreed once" },
  },
  {
    proof: "operators",
    output:
      "Round 1: 95 leads acknowledged before the end of the backup, 0 missing.\nOperators, 5 rounds: 0 of 1234 acknowledged writes missing, " +
      "ready 0.4 s after a restart of the database and 1.2 s after kill -9, a backup of 5.6 MB in 2.1 s, 3.4 minutes.",
    run: {
      ran: "5 rounds",
      result:
        "0 of 1234 acknowledged writes missing, ready 0.4 s after a restart of the database and 1.2 s after kill -9, " +
        "a backup of 5.6 MB in 2.1 s",
    },
  },
  {
    proof: "connections",
    output:
      "10000 races of renewal from 4 processes: one call each, no permission lost, 17.3 minutes.\n" +
      "A day of failures of Hover: nothing lost, 0.7 minutes.\n" +
      "Connections: 10000 races of renewal from 4 processes: one call each, no permission lost; " +
      "A day of failures of Hover: nothing lost, 18.0 minutes.",
    run: {
      ran: "races, webhooks, outage",
      result:
        "10000 races of renewal from 4 processes: one call each, no permission lost; " +
        "A day of failures of Hover: nothing lost",
    },
  },
  {
    proof: "oracle",
    output: "Seeds 350001 to 400000: a number differs, 2.9 minutes.",
    run: { ran: "350001 to 400000", result: "a number differs" },
  },
  {
    proof: "mutations",
    output: "  survives: roofing\n1223 changes, 1 unnoticed, 1.6 minutes",
    run: { ran: "1,223", result: "1 unnoticed" },
  },
  {
    proof: "engines",
    output:
      red("webkit") +
      "\n2026-11-26: webkit 820 x 1180, 12 steps in 39.9 s\n2026-11-26: webkit 1180 x 820, 12 steps in 45.8 s\n" +
      "2026-11-26: firefox 820 x 1180, 12 steps in 30.3 s",
    run: { ran: "12 steps", result: "webkit 39.9 and 45.8 s, firefox 30.3 s" },
  },
])("the output of $proof becomes one line: $run.result", ({ proof, output, run }) => {
  expect(partOf(proof).read(output)).toEqual(run);
});

test.each(PARTS.map(({ proof }) => proof))("%s that ended early has no result", (proof) => {
  expect(partOf(proof).read("Error: no space left on device")).toBeUndefined();
});

test("a share makes a part smaller, but never empty", () => {
  expect(partOf("oracle").command({ share: 0.01, seed: 7 })).toEqual([
    "engine:oracle",
    "--estimates",
    "500",
    "--from",
    "7",
  ]);
  expect(partOf("field-day").command({ share: 0.01, seed: 7 })).toContain("1");
});
