import { childFields, fieldByKey } from "#catalogue/catalogue.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { editLine } from "#form/line-path.ts";
import { scopeBelow, workflowScope, type LineScope } from "#form/line-scope.ts";
import { windowsOf } from "#form/windows.ts";
import { validOptions } from "#price-book/choices.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import type { FormEdit } from "./state-context.ts";

/*
 * A grid fits the sashes of a window's type. If the type changes (or the window was copied), the grid is removed if the new type opens
 * differently or does not offer one of its choices: a casement does not get a double hung's grid (ours).
 */

const WORKFLOW = 3;
export const WINDOW_STYLE = "window.windowStyle";
/** The choices that describe how a window opens; types with equal offers are built alike. */
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

function isGridOffered(book: IndexedPriceBook, window: LineScope, grid: FormLine): boolean {
  const field = fieldByKey(WORKFLOW, "window.grid");
  const scope = scopeBelow(window, "grid", grid);
  return (field ? childFields(field) : []).every(({ key, property }) => {
    const value = linesOf(grid.children, property)[0]?.value ?? null;
    return value === null || offeredAt(book, scope, key).includes(value);
  });
}

/** Removes grids that do not fit the chosen type. */
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
