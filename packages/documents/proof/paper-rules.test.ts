import { expect, test } from "vitest";
import { basisOf, checkPaper } from "../src/index.ts";
import { honestPaper } from "./estimate-paper.ts";
import { Chance, KINDS } from "./random-paper.ts";

const FIXED_SHARE = { from: 1, papers: 60 };
const LONGEST_PAPER_MS = 1_000;

const { PAPERS_FROM, PAPERS } = process.env;
const from = PAPERS_FROM === undefined ? FIXED_SHARE.from : Number(PAPERS_FROM);
const papers = PAPERS === undefined ? FIXED_SHARE.papers : Number(PAPERS);

test.each(KINDS)(
  `[SIGN-30] ${papers} honest papers by chance of kind %s break no rule`,
  { timeout: papers * LONGEST_PAPER_MS + 60_000 },
  (kind) => {
    const faults = Array.from({ length: papers }, (_, index) => from + index).flatMap((seed) => {
      const { source, choices, model } = honestPaper(kind, new Chance(seed));
      const found = checkPaper({ model, choices, basis: basisOf(source.estimate) });
      return found.map(({ rule, place, message }) => `seed ${seed}: ${rule} at ${place}: ${message}`);
    });
    expect(faults).toEqual([]);
  },
);
