import { describe, expect, test } from "vitest";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { linesOf, type WorkflowValues } from "#form/form-values.ts";
import { setValue } from "#form/rows.ts";
import { temporaryIds } from "#form/temporary-ids.ts";
import { copyWindow, windowsOf } from "#form/windows.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { buildValues } from "#testing/formula-situation.ts";
import { applyEdit } from "./apply-edit.ts";

const workflowId = 3;
const book = indexPriceBook(starterPriceBook);

function optionId(key: string, name: string): string {
  const field = fieldByKey(workflowId, key);
  const option = field && book.entryOf(field).entry.options.find(({ value }) => value === name);
  if (!option) throw new RangeError(`The starter offers no "${name}" for ${key}.`);
  return option.id;
}

const windowWith = (style: string, pattern = "Colonial"): WorkflowValues =>
  buildValues({
    window: {
      quantity: 1,
      children: {
        ...(style !== "" && { windowStyle: optionId("window.windowStyle", style) }),
        ...(style === "" && { windowStyle: { children: {} } }),
        grid: { quantity: 1, children: { gridPattern: optionId("window.grid.gridPattern", pattern) } },
      },
    },
  });

/** The grids of each window after the type of the last one is changed. */
function gridsAfter(before: WorkflowValues, style: string): readonly number[] {
  const window = windowsOf(before).at(-1);
  const line = linesOf(window?.children, "windowStyle")[0];
  const path = [
    { property: "window", id: window?.id ?? 0 },
    { property: "windowStyle", id: line?.id ?? 0 },
  ];
  const values = setValue({ values: before, path, value: optionId("window.windowStyle", style) });
  const nextId = temporaryIds({ below: -1_000 });
  const after = applyEdit({ workflowId, values, book, nextId, before, key: "window.windowStyle" });
  return windowsOf(after).map(({ children }) => linesOf(children, "grid").length);
}

describe("[WIN-04] the grid of a window whose type changes", () => {
  test("goes where the other type opens otherwise: a casement has no double hung's grid", () => {
    expect(gridsAfter(windowWith("Double hung"), "Casement")).toEqual([0]);
    expect(gridsAfter(windowWith("Casement"), "Awning")).toEqual([0]);
    expect(gridsAfter(windowWith("Slider, 2-lite"), "Slider, 3-lite")).toEqual([0]);
  });

  test("stays where it opens alike and offers the same", () => {
    expect(gridsAfter(windowWith("Double hung"), "Single hung")).toEqual([1]);
    expect(gridsAfter(windowWith("Double hung", "Colonial, top sash only"), "Single hung")).toEqual([1]);
  });

  test("goes where a first type does not offer it, and stays where it does", () => {
    expect(gridsAfter(windowWith("", "Colonial, top sash only"), "Casement")).toEqual([0]);
    expect(gridsAfter(windowWith(""), "Casement")).toEqual([1]);
  });

  test("of a copy goes alone: the window that it was copied from keeps its own", () => {
    const before = windowWith("Double hung");
    const sourceId = windowsOf(before)[0]?.id ?? 0;
    const copied = copyWindow({ values: before, sourceId, nextId: temporaryIds({ below: -100 }) });
    expect(gridsAfter(copied, "Casement")).toEqual([1, 0]);
    expect(gridsAfter(copied, "Double hung")).toEqual([1, 1]);
  });
});
