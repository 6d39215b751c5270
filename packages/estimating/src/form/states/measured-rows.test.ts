import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replay, describe as describeChain } from "#expressions/explain.ts";
import { linesOf, type WorkflowValues } from "#form/form-values.ts";
import { setQuantity } from "#form/rows.ts";
import { keyOfPlace, placesOf, topLine } from "#form/places.ts";
import { lowestId, temporaryIds } from "#form/temporary-ids.ts";
import { explainOffered, offeredQuantities } from "#recommendations/split-rows.ts";
import { buildBook, buildEntry, buildOptionsEntry, fieldAt, optionOf } from "#testing/build-price-book.ts";
import { buildValues, type GivenValues } from "#testing/formula-situation.ts";
import { isOnStep } from "#validation/is-on-step.ts";
import { validateWorkflow } from "#validation/validate.ts";
import { applyEdit, openForm } from "./apply-edit.ts";
import { enteredSquares, measuredSquares, setMeasuredSquares } from "./measured-rows.ts";
import { toMeasured, toStored } from "./measured-squares.ts";

const ROOFING = 1;
const THIRDS = { min: 0, max: 1_000, step: 0.333 };
const pitch = fieldAt(ROOFING, "installPitch");
const STORIES = [1, 2, 3, 4].map((story) => `squaresOnStory${story}`);

const book = buildBook(
  ...["totalSquaresForMaterial", "totalSquaresForLabor", "tearOff", ...STORIES].map((key) =>
    buildEntry(fieldAt(ROOFING, key).id, THIRDS),
  ),
  buildEntry(fieldAt(ROOFING, "numberOfStories").id, { min: 1, max: 4, step: 1 }),
  buildEntry(fieldAt(ROOFING, "totalRoofArea").id, { min: 0, max: 100_000, step: 1 }),
  buildEntry(fieldAt(ROOFING, "wasteFactorForMaterial").id, { min: 0, max: 30, step: 1 }),
  buildOptionsEntry(pitch, ["Up to 6/12", "7/12 to 9/12", "10/12 to 12/12", "Over 12/12"], THIRDS),
);

/** House 1: 2,400 sq ft measured, 10 % of waste, 2 stories. */
const HOUSE: GivenValues = {
  totalRoofArea: 2_400,
  wasteFactorForMaterial: 10,
  numberOfStories: 2,
  ...Object.fromEntries(STORIES.map((key) => [key, 0])),
};

const idsFor = (values: WorkflowValues) => temporaryIds({ below: lowestId(values) });
const open = (values: WorkflowValues, wasSaved = false): WorkflowValues =>
  openForm({ workflowId: ROOFING, values, book, nextId: idsFor(values), wasSaved });

const lineOf = (values: WorkflowValues, key: string, row = 0) => {
  const line = linesOf(values, key)[row];
  if (!line) throw new RangeError(`${key} has no line ${row}.`);
  return { ...line, path: [{ property: key, id: line.id }] };
};

/** Types measured squares into a row. */
function measure(before: WorkflowValues, key: string, squares: number | null, row = 0): WorkflowValues {
  const { path } = lineOf(before, key, row);
  const context = { workflowId: ROOFING, book, nextId: idsFor(before) };
  const values = setMeasuredSquares({ ...context, values: before, path, squares });
  return applyEdit({ ...context, before, values, key });
}

/** Edits a field that is not measured. */
function enter(before: WorkflowValues, key: string, quantity: number): WorkflowValues {
  const values = setQuantity({ values: before, path: lineOf(before, key).path, quantity });
  return applyEdit({ workflowId: ROOFING, book, nextId: idsFor(before), before, values, key });
}

const stored = (values: WorkflowValues, key: string) => linesOf(values, key).map(({ quantity }) => quantity);
const pitches = (values: WorkflowValues) => stored(values, "installPitch");
const stories = (values: WorkflowValues) => STORIES.map((key) => topLine(values, key)?.quantity ?? 0);
const shown = (values: WorkflowValues, key: string) =>
  linesOf(values, key).map(({ id }) => measuredSquares({ workflowId: ROOFING, values, book }, { key, lineId: id }));
const shownStories = (values: WorkflowValues) => STORIES.map((key) => shown(values, key)[0] ?? 0);

const problemsOf = (values: WorkflowValues) =>
  validateWorkflow({ workflowId: ROOFING, values, book, keys: ["installPitch"] }).map(({ code }) => code);

/** What a press on each row would enter. */
const offered = (values: WorkflowValues, key: string) => {
  const offers = offeredQuantities({ workflowId: ROOFING, values, book });
  return placesOf(values, fieldAt(ROOFING, key)).map((place) => offers.get(keyOfPlace(place))?.quantity);
};

const house = open(buildValues(HOUSE));

/** What a draft holds is put on top of what was saved, as where it is opened again. */
function putTogether(base: WorkflowValues, mine: WorkflowValues, properties: readonly string[]): WorkflowValues {
  const own = Object.fromEntries(properties.map((property) => [property, linesOf(mine, property)]));
  const context = { workflowId: ROOFING, book, nextId: idsFor(mine), before: base, entered: new Set(properties) };
  const follow = (values: WorkflowValues, key: string) => applyEdit({ ...context, values, key });
  return follow({ ...properties.reduce(follow, { ...base, ...own }), ...own }, "");
}

describe("[WF-ROOF-33] a draft that is opened again", () => {
  test("holds the rows as they were entered, also where they are stored as before with another waste", () => {
    const base = measure(measure(house, "installPitch", 12, 1), "installPitch", 12, 2);
    expect(pitches(base)).toEqual([0, 13.333, 13, 0]);
    const withoutWaste = enter(base, "wasteFactorForMaterial", 0);
    const typed = measure(measure(withoutWaste, "installPitch", 13.333, 1), "installPitch", 10.667, 2);
    expect(pitches(typed)).toEqual([0, 13.333, 10.667, 0]);
    const again = putTogether(base, typed, ["wasteFactorForMaterial", "installPitch"]);
    expect(pitches(again)).toEqual([0, 13.333, 10.667, 0]);
    expect(problemsOf(again)).toEqual([]);
  });

  test("leaves a row empty that was emptied", () => {
    const base = open(buildValues({ ...HOUSE, totalRoofArea: 0 }));
    const emptied = measure(enter(base, "totalRoofArea", 2_400), "installPitch", null, 0);
    expect(pitches(emptied)[0]).toBeNull();
    expect(pitches(putTogether(base, emptied, ["totalRoofArea", "installPitch"]))[0]).toBeNull();
  });
});

describe("measured squares of pitches", () => {
  test("[WF-ROOF-30] 24 measured at 7/12 to 9/12 are stored as 26.333, and nothing at the lowest pitch", () => {
    const typed = measure(house, "installPitch", 24, 1);
    expect(pitches(typed)).toEqual([0, 26.333, 0, 0]);
    expect(shown(typed, "installPitch")).toEqual([0, 24, 0, 0]);
    expect(problemsOf(typed)).toEqual([]);
  });

  test("[WF-ROOF-30] 12 and 12 are stored as 13.333 and 13: 79 thirds by largest remainder", () => {
    const typed = measure(measure(house, "installPitch", 12, 1), "installPitch", 12, 2);
    expect(pitches(typed)).toEqual([0, 13.333, 13, 0]);
    expect(shown(typed, "installPitch")).toEqual([0, 12, 12, 0]);
    expect(problemsOf(typed)).toEqual([]);
  });

  test("[CALC-22][OP-24] only while no pitch is entered, the lowest has all squares", () => {
    expect(pitches(house)).toEqual([26.333, 0, 0, 0]);
    const short = measure(house, "installPitch", 12, 1);
    expect(shown(short, "installPitch")).toEqual([0, 12, 0, 0]);
    expect(problemsOf(short)).toEqual(["pitchTotal"]);
    expect(pitches(measure(short, "installPitch", null, 1))).toEqual([26.333, null, 0, 0]);
  });

  test("[CALC-22] an entry at the lowest pitch stays, and so does an emptied one", () => {
    const entered = measure(house, "installPitch", 4, 0);
    expect(shown(measure(entered, "installPitch", 10, 1), "installPitch")).toEqual([4, 10, 0, 0]);
    const emptied = measure(house, "installPitch", null, 0);
    expect(pitches(enter(emptied, "totalRoofArea", 3_000))[0]).toBeNull();
    expect(pitches(measure(emptied, "installPitch", 0, 0))[0]).toBe(0);
  });

  test("[WF-ROOF-31] a total that is short is offered where it belongs: 12 of 24 leave 12, or the row takes all", () => {
    expect(offered(house, "installPitch")).toEqual([24, 24, 24, 24]);
    const short = measure(house, "installPitch", 12, 1);
    expect(offered(short, "installPitch")).toEqual([12, 24, 12, 12]);
    expect(problemsOf(measure(short, "installPitch", 12, 3))).toEqual([]);
    expect(problemsOf(measure(short, "installPitch", 24, 1))).toEqual([]);
  });

  test("[WF-ROOF-31] of a total that is over, each row is offered what makes it right, 0 too", () => {
    const over = measure(measure(house, "installPitch", 30, 1), "installPitch", 26, 2);
    expect(offered(over, "installPitch")).toEqual([0, 0, 0, 0]);
    const offers = offeredQuantities({ workflowId: ROOFING, values: over, book });
    const tellsZero = placesOf(over, pitch).map((place) => offers.get(keyOfPlace(place))?.tellsZero);
    expect(tellsZero).toEqual([undefined, true, true, undefined]);
    expect(offered(measure(over, "installPitch", 0, 1), "installPitch")).toEqual([0, 0, 24, 0]);
  });

  test("[WF-ROOF-31] the offer explains its calculation: 2,400 / 100 less 12", () => {
    const values = measure(house, "installPitch", 12, 1);
    const chains = placesOf(values, pitch).map((place) => explainOffered({ workflowId: ROOFING, values, book }, place));
    expect(chains.map((chain) => chain && replay(chain))).toEqual([12, 24, 12, 12]);
    expect(chains[2] && describeChain(chains[2])).toContain("12 In the other rows");
  });
});

describe("measured squares of stories", () => {
  test("[WF-ROOF-01] the first story takes the measured squares that the others leave", () => {
    expect(stories(house)).toEqual([26.333, 0, 0, 0]);
    const typed = measure(house, "squaresOnStory2", 12);
    expect(shownStories(typed)).toEqual([12, 12, 0, 0]);
    expect(stories(typed)).toEqual([13.333, 13, 0, 0]);
  });

  test("[WF-ROOF-30] a house with everything on story 2 has no waste on story 1", () => {
    expect(stories(measure(house, "squaresOnStory2", 24))).toEqual([0, 26.333, 0, 0]);
    expect(offered(house, "squaresOnStory2")).toEqual([24]);
    expect(offered(house, "squaresOnStory3")).toEqual([undefined]);
  });

  test("[WF-ROOF-01] a flat roof's membrane takes nothing away: stories add up to the material squares", () => {
    const flat = open(buildValues({ ...HOUSE, membrane: { quantity: 1, children: { membraneArea: 5 } } }));
    expect(topLine(flat, "totalSquaresForLabor")?.quantity).toBe(21.333);
    expect(stories(flat)).toEqual([26.333, 0, 0, 0]);
  });
});

describe("one measured number", () => {
  const used = measure(measure(house, "installPitch", 24, 1), "squaresOnStory2", 24);

  test("[WF-ROOF-32] a row that holds the whole roof follows the area: 2,600 x 1.1 / 100 = 28.6", () => {
    const larger = enter(used, "totalRoofArea", 2_600);
    expect(pitches(larger)).toEqual([0, 28.667, 0, 0]);
    expect(stories(larger)).toEqual([0, 28.667, 0, 0]);
    expect(shown(larger, "installPitch")).toEqual([0, 26, 0, 0]);
  });

  test("[WF-ROOF-32] several rows keep what was measured, and more waste is stored with all of them", () => {
    const split = measure(measure(house, "installPitch", 12, 1), "installPitch", 12, 2);
    // 24 x 1.15 = 27.6, in thirds 27.667: 83 thirds are 42 and 41.
    const wasted = enter(split, "wasteFactorForMaterial", 15);
    expect(pitches(wasted)).toEqual([0, 14, 13.667, 0]);
    expect(shown(wasted, "installPitch")).toEqual([0, 12, 12, 0]);
    expect(shown(enter(split, "totalRoofArea", 2_600), "installPitch")).toEqual([0, 12, 12, 0]);
  });

  test("[WF-ROOF-32] squares that were entered before the area offer the area, and keep what was measured", () => {
    const bare = open(buildValues({ ...HOUSE, totalRoofArea: 0 }));
    const typed = measure(bare, "squaresOnStory2", 24);
    expect(shownStories(typed)).toEqual([0, 24, 0, 0]);
    expect(offered(typed, "totalRoofArea")).toEqual([2_400]);
    // The row holds no mistake: 0 of an area that was not entered is not recommended in it.
    expect(offered(typed, "squaresOnStory2")).toEqual([undefined]);
    const whole = enter(typed, "totalRoofArea", 2_400);
    expect(stories(whole)).toEqual([0, 26.333, 0, 0]);
    expect(pitches(whole)).toEqual([26.333, 0, 0, 0]);
    expect(offered(whole, "totalRoofArea")).toEqual([undefined]);
  });

  test("[WF-ROOF-32] the tear-off offers the area too", () => {
    const bare = open(buildValues({ ...HOUSE, totalRoofArea: 0, tearOff: [{ quantity: 20 }, { quantity: 4 }] }));
    expect(offered(bare, "totalRoofArea")).toEqual([2_400]);
  });
});

describe("an estimate that was saved", () => {
  test("[WF-ROOF-33] opens as it was stored and shows what was measured", () => {
    const given = buildValues({
      ...HOUSE,
      squaresOnStory1: 13.333,
      squaresOnStory2: 13,
      totalSquaresForMaterial: 26.333,
      totalSquaresForLabor: 26.333,
      wasteFactorForLabor: 10,
      installPitch: [
        { value: optionOf(pitch, 1), quantity: 13.333 },
        { value: optionOf(pitch, 2), quantity: 13 },
      ],
    });
    const opened = open(given, true);
    expect(pitches(opened)).toEqual([13.333, 13, 0, 0]);
    expect(shown(opened, "installPitch")).toEqual([12, 12, 0, 0]);
    expect(shownStories(opened)).toEqual([12, 12, 0, 0]);
  });

  test("[WF-ROOF-33] an edit elsewhere leaves older rows alone, however they were shared out", () => {
    const older = open(
      buildValues({
        ...HOUSE,
        squaresOnStory1: 2.333,
        squaresOnStory2: 24,
        installPitch: [
          { value: optionOf(pitch, 1), quantity: 2.333 },
          { value: optionOf(pitch, 2), quantity: 23.999 },
        ],
      }),
      true,
    );
    const values = enter(older, "numberOfStories", 3);
    expect(stories(values).slice(0, 2)).toEqual([2.333, 24]);
    expect(pitches(values).slice(0, 2)).toEqual([2.333, 23.999]);
  });
});

describe("typed squares", () => {
  const at = (values: WorkflowValues, typed: number, row = 1) => {
    const lineId = lineOf(values, "installPitch", row).id;
    return enteredSquares({ workflowId: ROOFING, values, book }, { key: "installPitch", lineId }, typed);
  };

  test.each([
    { given: "two decimals of a third", typed: 12.33, entered: 12.333 },
    { given: "two decimals of two thirds", typed: 12.67, entered: 12.667 },
    { given: "two thirds rounded down", typed: 12.66, entered: 12.667 },
    { given: "a whole number", typed: 12, entered: 12 },
    { given: "half a square, away from zero", typed: 12.5, entered: 12.667 },
    { given: "next to what is left", typed: 23.8, entered: 24 },
    { given: "a number below zero", typed: -1, entered: -1 },
  ])("[WF-ROOF-34] $given: $typed is entered as $entered", ({ typed, entered }) => {
    expect(at(house, typed)).toBe(entered);
  });

  test("[WF-ROOF-34] 2,450 sq ft are 24.667 in thirds, so 24.5 is all of it, and so is 16.35 beside 8", () => {
    const odd = open(buildValues({ ...HOUSE, totalRoofArea: 2_450 }));
    expect(at(odd, 24.5)).toBe(24.667);
    expect(at(measure(odd, "installPitch", 8, 2), 16.35)).toBe(16.667);
  });
});

describe("any split of any roof", () => {
  const split = fc.record({
    rows: fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 6 }),
    waste: fc.integer({ min: 0, max: 30 }),
  });

  test("[WF-ROOF-30] stored rows are thirds that make up the material squares, and show what was typed", () => {
    fc.assert(
      fc.property(split, ({ rows, waste }) => {
        const thirds = rows.reduce((total, each) => total + each, 0);
        fc.pre(thirds > 0);
        const scale = { measured: thirds, stored: Math.round((thirds * (100 + waste)) / 100) };
        const storedRows = toStored(rows, scale);
        expect(storedRows.reduce((total, each) => total + each, 0)).toBe(scale.stored);
        expect(storedRows.every((each) => Number.isInteger(each) && each >= 0)).toBe(true);
        expect(toMeasured(storedRows, scale)).toEqual(rows);
      }),
    );
  });

  test("[WF-ROOF-30] also in the form, with the numbers that it stores, while the total is short and once it is right", () => {
    const typed = fc.record({
      rows: fc.tuple(...[1, 2, 3, 4].map(() => fc.integer({ min: 0, max: 90 }))),
      waste: fc.integer({ min: 0, max: 30 }),
      // Square feet that the last row is measured short of.
      short: fc.constantFrom(0, 100, 250, 1_000),
    });
    fc.assert(
      fc.property(typed, ({ rows, waste, short }) => {
        const squares = rows.map((thirds) => Math.round((thirds / 3) * 1_000) / 1_000);
        const all = rows.reduce((total, each) => total + each, 0);
        fc.pre(all > 0);
        const roof = { ...HOUSE, totalRoofArea: Math.round((all * 100) / 3) + short, wasteFactorForMaterial: waste };
        const values = squares.reduce(
          (before, each, row) => measure(before, "installPitch", each, row),
          open(buildValues(roof)),
        );
        const material = topLine(values, "totalSquaresForMaterial")?.quantity ?? 0;
        const steps = pitches(values).map((quantity) => Math.round((quantity ?? 0) * 3));
        expect(shown(values, "installPitch")).toEqual(squares);
        for (const quantity of pitches(values))
          expect(isOnStep({ value: quantity ?? 0, base: 0, step: 0.333 })).toBe(true);
        const isWhole = steps.reduce((total, each) => total + each, 0) === Math.round(material * 3);
        expect(isWhole).toBe(short === 0);
        expect(problemsOf(values)).toEqual(short === 0 ? [] : ["pitchTotal"]);
      }),
      { numRuns: 60 },
    );
  });
});
