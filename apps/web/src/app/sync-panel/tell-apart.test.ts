import { EMPTY_ESTIMATE, type StoredEstimateItem } from "@ridgebook/contract";
import {
  AMOUNT_NAMES,
  childFields,
  fieldByKey,
  findField,
  SECTIONS,
  topLevelFields,
  type FieldDefinition,
} from "@ridgebook/estimating";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tellApart } from "./tell-apart.ts";

type Item = StoredEstimateItem;

const fieldAt = (workflowId: number, key: string): FieldDefinition => {
  const field = fieldByKey(workflowId, key);
  if (!field) throw new Error(`There is no field ${key}.`);
  return field;
};

const WINDOW = fieldAt(3, "window");
const WINDOWS = `items:1:${WINDOW.id}`;

const itemOf = (field: FieldDefinition, parts: Partial<Item> & Pick<Item, "id">): Item => ({
  parentItemId: null,
  fieldId: field.id,
  fieldOptionId: null,
  value: "",
  quantity: 1,
  workflowEstimateId: 1,
  materialCost: 0,
  laborCost: 0,
  materialPrice: 0,
  laborPrice: 0,
  ...parts,
});

interface OneWindow {
  room?: string;
  width?: number;
  height?: number;
  gridColor?: string;
}

/** The window as the form saves it, with some of the lines below it. */
function windowItems(
  id: number,
  { room = "Kitchen", width = 30, height = 40, gridColor = "White" }: OneWindow,
): Item[] {
  const grid = id * 100 + 5;
  return [
    itemOf(WINDOW, { id }),
    itemOf(fieldAt(3, "window.roomName"), { id: id * 100 + 1, parentItemId: id, value: room }),
    itemOf(fieldAt(3, "window.width"), { id: id * 100 + 2, parentItemId: id, quantity: width }),
    itemOf(fieldAt(3, "window.height"), { id: id * 100 + 3, parentItemId: id, quantity: height }),
    itemOf(fieldAt(3, "window.screen"), { id: id * 100 + 4, parentItemId: id, value: null, quantity: 0 }),
    itemOf(fieldAt(3, "window.grid"), { id: grid, parentItemId: id }),
    itemOf(fieldAt(3, "window.grid.gridColor"), { id: id * 100 + 6, parentItemId: grid, value: gridColor }),
  ];
}

const ROOMS = ["Kitchen", "Den", "Bath", "Hall", "Office", "Attic"];
const house = (changed: Readonly<Record<number, OneWindow>> = {}, rooms = ROOMS): Item[] =>
  rooms.flatMap((room, index) => windowItems(index + 1, { room, ...changed[index + 1] }));

describe("[SYNC-06] the two values of a list of lines", () => {
  test("tell the lines that differ, with what differs in them, and what was there before", () => {
    expect(
      tellApart(WINDOWS, { former: house(), mine: house({ 2: { height: 48 } }), theirs: house({ 5: { width: 36 } }) }),
    ).toEqual({
      former: "Window 2, Den: Height 40 IN; Window 5, Office: Width 30 IN",
      mine: "Window 2, Den: Height 48 IN; Window 5, Office: Width 30 IN",
      theirs: "Window 2, Den: Height 40 IN; Window 5, Office: Width 36 IN",
    });
  });

  test("tell what differs below a grid", () => {
    const { mine, theirs } = tellApart(WINDOWS, {
      former: house(),
      mine: house({ 6: { gridColor: "Bronze" } }),
      theirs: house({ 6: { gridColor: "Black", room: "Loft" } }),
    });
    expect(mine).toBe("Window 6, Attic: Room name Attic, Grid Color Bronze");
    expect(theirs).toBe("Window 6, Attic: Room name Loft, Grid Color Black");
  });

  test("tell a row whole that only one side has", () => {
    const added = windowItems(-2, { room: "Loft" });
    expect(
      tellApart(WINDOWS, { former: house(), mine: house({}, ROOMS.slice(0, 5)), theirs: [...house(), ...added] }),
    ).toEqual({
      former: expect.stringMatching(/^Window, Attic: .*; without Window, Loft$/) as unknown,
      mine: "without Window, Attic; without Window, Loft",
      theirs:
        "Window, Attic: 1 EA, Room name Attic, Width 30 IN, Height 40 IN, Grid (Color White); " +
        "Window, Loft: 1 EA, Room name Loft, Width 30 IN, Height 40 IN, Grid (Color White)",
    });
  });

  test("tell all lines against a side that has none", () => {
    const told = tellApart(WINDOWS, { former: null, mine: null, theirs: house() });
    expect(told).toMatchObject({ former: undefined, mine: undefined });
    for (const room of ROOMS) expect(told.theirs).toContain(`Room name ${room}`);
  });

  test("of a field with one line are the two quantities, also where each side has added it", () => {
    const eave = fieldAt(1, "eaveLength");
    expect(
      tellApart(`items:1:${eave.id}`, {
        former: null,
        mine: [itemOf(eave, { id: -2, quantity: 100 })],
        theirs: [itemOf(eave, { id: 71, quantity: 120 })],
      }),
    ).toEqual({ former: undefined, mine: "100 FT", theirs: "120 FT" });
  });

  test("name options of the same name by their number", () => {
    const screen = fieldAt(3, "window.screen");
    const withScreen = (option: number): Item[] => [
      itemOf(WINDOW, { id: 1 }),
      itemOf(screen, { id: 2, parentItemId: 1, value: "Full", fieldOptionId: `${screen.id}.${option}` }),
    ];
    expect(tellApart(WINDOWS, { former: [], mine: withScreen(1), theirs: withScreen(2) })).toMatchObject({
      mine: "Screen Full (option 1)",
      theirs: "Screen Full (option 2)",
    });
  });

  test("that differ in prices of the price book only are listed by their first rows", () => {
    const dearer = house().map((item) => ({ ...item, materialPrice: item.materialPrice + 1 }));
    const told = tellApart(WINDOWS, { former: house(), mine: house(), theirs: dearer });
    expect(told.mine).toMatch(/; and 3 more$/);
    expect(told.theirs).toBe(told.mine);
  });
});

test("[SYNC-06] compared packages are shown with the lines that differ in them", () => {
  const eave = fieldAt(1, "eaveLength");
  const packages = (first: number, options: readonly string[]) =>
    options.map((fieldOptionId, index) => ({
      fieldOptionId,
      items: [itemOf(eave, { id: index + 1, quantity: index === 0 ? first : 7 })],
    }));
  const [good, better] = [`${eave.id}.1`, `${eave.id}.2`];
  const told = tellApart("comparisons:1", {
    former: packages(30, [good, better]),
    mine: packages(40, [good, better]),
    theirs: packages(50, [good, better]),
  });
  expect(told).toEqual({
    former: "Eave length 1 (Eave length: 30 FT), Eave length 2",
    mine: "Eave length 1 (Eave length: 40 FT), Eave length 2",
    theirs: "Eave length 1 (Eave length: 50 FT), Eave length 2",
  });
});

/* Any values, of any field of any workflow, to any depth. */

const text = fc.constantFrom("White", "Bronze", "Full", "North side");
/** A small set: people copy rows, and two people enter the same values. */
const itemId = fc.integer({ min: 1, max: 12 });

const anyLine = (field: FieldDefinition): fc.Arbitrary<Item[]> =>
  fc
    .record({
      id: itemId,
      isChosen: fc.boolean(),
      option: fc.integer({ min: 1, max: 2 }),
      value: text,
      quantity: fc.integer({ min: 0, max: 3 }),
      amount: fc.integer({ min: 0, max: 2 }),
      children: fc.tuple(...childFields(field).map((child) => anyLines(child, 2))),
    })
    .map(({ id, isChosen, option, value, quantity, amount, children }) => {
      const isText = field.dataType === "string" || field.dataType === "dropdown";
      const item = itemOf(field, {
        id,
        fieldOptionId: field.dataType === "dropdown" && isChosen ? `${field.id}.${option}` : null,
        value: field.dataType === "boolean" ? "true" : !isChosen ? null : isText ? value : "",
        quantity: field.allowQuantityChange && !field.defaultOne ? (isChosen ? quantity : 0) : 1,
        materialCost: amount,
      });
      const below = children.flat().map((child) => ({ ...child, parentItemId: child.parentItemId ?? -1 }));
      return [item, ...below];
    });

/** Lines of one field; at most one for a field without rows. A parent is referred to by its index until ids are assigned. */
const anyLines = (field: FieldDefinition, most: number): fc.Arbitrary<Item[]> =>
  fc.array(anyLine(field), { maxLength: field.allowMultiple ? most : 1 }).map((lines) => lines.flat());

/** Gives every line its own id and its parent's: a parent comes before its children. */
function withOwnIds(items: readonly Item[]): Item[] {
  const lastOfField = new Map<string, number>();
  const used = new Set<number>();
  return items.map((item) => {
    let { id } = item;
    while (used.has(id)) id += 1;
    used.add(id);
    lastOfField.set(item.fieldId, id);
    const { parentId } = findField(item.fieldId) ?? {};
    return { ...item, id, parentItemId: parentId ? (lastOfField.get(parentId) ?? null) : null };
  });
}

/** The users' entries, without ids, prices of the price book, order, and empty fields. */
function entered(items: readonly Item[], parent: number | null = null): unknown[] {
  return items
    .filter(({ parentItemId }) => parentItemId === parent)
    .map((item) => {
      const field = findField(item.fieldId);
      const below = entered(items, item.id);
      const own = [
        field?.dataType === "number" && !field.defaultOne ? item.value : (item.value ?? ""),
        item.fieldOptionId,
        field?.allowQuantityChange && !field.defaultOne ? item.quantity : 0,
        field?.allowPriceChange ? AMOUNT_NAMES.map((name) => item[name]) : [],
      ];
      const isEmpty =
        !field?.allowMultiple && below.length === 0 && (item.value ?? "") === "" && item.fieldOptionId === null;
      const isNumber = field?.dataType === "number" && !field.defaultOne && item.value !== null;
      return isEmpty && !isNumber ? undefined : [item.fieldId, own, below];
    })
    .filter((line) => line !== undefined)
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

const TOP_FIELDS = [1, 2, 3, 4, 5, 6, 7].flatMap((workflowId) => topLevelFields(workflowId));
const anySlice = fc.constantFrom(...TOP_FIELDS).chain((field) => {
  const value = anyLines(field, 3).map(withOwnIds);
  return fc.record({ key: fc.constant(`items:1:${field.id}`), former: value, mine: value, theirs: value });
});
const RUNS = { seed: 20270114, numRuns: 1_000 };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

describe("[SYNC-06] two values never read the same", () => {
  test("if any side entered other lines", () => {
    fc.assert(
      fc.property(anySlice, ({ key, ...values }) => {
        fc.pre(!isSame(entered(values.mine), entered(values.theirs)));
        const { mine, theirs } = tellApart(key, values);
        expect(mine).not.toBe(theirs);
      }),
      RUNS,
    );
  });

  test("if one entry of one line differs", () => {
    const changed = anySlice.chain(({ key, mine, former }) =>
      fc.record({
        key: fc.constant(key),
        former: fc.constant(former),
        mine: fc.constant(mine),
        place: fc.nat({ max: Math.max(0, mine.length - 1) }),
        how: fc.constantFrom("value", "quantity", "option", "amount"),
      }),
    );
    fc.assert(
      fc.property(changed, ({ key, former, mine, place, how }) => {
        const theirs = mine.map((item, index): Item => {
          if (index !== place) return item;
          if (how === "value") return { ...item, value: item.value === null ? "" : `${item.value} 2` };
          if (how === "quantity") return { ...item, quantity: item.quantity + 0.5 };
          if (how === "option") return { ...item, fieldOptionId: `${item.fieldId}.9` };
          return { ...item, laborPrice: item.laborPrice + 1 };
        });
        fc.pre(!isSame(entered(mine), entered(theirs)));
        const told = tellApart(key, { former, mine, theirs });
        expect(told.mine).not.toBe(told.theirs);
        // As short as the difference: equal rows are left out.
        expect(told.mine?.split("; ").length ?? 1).toBe(1);
      }),
      RUNS,
    );
  });

  test("if packages differ, or any side entered other lines in one", () => {
    const shingle = topLevelFields(1).slice(0, 12);
    const lines = fc.tuple(...shingle.map((field) => anyLines(field, 2))).map((each) => withOwnIds(each.flat()));
    const packages = fc.uniqueArray(
      fc.record({ fieldOptionId: fc.constantFrom("1.50.1", "1.50.2", "1.50.3"), items: lines }),
      { selector: ({ fieldOptionId }) => fieldOptionId, maxLength: 3 },
    );
    fc.assert(
      fc.property(packages, packages, packages, (former, mine, theirs) => {
        const enteredIn = (value: typeof mine) =>
          value.map(({ fieldOptionId, items }) => [fieldOptionId, entered(items)]);
        fc.pre(!isSame(enteredIn(mine), enteredIn(theirs)));
        const told = tellApart("comparisons:1", { former, mine, theirs });
        expect(told.mine).not.toBe(told.theirs);
      }),
      { ...RUNS, numRuns: 300 },
    );
  });

  test.each([
    ["paymentOption", [0, 1, 2, 3, 4]],
    ["promotion", [0, 100, 100.5]],
    [
      "term",
      [
        EMPTY_ESTIMATE.term,
        { months: 60, ratePercent: 6.99, feePercent: 0, offerId: "" },
        { months: 60, ratePercent: 6.99, feePercent: 5, offerId: "" },
        { months: 60, ratePercent: 6.99, feePercent: -5, offerId: "" },
        { months: 0, ratePercent: 0, feePercent: -3, offerId: "" },
      ],
    ],
    [
      "duplicateWorkflows",
      [
        [{ workflowId: 1, workflowEstimateId: 2, name: "Garage" }],
        [{ workflowId: 4, workflowEstimateId: 2, name: "Garage" }],
        [{ workflowId: 1, workflowEstimateId: 2, name: "" }],
      ],
    ],
    ["discountPercent:1", [0.1, 0.105, 0.10005]],
    ...[1, 2, 3, 4].map((id): [string, unknown[]] => [
      `lastCompleteSectionId:${String(id)}`,
      SECTIONS.filter(({ workflowId }) => workflowId === id).map((section) => section.id),
    ]),
  ])("of %s", (key, values) => {
    const texts = values.map((mine) => tellApart(key, { former: null, mine, theirs: null }).mine);
    expect(texts).not.toContain("");
    expect(new Set(texts).size).toBe(values.length);
  });

  test("a way to pay is called by its name", () => {
    expect(tellApart("paymentOption", { former: 0, mine: 1, theirs: 3 })).toEqual({
      former: "Not decided",
      mine: "Cash or check",
      theirs: "Same as cash",
    });
  });
});
