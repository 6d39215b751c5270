import { readSliceKey, type EstimateSlices, type StoredEstimateItem } from "@ridgebook/contract";
import { fieldByKey, findField, recommendationFor } from "@ridgebook/estimating";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isProgressContested, mergeEstimateChange } from "./merge-estimate-change.ts";

const buildItem = (id: number, quantity = 1, parentItemId: number | null = null): StoredEstimateItem => ({
  id,
  parentItemId,
  fieldId: "4.55",
  fieldOptionId: null,
  value: "",
  materialCost: 1,
  laborCost: 2,
  materialPrice: 3,
  laborPrice: 4,
  quantity,
  workflowEstimateId: 1,
});
const ITEMS = "items:1:4.55";

describe("[API-30] merging a change into an estimate, slice by slice", () => {
  test("a slice that no one else touched is accepted; nothing, null and empty are the same", () => {
    for (const former of [undefined, null, []])
      expect(
        mergeEstimateChange({ current: {}, wanted: { [ITEMS]: [buildItem(-2)] }, former: { [ITEMS]: former } }).values,
      ).toEqual({ [ITEMS]: [buildItem(-2)] });
    expect(
      mergeEstimateChange({
        current: { "discountPercent:1": 0.1 },
        wanted: { "discountPercent:1": 0 },
        former: { "discountPercent:1": 0.1 },
      }).values,
    ).toEqual({ "discountPercent:1": null });
  });

  test("a slice that another user changed refuses the whole change", () => {
    const merged = mergeEstimateChange({
      current: { name: "Roof", [ITEMS]: [buildItem(7, 5)] },
      wanted: { name: "House", [ITEMS]: [buildItem(7, 6), buildItem(-2)] },
      former: { name: "Roof", [ITEMS]: [buildItem(7, 4)] },
    });
    expect(merged.values).toBeUndefined();
    expect(merged.conflicts).toEqual([
      {
        field: ITEMS,
        former: [buildItem(7, 4)],
        mine: [buildItem(7, 6), buildItem(-2)],
        theirs: [buildItem(7, 5)],
      },
    ]);
  });

  test("new lines that exist already are recognized by their ids, also below new parents", () => {
    const merged = mergeEstimateChange({
      current: { [ITEMS]: [buildItem(7), buildItem(8, 2, 7)] },
      wanted: { [ITEMS]: [buildItem(-2), buildItem(-4, 2, -2)] },
      former: { [ITEMS]: null },
    });
    expect(merged.values).toEqual({});
    expect(merged.knownIds).toEqual(
      new Map([
        [-2, 7],
        [-4, 8],
      ]),
    );
  });

  test("a line below another parent is not the same line", () => {
    const { conflicts } = mergeEstimateChange({
      current: { [ITEMS]: [buildItem(7), buildItem(8), buildItem(9, 2, 7)] },
      wanted: { [ITEMS]: [buildItem(-2), buildItem(-4), buildItem(-6, 2, -4)] },
      former: { [ITEMS]: null },
    });
    expect(conflicts).toHaveLength(1);
  });

  test.each([
    { what: "an object", former: { a: [[[]]] } },
    { what: "lines that are none", former: [{ id: "x" }] },
    { what: "text with a NUL character", former: "a\u0000" },
  ])("a former value that no slice can have ($what) is a conflict and not repeated", ({ former }) => {
    const { conflicts } = mergeEstimateChange({
      current: { name: "Roof", [ITEMS]: [buildItem(7)] },
      wanted: { name: "House", [ITEMS]: null },
      former: { name: former, [ITEMS]: former },
    });
    expect(conflicts?.map(({ field, former: was }) => [field, was])).toEqual([
      ["name", null],
      [ITEMS, null],
    ]);
  });
});

describe("[API-30] what was not entered raises no question", () => {
  const PACKAGE = fieldByKey(1, "package")?.id ?? fail();
  const SLICE = `items:1:${PACKAGE}`;
  const line = (option: `${number}`, quantity: number, price = 100): StoredEstimateItem => ({
    ...buildItem(7, quantity),
    fieldId: PACKAGE,
    fieldOptionId: `${PACKAGE}.${option}`,
    value: `Package ${option}`,
    materialPrice: price,
  });
  const merge = (was: StoredEstimateItem, theirs: StoredEstimateItem, mine: StoredEstimateItem) =>
    mergeEstimateChange({ current: { [SLICE]: [theirs] }, wanted: { [SLICE]: [mine] }, former: { [SLICE]: [was] } });

  test("two people choose different packages: a person has to choose, although its squares are calculated", () => {
    expect(merge(line("1", 20), line("2", 20), line("3", 20)).conflicts).toHaveLength(1);
  });

  test("one chooses a package, the other changes its squares: the package stays chosen in either order", () => {
    const chosen = line("2", 20, 120);
    expect(merge(line("1", 20), line("1", 30), chosen).values).toEqual({ [SLICE]: [chosen] });
    expect(merge(line("1", 20), chosen, line("1", 30)).values).toEqual({});
  });

  test("other prices of the same lines are no entry", () => {
    expect(merge(line("1", 20), line("1", 20, 110), line("2", 20, 120)).values).toEqual({
      [SLICE]: [line("2", 20, 120)],
    });
    expect(merge(line("1", 20), line("2", 20, 120), line("1", 20, 110)).values).toEqual({});
  });

  test("[OP-34] a comparison whose packages cost otherwise is the same comparison", () => {
    const comparison = (price: number, ...options: `${number}`[]) =>
      options.map((option) => ({ fieldOptionId: `${PACKAGE}.${option}`, items: [line(option, 20, price)] }));
    const key = "comparisons:1";
    const { values } = mergeEstimateChange({
      current: { [key]: comparison(110, "1", "2") },
      wanted: { [key]: comparison(100, "1", "2", "3") },
      former: { [key]: comparison(100, "1", "2") },
    });
    expect(values).toEqual({ [key]: comparison(100, "1", "2", "3") });
  });
});
function fail(): never {
  throw new Error("The catalogue has no such field.");
}

describe("[API-30] merging, whatever people change", () => {
  const KEYS = ["name", "promotion", ITEMS, "discountPercent:4", "optionalSectionIds:1", "lastCompleteSectionId:1"];
  const estimates: fc.Arbitrary<EstimateSlices> = fc.record({
    name: fc.constantFrom("Roof", "House", "Garage"),
    promotion: fc.constantFrom(0, 50, 100),
    [ITEMS]: fc.constantFrom(null, [buildItem(7)], [buildItem(7), buildItem(9)], [buildItem(7, 3)]),
    "discountPercent:4": fc.constantFrom(null, 0.05, 0.1),
    "optionalSectionIds:1": fc.constantFrom(null, [146, 147]),
    "lastCompleteSectionId:1": fc.constantFrom(null, 101, 102),
  });
  const keySets = fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 });
  const pick = (slices: EstimateSlices, keys: readonly string[]): EstimateSlices =>
    Object.fromEntries(keys.map((key) => [key, slices[key]]));
  /** The estimate after a user who saw `from` sends the chosen slices of `to`. */
  const apply = (current: EstimateSlices, from: EstimateSlices, to: EstimateSlices, keys: readonly string[]) => {
    const { values } = mergeEstimateChange({ current, wanted: pick(to, keys), former: pick(from, keys) });
    return values ? { ...current, ...values } : current;
  };
  const RUNS = { seed: 20261121, numRuns: 300 };

  test("a change to what one saw always succeeds, and sending it again changes nothing", () => {
    fc.assert(
      fc.property(estimates, estimates, keySets, (from, to, keys) => {
        const once = apply(from, from, to, keys);
        for (const key of KEYS) expect(once[key]).toEqual(keys.includes(key) ? to[key] : from[key]);
        const again = mergeEstimateChange({ current: once, wanted: pick(to, keys), former: pick(from, keys) });
        expect(again.values).toEqual({});
      }),
      RUNS,
    );
  });

  test("people who change different slices both get their way, in either order", () => {
    fc.assert(
      fc.property(estimates, estimates, estimates, keySets, (base, one, two, keys) => {
        const others = KEYS.filter((key) => !keys.includes(key));
        const result = apply(apply(base, base, one, keys), base, two, others);
        expect(result).toEqual(apply(apply(base, base, two, others), base, one, keys));
        for (const key of KEYS) expect(result[key]).toEqual(keys.includes(key) ? one[key] : two[key]);
      }),
      RUNS,
    );
  });

  /** Progress, sets, and what a formula writes. */
  const settlesAlone = (key: string): boolean => {
    const slice = readSliceKey(key);
    if (slice?.kind === "lastCompleteSectionId" || slice?.kind === "optionalSectionIds") return true;
    const field = slice?.kind === "items" ? findField(slice.fieldId) : undefined;
    return field !== undefined && recommendationFor(field.workflowId, field.key)?.use === "calculated";
  };

  test("what another user entered is never overwritten unseen", () => {
    fc.assert(
      fc.property(estimates, estimates, estimates, keySets, (base, one, two, keys) => {
        const current = apply(base, base, one, keys);
        const { values, conflicts = [] } = mergeEstimateChange({
          current,
          wanted: pick(two, keys),
          former: pick(base, keys),
        });
        const text = (slices: EstimateSlices, key: string): string => JSON.stringify(slices[key]);
        const contested = keys.filter(
          (key) =>
            !settlesAlone(key) && text(current, key) !== text(base, key) && text(current, key) !== text(two, key),
        );
        expect(conflicts.map(({ field }) => field).sort()).toEqual([...contested].sort());
        expect(values === undefined).toBe(contested.length > 0);
      }),
      RUNS,
    );
  });
});

test("[EST-17] two people who complete different steps are not asked: progress is at the later one", () => {
  const former = { "lastCompleteSectionId:4": 401 };
  const current = { "lastCompleteSectionId:4": 402 };
  const later = mergeEstimateChange({ current, wanted: { "lastCompleteSectionId:4": 403 }, former });
  expect(later.values).toEqual({ "lastCompleteSectionId:4": 403 });
  const earlier = mergeEstimateChange({ current: { "lastCompleteSectionId:4": 403 }, wanted: current, former });
  expect(earlier.values).toEqual({});
});

test("[EST-17] the company's own order decides which step is later", () => {
  const former = { "lastCompleteSectionId:4": 401 };
  const merge = (current: number, wanted: number) =>
    mergeEstimateChange({
      current: { "lastCompleteSectionId:4": current },
      wanted: { "lastCompleteSectionId:4": wanted },
      former,
      // The fourth step of the catalogue stands before the second here.
      orders: new Map([[404, 1]]),
    }).values;
  expect(merge(404, 402)).toEqual({ "lastCompleteSectionId:4": 402 });
  expect(merge(402, 404)).toEqual({});
  // One place for two: the catalogue's order decides.
  expect(merge(401, 404)).toEqual({ "lastCompleteSectionId:4": 404 });
});

test("[EST-17] steps of which only one person completed some need no order", () => {
  const key = "lastCompleteSectionId:4";
  expect(isProgressContested({}, { [key]: 401 }, { [key]: null })).toBe(false);
  expect(isProgressContested({ [key]: 401 }, { [key]: 402 }, { [key]: 401 })).toBe(false);
  expect(isProgressContested({ [key]: 402 }, { [key]: 403 }, { [key]: 401 })).toBe(true);
});

describe("[OP-33] [API-30] two people change which work an estimate holds", () => {
  const work = (workflowIds: number[], ...copies: [number, number, string][]): EstimateSlices => ({
    workflowIds,
    duplicateWorkflows: copies.map(([workflowId, workflowEstimateId, name]) => ({
      workflowId,
      workflowEstimateId,
      name,
    })),
  });
  const mergeOvertaken = (change: Parameters<typeof mergeEstimateChange>[0]) =>
    mergeEstimateChange({ hasMovedOn: true, ...change });
  const EAVE = "items:1:1.58";
  const RAKE = "items:1:1.60";
  const COPY_EAVE = "items:2:1.58";
  const eave = (id: number, quantity: number): StoredEstimateItem[] => [
    { ...buildItem(id, quantity), fieldId: "1.58" },
  ];
  const rake = (id: number, quantity: number): StoredEstimateItem[] => [
    { ...buildItem(id, quantity), fieldId: "1.60" },
  ];
  const copyEave = (id: number, quantity: number): StoredEstimateItem[] =>
    eave(id, quantity).map((item) => ({ ...item, workflowEstimateId: 2 }));
  const fields = ({ conflicts = [] }: ReturnType<typeof mergeEstimateChange>) => conflicts.map(({ field }) => field);

  test("additions of both stay, removals of both stay removed, theirs first", () => {
    const former = work([1, 4, 6], [1, 2, "Garage"], [1, 3, "Porch"]);
    const current = work([7, 1, 4], [1, 3, "Porch"], [1, 5, "Barn"]);
    const wanted = work([2, 1, 6], [1, 2, "Garage"], [1, 4, "Shed"]);
    expect(mergeOvertaken({ current, wanted, former }).values).toEqual(work([7, 1, 2], [1, 5, "Barn"], [1, 4, "Shed"]));
  });

  test("a copy that one of them renamed has its new name; one that both renamed raises a question", () => {
    const former = work([1], [1, 2, "Garage"]);
    const [shed, barn] = [work([1], [1, 2, "Shed"]), work([1], [1, 2, "Barn"])];
    expect(mergeOvertaken({ current: shed, wanted: work([1, 4], [1, 2, "Garage"]), former }).values).toEqual({
      workflowIds: [1, 4],
    });
    expect(fields(mergeOvertaken({ current: shed, wanted: barn, former }))).toEqual(["duplicateWorkflows"]);
    expect(fields(mergeOvertaken({ current: shed, wanted: work([1]), former }))).toEqual(["duplicateWorkflows"]);
  });

  test("removing work in which another user filled an empty field meanwhile asks about the work, once", () => {
    const former = { ...work([1, 4]), [EAVE]: eave(7, 40) };
    const current = { ...work([1, 4]), [EAVE]: eave(7, 50), [RAKE]: rake(8, 18) };
    const merged = mergeOvertaken({ current, wanted: { workflowIds: [4], [EAVE]: null }, former });
    expect(merged.conflicts).toEqual([{ field: "workflowIds", former: [1, 4], mine: [4], theirs: [1, 4] }]);
  });

  test("and gets their way once they know what goes", () => {
    const current = { ...work([1, 4]), [EAVE]: eave(7, 50), [RAKE]: rake(8, 18), "lastCompleteSectionId:1": 101 };
    const wanted = { workflowIds: [4], [EAVE]: null, [RAKE]: null };
    expect(mergeOvertaken({ current, wanted, former: current }).values).toEqual(wanted);
  });

  test("a discount and a further copy that the caller has not seen raise a question as well", () => {
    const former = work([1, 4]);
    const wanted = { workflowIds: [4] };
    expect(fields(mergeOvertaken({ current: { ...former, "discountPercent:1": 0.1 }, wanted, former }))).toEqual([
      "workflowIds",
    ]);
    const current = work([1, 4], [1, 2, "Garage"]);
    expect(fields(mergeOvertaken({ current, wanted, former }))).toEqual(["workflowIds"]);
  });

  test("an answer on the way brings the newest revision: who names what they saw of a copy has not seen the rest", () => {
    const former = { ...work([1, 4]), [EAVE]: eave(7, 40) };
    const current = { ...former, [RAKE]: rake(8, 18) };
    const wanted = { workflowIds: [4], [EAVE]: null };
    expect(fields(mergeOvertaken({ current, wanted, former, hasMovedOn: false }))).toEqual(["workflowIds"]);
  });

  test("a further copy goes like a workflow, and no other copy is in question", () => {
    const former = { ...work([1], [1, 2, "Garage"]), [EAVE]: eave(7, 40) };
    const wanted = { duplicateWorkflows: [] };
    expect(fields(mergeOvertaken({ current: { ...former, [COPY_EAVE]: copyEave(8, 9) }, wanted, former }))).toEqual([
      "duplicateWorkflows",
    ]);
    expect(mergeOvertaken({ current: { ...former, [RAKE]: rake(8, 18) }, wanted, former }).values).toEqual(wanted);
  });

  test("two copies added under one number raise a question, even with equal parts", () => {
    const former = work([1]);
    const second = work([1], [1, 2, "Second roof"]);
    const ask = (current: EstimateSlices, { duplicateWorkflows, ...wanted }: EstimateSlices) =>
      fields(mergeOvertaken({ current, wanted: { duplicateWorkflows, ...withoutWork(wanted) }, former }));
    expect(ask(second, work([1], [1, 2, "Shed"]))).toEqual(["duplicateWorkflows"]);
    expect(ask({ ...second, [COPY_EAVE]: copyEave(7, 40) }, second)).toEqual(["duplicateWorkflows"]);
    expect(ask(second, { ...second, [COPY_EAVE]: copyEave(-2, 40) })).toEqual(["duplicateWorkflows"]);
    const theirs = { ...second, [COPY_EAVE]: copyEave(7, 40) };
    expect(ask(theirs, { ...second, [COPY_EAVE]: copyEave(-2, 30) })).toEqual(["duplicateWorkflows"]);
    expect(ask(theirs, { ...second, "discountPercent:1.2": 0.1 })).toEqual(["duplicateWorkflows"]);
  });

  test("the same change again, and what the server adds to it, are one copy", () => {
    const former = work([1]);
    const second = work([1], [1, 2, "Second roof"]);
    const wanted = { duplicateWorkflows: second["duplicateWorkflows"], [COPY_EAVE]: copyEave(-2, 40) };
    const current = { ...second, [COPY_EAVE]: copyEave(7, 40), "items:2:1.60": rake(9, 1) };
    expect(mergeOvertaken({ current, wanted, former }).values).toEqual({});
    const { duplicateWorkflows } = second;
    expect(mergeOvertaken({ current: second, wanted: { duplicateWorkflows }, former }).values).toEqual({});
  });

  test("filling work that another user removed meanwhile asks whether it exists", () => {
    const former = { ...work([1, 4], [1, 2, "Garage"]), [EAVE]: eave(7, 40) };
    const merged = mergeOvertaken({
      current: work([4]),
      wanted: { [EAVE]: eave(7, 50) },
      former: { [EAVE]: eave(7, 40) },
    });
    expect(merged.conflicts).toEqual([{ field: "workflowIds", former: [4, 1], mine: [4, 1], theirs: [4] }]);
    const of = { current: work([1, 4]), wanted: { [COPY_EAVE]: copyEave(-2, 9) }, former: {} };
    expect(fields(mergeOvertaken(of))).toEqual(["duplicateWorkflows"]);
    const { duplicateWorkflows } = work([1], [1, 2, "Garage"]);
    const copied = { current: work([4]), wanted: { duplicateWorkflows }, former: work([1, 4]) };
    expect(fields(mergeOvertaken(copied))).toEqual(["workflowIds"]);
    // No one else can have removed what never existed.
    expect(mergeOvertaken({ ...of, hasMovedOn: false }).values).toEqual(of.wanted);
    const again = { workflowIds: [4, 1], [EAVE]: eave(7, 50) };
    expect(mergeOvertaken({ current: work([4]), wanted: again, former: { workflowIds: [4] } }).values).toEqual(again);
    expect(
      fields(mergeOvertaken({ current: work([4]), wanted: { ...again, workflowIds: [1, 4, 7] }, former })),
    ).toEqual(["workflowIds"]);
  });

  const withoutWork = ({ workflowIds: _ids, duplicateWorkflows: _copies, ...slices }: EstimateSlices): EstimateSlices =>
    slices;

  test("for any two changes of an estimate's work, nothing unseen is lost without a question", () => {
    const estimates = fc.record({
      workflowIds: fc.subarray([1, 4]),
      [EAVE]: fc.constantFrom(null, eave(7, 40), eave(7, 50)),
      [RAKE]: fc.constantFrom(null, rake(8, 18)),
      "discountPercent:4": fc.constantFrom(null, 0.05, 0.1),
    });
    /** Of work that is not there, nothing is there. */
    const held = (estimate: EstimateSlices): EstimateSlices =>
      Object.fromEntries(
        Object.entries(estimate).map(([key, value]) => {
          const slice = readSliceKey(key);
          const isHeld =
            slice?.kind === "member" ||
            (estimate["workflowIds"] as number[]).some((id) => slice !== undefined && id === slice.workflowId);
          return [key, isHeld ? value : null];
        }),
      );
    const changed = (from: EstimateSlices, to: EstimateSlices): EstimateSlices =>
      Object.fromEntries(Object.entries(to).filter(([key]) => JSON.stringify(to[key]) !== JSON.stringify(from[key])));
    fc.assert(
      fc.property(estimates, estimates, estimates, (one, two, three) => {
        const [base, theirs, mine] = [held(one), held(two), held(three)];
        const { values } = mergeOvertaken({ current: theirs, wanted: changed(base, mine), former: base });
        if (!values) return;
        const after = { ...theirs, ...values };
        for (const key of Object.keys(changed(base, theirs))) {
          if (key === "workflowIds" || theirs[key] === null) continue;
          const of = readSliceKey(key) as { workflowId: number };
          expect((after["workflowIds"] as number[]).includes(of.workflowId)).toBe(true);
        }
      }),
      { seed: 20261124, numRuns: 500 },
    );
  });
});
