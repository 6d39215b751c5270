import { describe, expect, test } from "vitest";
import {
  agreedElsewhere,
  agreedWorks,
  changesNotKnown,
  papersNotBuiltOn,
  papersThatCount,
  placeAmong,
  valueOf,
  type WeighedPaper,
} from "./agreed-papers.ts";
import { signedPaperOf } from "./signed-papers.ts";
import { AGREED_SCENARIOS } from "./testing/agreed-scenarios.ts";

const paper = (id: number, more: Partial<WeighedPaper> = {}): WeighedPaper => ({
  id,
  kind: "contract",
  number: `N${id}`,
  fingerprint: `f${id}`,
  createdTime: `2026-05-${10 + id}T15:00:00.000Z`,
  supersededById: null,
  workflows: ["4"],
  basedOnId: undefined,
  buildsOn: [],
  sourceId: undefined,
  isBesideAnother: false,
  total: 500,
  addendum: 0,
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

  test("[SIGN-25] [DOC-10] of change orders side by side, one that was not asked for earlier ones on paper takes none away: 500 + 120 + 250 + 50", () => {
    expect(valueOf([paper(1), order(2, 250, { addendum: 120 }), order(3, 50)])).toBe(920);
    // One that knew the other and says none corrects it.
    expect(valueOf([paper(1), order(2, 250, { addendum: 120 }), order(3, 50, { buildsOn: ["f1", "f2"] })])).toBe(800);
  });

  test("[SIGN-78] a paper that came without its words is none of them", () => {
    const stored = {
      id: 1,
      type: 1,
      data: { number: "N1" },
      createdTime: "2026-05-11T15:00:00.000Z",
      workflows: ["4"],
    };
    const asFound = (kind: string) =>
      signedPaperOf({ ...stored, findings: [{ kind, text: "" }], supersededById: null });
    expect(asFound("otherDrawing")?.number).toBe("N1");
    expect(asFound("reconstructed")).toBeUndefined();
  });

  test.each(AGREED_SCENARIOS)("[SIGN-34] [SIGN-71] $name: $agreed", ({ papers, agreed }) => {
    const signed = papers.flatMap(
      (each) => signedPaperOf({ ...each, workflows: [...each.workflows], findings: [...each.findings] }) ?? [],
    );
    for (const given of [signed, signed.toReversed()])
      expect(
        agreedWorks(given).map(({ contract, changeOrders }) => [contract, ...changeOrders].map(({ number }) => number)),
      ).toEqual(agreed);
  });
});

describe("papers that wait on a device", () => {
  const waiting = (id: number, more: Partial<WeighedPaper> = {}): WeighedPaper =>
    paper(-id, { createdTime: `2026-06-0${id}T15:00:00.000Z`, ...more });
  const numbersOf = (papers: readonly WeighedPaper[]) => papersThatCount(papers).map(({ number }) => number);

  test("[SIGN-34] of two contracts of the same work the first received one counts, though the other was signed earlier", () => {
    const first = waiting(1, { createdTime: "2026-05-01T15:00:00.000Z" });
    expect(numbersOf([first, paper(3)])).toEqual(["N3"]);
    expect(numbersOf([paper(2, { createdTime: "2026-05-13T15:00:00.000Z" }), paper(1)])).toEqual(["N1"]);
  });

  test("[SIGN-71] an unsent contract replaces the one that it was made from, as it will on the server", () => {
    const next = waiting(1, { sourceId: 1, buildsOn: ["f1"] });
    expect(numbersOf([paper(1), next])).toEqual(["N-1"]);
    expect(placeAmong(next, [paper(1)])).toEqual({ beside: [], unknownChanges: [], replacedIds: [1] });
    // A change order that waits behind it counts with it.
    const change = waiting(2, { kind: "changeOrder", basedOnId: -1, buildsOn: ["f-1"], total: 50 });
    expect(valueOf([change, next, paper(1)])).toBe(550);
  });

  test("[SIGN-71] one that replaces nothing that counts, and what changes it, does not count", () => {
    const second = waiting(1, { buildsOn: [] });
    const change = waiting(2, { kind: "changeOrder", basedOnId: -1, buildsOn: ["f-1"] });
    expect(numbersOf([paper(1), second, change])).toEqual(["N1"]);
  });

  test("[SIGN-71] a change order of a contract that is not counted should build on the one that is", () => {
    const second = paper(2, { isBesideAnother: true });
    const change = { ...order(3, 50, { basedOnId: 2 }), buildsOn: ["f2"] };
    expect(papersNotBuiltOn(change, [paper(1), second]).map(({ number }) => number)).toEqual(["N1"]);
  });

  test("[SIGN-71] a change order should build on those of a former contract that count with its own", () => {
    const papers = [
      paper(1, { supersededById: 3 }),
      order(2, 250, { buildsOn: ["f1"] }),
      paper(3, { sourceId: 1, buildsOn: ["f1"] }),
    ];
    const change = { ...order(4, 50, { basedOnId: 3 }), buildsOn: ["f3"] };
    expect(papersNotBuiltOn(change, papers).map(({ number }) => number)).toEqual(["N2"]);
    expect(papersNotBuiltOn({ ...change, buildsOn: ["f3", "f2"] }, papers)).toEqual([]);
  });
});

test("[SIGN-74] a second contract of work that a change order added is beside that change order, and so is the change order beside it", () => {
  const added = order(2, 250, { workflows: ["4", "2"] });
  const siding = paper(3, { workflows: ["2"] });
  expect(placeAmong(siding, [paper(1), added]).beside.map(({ number }) => number)).toEqual(["N2"]);
  expect(valueOf([paper(1), added, { ...siding, isBesideAnother: true }])).toBe(750);
  expect(placeAmong({ ...added, buildsOn: ["f1"] }, [paper(1), siding]).beside.map(({ number }) => number)).toEqual([
    "N3",
  ]);
});

test("[SIGN-74] work of other contracts is not what a change order of one is about, but for what it has itself", () => {
  const papers = [
    paper(1),
    paper(2, { workflows: ["1", "2"] }),
    order(3, 50, { basedOnId: 2, workflows: ["1", "2", "5"] }),
  ];
  expect(agreedElsewhere(1, papers)).toEqual(["1", "2", "5"]);
  expect(agreedElsewhere(2, papers)).toEqual(["4"]);
});

test("[SIGN-76] a contract that was made without a change order of the one that it replaces counts, with that change order, and does not say less", () => {
  const papers = [paper(1), order(2, 250, { buildsOn: ["f1"] })];
  const next = paper(3, { sourceId: 1, buildsOn: ["f1"], total: 600 });
  const { beside, unknownChanges, replacedIds } = placeAmong(next, papers);
  expect([beside, unknownChanges.map(({ number }) => number), replacedIds]).toEqual([[], ["N2"], [1]]);
  expect(changesNotKnown({ ...next, buildsOn: ["f1", "f2"] }, papers)).toEqual([]);
});
