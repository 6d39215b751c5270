import { describe, expect, test } from "vitest";
import { papersThatCount, valueOf, type WeighedPaper } from "./papers-that-count.ts";

const paper = (id: number, more: Partial<WeighedPaper> = {}): WeighedPaper => ({
  ...{ id, kind: "contract", number: `N${id}`, fingerprint: `f${id}`, createdTime: `2026-05-${10 + id}T15:00:00.000Z` },
  ...{ supersededById: null, workflows: ["4"], basedOnId: undefined, buildsOn: [], isBesideAnother: false },
  ...{ total: 500, addendum: 0 },
  ...more,
});
const order = (id: number, total: number, more: Partial<WeighedPaper> = {}): WeighedPaper =>
  paper(id, { kind: "changeOrder", basedOnId: 1, total, ...more });

describe("the papers of an estimate that count", () => {
  test("[SIGN-25] two change orders that were signed side by side both count: 500 + 250 + 500", () => {
    expect(valueOf([paper(1), order(2, 250), order(3, 500)])).toBe(1_250);
  });

  test("[SIGN-25] [DOC-10] earlier change orders on paper count once, as the last change order tells them: 500 + 120 + 250 + 50", () => {
    expect(valueOf([paper(1), order(2, 250, { addendum: 120 }), order(3, 50, { addendum: 120 })])).toBe(920);
  });

  test("[SIGN-25] a contract that was signed beside another is not counted, nor what changes it", () => {
    const papers = [paper(1), paper(2, { total: 700, isBesideAnother: true }), order(3, 50, { basedOnId: 2 })];
    expect(papersThatCount(papers).map(({ id }) => id)).toEqual([1]);
    expect(valueOf(papers)).toBe(500);
  });

  test("[SIGN-25] a change order of a replaced contract counts, unless the new contract was made with it", () => {
    const replaced = paper(1, { supersededById: 3 });
    const change = order(2, 250);
    expect(valueOf([replaced, change, paper(3, { total: 800, buildsOn: ["f1"] })])).toBe(1_050);
    expect(valueOf([replaced, change, paper(3, { total: 800, buildsOn: ["f1", "f2"] })])).toBe(800);
  });
});
