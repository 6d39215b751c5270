import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "@ridgebook/contract";
import { agreedOf, basisOf, checkPaper, compareAmounts, documentDataOf } from "../src/index.ts";
import { honestPaper } from "./estimate-paper.ts";
import { Chance, KINDS } from "./random-paper.ts";

const FIXED_SHARE = { from: 1, papers: 60 };
const LONGEST_PAPER_MS = 1_000;
/** Comparing builds a paper some times more. */
const COMPARED_EVERY = 3;

const { PAPERS_FROM, PAPERS } = process.env;
const from = PAPERS_FROM === undefined ? FIXED_SHARE.from : Number(PAPERS_FROM);
const papers = PAPERS === undefined ? FIXED_SHARE.papers : Number(PAPERS);

test.each(KINDS)(
  `[SIGN-30] [PAPER-44] ${papers} honest papers by chance of kind %s break no rule, and their amounts are their estimate's`,
  { timeout: papers * LONGEST_PAPER_MS + 60_000 },
  (kind) => {
    const faults = Array.from({ length: papers }, (_, index) => from + index).flatMap((seed) => {
      const { source, choices, model } = honestPaper(kind, new Chance(seed));
      const { changed, settings, book, now } = source;
      const paper = { model, choices, basis: basisOf(source.estimate) };
      const { showRightToCancel: showsRightToCancel } = settings;
      const found = checkPaper({ ...paper, showsRightToCancel, base: changed && agreedOf(changed) });
      // As the server compares it, with its own settings or with those of a company that changed everything since.
      const others = { ...DEFAULT_SETTINGS, smtpPasswordIsSet: false };
      const compared = seed % COMPARED_EVERY === 0 ? [seed % 2 === 0 ? settings : others] : [];
      const differences = compared.flatMap(
        (today) =>
          compareAmounts({
            ...paper,
            book,
            changed,
            settings: today,
            createdTime: now.toISOString(),
            data: documentDataOf(paper),
          }).differences,
      );
      return [
        ...found.map(({ rule, place, message }) => `seed ${seed}: ${rule} at ${place}: ${message}`),
        ...differences.map((difference) => `seed ${seed}: ${difference}`),
      ];
    });
    expect(faults).toEqual([]);
  },
);
