import { describe, expect, test } from "vitest";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { lineAt, type LinePath } from "#form/line-path.ts";
import { addRow, ensureLine, removeRow, setQuantity, setValue } from "#form/rows.ts";
import { temporaryIds } from "#form/temporary-ids.ts";
import { copyWindow } from "#form/windows.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { applyEdit } from "./apply-edit.ts";

/*
 * Feet of one window line, in the words of 3.§9: 1.15 x quantity x (2 x width + 2 x height) / 12, summed by type and color and
 * rounded up. Of 36 x 60 inches: 1.15 x 192 / 12 = 18.4; of 28 x 48: 1.15 x 152 / 12 = 14.567.
 */

const workflowId = 3;
const book = indexPriceBook(starterPriceBook);
const WRAP = "Aluminum wrap, 10 ft";
const BRICK_MOULD = "PVC brick mould, 8 ft";

function fieldAt(path: LinePath, property: string) {
  const key = [...path.map((step) => step.property), property].join(".");
  const field = fieldByKey(workflowId, key);
  if (!field) throw new RangeError(`Windows & Doors has no field "${key}".`);
  return field;
}

const optionId = (path: LinePath, property: string, name: string): string => {
  const option = book.entryOf(fieldAt(path, property)).entry.options.find(({ value }) => value === name);
  if (!option) throw new RangeError(`The starter offers no "${name}".`);
  return option.id;
};

/** A form in which a test makes one edit after the other, each with what follows from it. */
function openForm() {
  const nextId = temporaryIds();
  let values: WorkflowValues = {};
  const edit = (key: string, make: (before: WorkflowValues) => WorkflowValues): void => {
    const before = values;
    values = applyEdit({ workflowId, values: make(before), book, nextId, before, key });
  };
  /** Edits the single line of a field, which is added first where it is not there yet. */
  const editLine = (outer: LinePath, property: string, make: (line: ReturnType<typeof ensureLine>) => WorkflowValues) =>
    edit(fieldAt(outer, property).key, (before) =>
      make(ensureLine({ workflowId, values: before, outer, property, book, nextId })),
    );
  const form = {
    add: (outer: LinePath, property: string): LinePath => {
      edit(fieldAt(outer, property).key, (before) =>
        addRow({ workflowId, values: before, outer, property, book, nextId }),
      );
      const rows = outer.length === 0 ? values : lineAt(values, outer)?.children;
      return [...outer, { property, id: linesOf(rows, property).at(-1)?.id ?? 0 }];
    },
    choose: (outer: LinePath, property: string, name: string): void =>
      editLine(outer, property, (line) => setValue({ ...line, value: optionId(outer, property, name) })),
    enter: (outer: LinePath, property: string, quantity: number | null): void =>
      editLine(outer, property, (line) => setQuantity({ ...line, quantity })),
    count: (path: LinePath, quantity: number): void =>
      edit(path.map(({ property }) => property).join("."), (before) => setQuantity({ values: before, path, quantity })),
    remove: (path: LinePath): void =>
      edit(path.map(({ property }) => property).join("."), (before) => removeRow({ values: before, path })),
    copy: (sourceId: number): void => edit("window", (before) => copyWindow({ values: before, sourceId, nextId })),
    window: (width: number, height: number, trim?: { type: string; color?: string }): LinePath => {
      const path = form.add([], "window");
      form.enter(path, "width", width);
      form.enter(path, "height", height);
      if (trim) {
        const row = form.add(path, "exteriorTrim");
        form.choose(row, "exteriorTrimType", trim.type);
        if (trim.color !== undefined) form.choose(row, "exteriorTrimColor", trim.color);
      }
      return path;
    },
    rowsOf: (property: string): readonly FormLine[] => linesOf(values, property),
    /** "19 ft of Aluminum wrap, 10 ft, White: 2" */
    orders: (property = "exteriorTrimMaterial"): readonly string[] =>
      form.rowsOf(property).map(({ quantity, children }) => {
        const path: LinePath = [{ property, id: 0 }];
        const nameOf = (child: string): string | undefined =>
          book.entryOf(fieldAt(path, child)).optionById.get(linesOf(children, child)[0]?.value ?? "")?.value;
        const kind = [nameOf("type"), nameOf("color")].filter((name) => name !== undefined).join(", ");
        return `${String(linesOf(children, "length")[0]?.quantity)} ft of ${kind}: ${String(quantity)}`;
      }),
  };
  return form;
}

describe("[WIN-01] trim chosen at the windows", () => {
  test("[WF-WIN-17] is ordered by type and color, with the length rounded up once and whole pieces", () => {
    const form = openForm();
    form.window(36, 60, { type: WRAP, color: "White" });
    expect(form.orders()).toEqual([`19 ft of ${WRAP}, White: 2`]);
    // 18.4 + 14.567 = 32.967: 33 ft are 4 pieces of 10 ft.
    form.window(28, 48, { type: WRAP, color: "White" });
    // 14.567: 15 ft are 2 pieces of 8 ft.
    form.window(28, 48, { type: BRICK_MOULD, color: "Bronze" });
    expect(form.orders()).toEqual([`33 ft of ${WRAP}, White: 4`, `15 ft of ${BRICK_MOULD}, Bronze: 2`]);
    expect(form.orders("interiorTrimMaterial")).toEqual([]);
  });

  test("is ordered inside as outside, and without a color where none is chosen", () => {
    const form = openForm();
    const window = form.window(36, 60, { type: WRAP });
    expect(form.orders()).toEqual([`19 ft of ${WRAP}: 2`]);
    const row = form.add(window, "interiorTrim");
    form.choose(row, "interiorTrimType", 'Oak casing 2-1/4", 8 ft');
    expect(form.orders("interiorTrimMaterial")).toEqual(['19 ft of Oak casing 2-1/4", 8 ft: 3']);
  });

  test("follows sizes, quantities, copies, choices and removals", () => {
    const form = openForm();
    const window = form.window(36, 60, { type: WRAP, color: "White" });
    form.count(window, 3);
    // 3 x 18.4 = 55.2: 56 ft.
    expect(form.orders()).toEqual([`56 ft of ${WRAP}, White: 6`]);
    form.enter(window, "height", 48);
    // 3 x 1.15 x 168 / 12 = 48.3: 49 ft.
    expect(form.orders()).toEqual([`49 ft of ${WRAP}, White: 5`]);
    form.copy(window[0]?.id ?? 0);
    expect(form.orders()).toEqual([`97 ft of ${WRAP}, White: 10`]);
    form.remove(window);
    const [copy] = form.rowsOf("window");
    const path = [{ property: "window", id: copy?.id ?? 0 }];
    const [trim] = linesOf(copy?.children, "exteriorTrim");
    form.choose([...path, { property: "exteriorTrim", id: trim?.id ?? 0 }], "exteriorTrimColor", "Clay");
    expect(form.orders()).toEqual([`49 ft of ${WRAP}, Clay: 5`]);
    form.remove(path);
    expect(form.orders()).toEqual([]);
  });

  test("a window without a size orders none yet", () => {
    const form = openForm();
    const window = form.window(36, 60, { type: WRAP, color: "White" });
    form.enter(window, "width", null);
    form.enter(window, "height", null);
    expect(form.orders()).toEqual([]);
  });
});

describe("[WIN-02] a correction of ordered trim", () => {
  test("of the length stays, and a person's pieces stay while the length follows", () => {
    const form = openForm();
    const window = form.window(36, 60, { type: WRAP, color: "White" });
    const order = [{ property: "exteriorTrimMaterial", id: form.rowsOf("exteriorTrimMaterial")[0]?.id ?? 0 }];
    form.count(order, 4);
    form.enter(window, "width", 38);
    // 1.15 x 196 / 12 = 18.78.
    expect(form.orders()).toEqual([`19 ft of ${WRAP}, White: 4`]);
    form.count(window, 2);
    expect(form.orders()).toEqual([`38 ft of ${WRAP}, White: 4`]);
    form.enter(order, "length", 50);
    form.count(window, 1);
    expect(form.orders()).toEqual([`50 ft of ${WRAP}, White: 4`]);
  });

  test("removing the row stays while only the length changes", () => {
    const form = openForm();
    const window = form.window(36, 60, { type: WRAP, color: "White" });
    form.remove([{ property: "exteriorTrimMaterial", id: form.rowsOf("exteriorTrimMaterial")[0]?.id ?? 0 }]);
    form.count(window, 2);
    form.window(28, 48, { type: WRAP, color: "White" });
    expect(form.orders()).toEqual([]);
    form.window(28, 48, { type: WRAP, color: "Clay" });
    expect(form.orders()).toEqual([`15 ft of ${WRAP}, Clay: 2`]);
  });
});
