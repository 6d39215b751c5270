import { describe, expect, test } from "vitest";
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldId, OptionId } from "#catalogue/define-fields.ts";
import { emptyEntry, indexPriceBook } from "#price-book/index-price-book.ts";
import type { PriceBookEntry } from "#price-book/price-book.ts";
import type { FormLine, WorkflowValues } from "./form-values.ts";
import { scopesAt, workflowScope, type LineScope } from "./line-scope.ts";
import { isFieldVisible } from "./window-visibility.ts";

const idOf = (key: string): FieldId => {
  const field = fieldByKey(3, key);
  if (!field) throw new RangeError(`Windows & Doors has no field "${key}".`);
  return field.id;
};

const STYLE = idOf("window.windowStyle");
const styleId = (number: number): OptionId => `${STYLE}.${number}`;
const [CASEMENT, PATIO_UPPER, PATIO_WORDS, PICTURE] = [styleId(1), styleId(2), styleId(3), styleId(4)];

/** One option that goes with these types only. */
const offeredFor = (key: string, styles: readonly OptionId[]): PriceBookEntry => {
  const id = idOf(key);
  const option = { id: `${id}.1` as const, value: "Offered" };
  return {
    ...emptyEntry(id),
    options: [option],
    validOptions: Object.fromEntries(styles.map((style) => [style, [option.id]])),
  };
};

const RESTRICTED = [
  "window.swing",
  "window.operatingSash",
  "window.obscureSash",
  "window.blinds",
  "window.weld",
  "window.roofOption",
] as const;

const book = indexPriceBook({
  version: 1,
  entries: [
    {
      ...emptyEntry(STYLE),
      options: ["Casement", "PATIO DOOR", " Patio Door", "Picture"].map((value, index) => ({
        id: styleId(index + 1),
        value,
      })),
    },
    ...RESTRICTED.map((key) => offeredFor(key, [CASEMENT])),
  ],
});

const line = (value: string, id = -2): FormLine => ({ id, value, quantity: null });
const windowOf = (style: string | null, id: number): FormLine => ({
  id,
  value: null,
  quantity: 1,
  ...(style && { children: { windowStyle: [line(style, id - 2)] } }),
});

/** The scope of one window among others. */
function windowScope(style: string | null): LineScope {
  const values: WorkflowValues = { window: [windowOf(CASEMENT, -10), windowOf(style, -20)] };
  const scope = scopesAt(workflowScope(values), "window")[1];
  if (!scope) throw new RangeError("The second window is missing.");
  return scope;
}

const isShown = (key: string, style: string | null): boolean =>
  isFieldVisible({ workflowId: 3, key, scope: windowScope(style), book });

describe("rows of a window", () => {
  test.each(RESTRICTED)("[WF-WIN-14] %s shows for a type that has options for it, and for no other", (key) => {
    expect(isShown(key, CASEMENT)).toBe(true);
    expect(isShown(key, PICTURE)).toBe(false);
  });

  test.each(RESTRICTED)("[WF-WIN-14] %s is hidden while no type is chosen", (key) => {
    expect(isShown(key, null)).toBe(false);
  });

  test("[WF-WIN-14] options that the price book ties to no type go with every chosen type", () => {
    const untied = indexPriceBook({ version: 1, entries: [offeredFor("window.weld", [])] });
    const ask = (style: string | null) =>
      isFieldVisible({ workflowId: 3, key: "window.weld", scope: windowScope(style), book: untied });
    expect(ask(PICTURE)).toBe(true);
    expect(ask(null)).toBe(false);
  });

  test("[WF-WIN-14] a field without options never shows", () => {
    const empty = indexPriceBook({ version: 1, entries: [] });
    expect(isFieldVisible({ workflowId: 3, key: "window.weld", scope: windowScope(CASEMENT), book: empty })).toBe(
      false,
    );
  });

  test.each([
    { type: "PATIO DOOR", style: PATIO_UPPER, shown: true },
    { type: "Patio Door", style: PATIO_WORDS, shown: true },
    { type: "Casement", style: CASEMENT, shown: false },
    { type: "no type", style: null, shown: false },
  ])("[WF-WIN-15] foot lock with $type: $shown", ({ style, shown }) => {
    expect(isShown("window.footLock", style)).toBe(shown);
  });

  test("every other row of a window always shows", () => {
    expect(isShown("window.glassType", null)).toBe(true);
    expect(isShown("window.jambDepth", PICTURE)).toBe(true);
  });
});

describe("prefabricated pieces of wall flashing", () => {
  test.each([
    { given: "the type by the foot", type: "2.96.1", shown: false },
    { given: "another type", type: "2.96.2", shown: true },
    { given: "no type yet", type: null, shown: true },
  ])("[WF-SIDE-15] $given: $shown", ({ type, shown }) => {
    const values: WorkflowValues = {
      wallFlashing: [
        { id: -2, value: null, quantity: null, ...(type && { children: { wallFlashingType: [line(type, -4)] } }) },
      ],
    };
    const scope = scopesAt(workflowScope(values), "wallFlashing")[0] ?? workflowScope(values);
    expect(isFieldVisible({ workflowId: 2, key: "wallFlashing.wallFlashingQuantity", scope, book })).toBe(shown);
  });

  test("[WF-SIDE-15] the other rows of wall flashing always show", () => {
    const scope = workflowScope({});
    expect(isFieldVisible({ workflowId: 2, key: "wallFlashing.wallFlashingColor", scope, book })).toBe(true);
  });
});
