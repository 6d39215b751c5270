import { childFields, fieldByKey } from "#catalogue/catalogue.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { editLine } from "#form/line-path.ts";
import { scopeBelow, workflowScope, type LineScope } from "#form/line-scope.ts";
import { windowsOf } from "#form/windows.ts";
import { validOptions } from "#price-book/choices.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import type { FormEdit } from "./state-context.ts";

/*
 * A grid is made for the sashes of a window's type. A window whose type changes, also one that was begun as a copy, loses its grid
 * where the other type opens otherwise or does not offer a choice of it: a casement does not get a double hung's grid (ours).
 */

const WORKFLOW = 3;
export const WINDOW_STYLE = "window.windowStyle";
/** What tells how a window opens: types that offer the same here are made alike. */
const OPENING = ["operatingSash", "swing", "obscureSash"] as const;

const styleOf = (window: FormLine): string | null => linesOf(window.children, "windowStyle")[0]?.value ?? null;

const offeredAt = (book: IndexedPriceBook, scope: LineScope, key: string): readonly string[] => {
  const field = fieldByKey(WORKFLOW, key);
  return field ? validOptions(book.entryOf(field), scope).map(({ id }) => id) : [];
};

const isOpenedAlike = (book: IndexedPriceBook, one: LineScope, other: LineScope): boolean =>
  OPENING.every((property) => {
    const [here, there] = [one, other].map((scope) => offeredAt(book, scope, `window.${property}`));
    return here?.join() === there?.join();
  });

/** Whether every choice of a grid is offered for its window. */
function isGridOffered(book: IndexedPriceBook, window: LineScope, grid: FormLine): boolean {
  const field = fieldByKey(WORKFLOW, "window.grid");
  const scope = scopeBelow(window, "grid", grid);
  return (field ? childFields(field) : []).every(({ key, property }) => {
    const value = linesOf(grid.children, property)[0]?.value ?? null;
    return value === null || offeredAt(book, scope, key).includes(value);
  });
}

/** Removes the grids that do not go with the type that was chosen. */
export function dropGridsOfOtherType({ workflowId, values, before, book }: FormEdit): WorkflowValues {
  if (workflowId !== WORKFLOW) return values;
  const scopeOf = (all: WorkflowValues, window: FormLine): LineScope =>
    scopeBelow(workflowScope(all), "window", window);
  const formerById = new Map(windowsOf(before).map((window) => [window.id, window]));
  let kept = values;
  for (const window of windowsOf(values)) {
    const former = formerById.get(window.id);
    const grids = linesOf(window.children, "grid");
    if (!former || grids.length === 0 || styleOf(former) === styleOf(window)) continue;
    const scope = scopeOf(values, window);
    const isOther = styleOf(former) !== null && !isOpenedAlike(book, scopeOf(before, former), scope);
    const remaining = isOther ? [] : grids.filter((grid) => isGridOffered(book, scope, grid));
    if (remaining.length === grids.length) continue;
    kept = editLine({
      values: kept,
      path: [{ property: "window", id: window.id }],
      edit: (line) => ({ ...line, children: { ...line.children, grid: remaining } }),
    });
  }
  return kept;
}
