import { comparableText } from "#comparable-text.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { quantityBounds } from "#form/defaults.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { lineAt, type LinePath } from "#form/line-path.ts";
import { scopeBelow, workflowScope } from "#form/line-scope.ts";
import { addRow, ensureLine, removeRow, setQuantity, setValue } from "#form/rows.ts";
import {
  trimName,
  trimOrderOf,
  trimOrders,
  WINDOW_TRIMS,
  windowTrimNeeds,
  type WindowTrim,
  type WindowTrimNeed,
} from "#form/window-trim.ts";
import { validOptions } from "#price-book/choices.ts";
import { quantityAt, recommendationFor } from "#recommendations/recommend.ts";
import type { FormContext, FormEdit } from "./state-context.ts";

/*
 * Orders trim that is chosen at the windows: a row of the Trim step for each type and color, with the recommended length and pieces (ours).
 * As for presets, no flag is stored: a row with the formulas' results before the edit follows them; any other row is a person's. A removed
 * row is not added again when its trim only changes in length.
 */

const WINDOW = "window";
const WORKFLOW = 3;

interface TrimChange extends FormContext {
  readonly trim: WindowTrim;
  readonly need: Pick<WindowTrimNeed, "type" | "color">;
  /** Whole feet before and after the edit; 0 if no window uses any. */
  readonly former: number;
  readonly feet: number;
}

const byName = (needs: readonly WindowTrimNeed[]): ReadonlyMap<string, WindowTrimNeed> =>
  new Map(needs.map((need) => [trimName(need), need]));

const rowOf = (context: FormContext, trim: WindowTrim, need: Pick<WindowTrimNeed, "type" | "color">) =>
  trimOrders(context).find((order) => order.trim === trim && trimName(order) === trimName(need))?.row;

/** The row's option with the name used at the windows; undefined if the price book does not offer it there. */
function optionNamed({ workflowId, values, book }: FormContext, path: LinePath, property: string, name: string) {
  const [field, row, top] = [fieldByKey(workflowId, keyOfRow(path, property)), lineAt(values, path), path[0]];
  if (!field || !row || !top) return undefined;
  return validOptions(book.entryOf(field), scopeBelow(workflowScope(values), top.property, row)).find(
    ({ value, retired }) => !retired && comparableText(value) === comparableText(name),
  )?.id;
}

const keyOfRow = (path: LinePath, property: string): string =>
  [...path.map((step) => step.property), property].join(".");

/** Adds a row of a type and color without a length; returns the same values if the Trim step does not offer them. */
function addOrder(change: TrimChange): WorkflowValues {
  const { workflowId, book, nextId, trim, need } = change;
  const property = trimOrderOf(trim);
  let values = addRow({ ...change, outer: [], property });
  const added = linesOf(values, property).at(-1);
  if (!added) return change.values;
  const outer = [{ property, id: added.id }];
  for (const name of ["type", "color"] as const) {
    const option = need[name] === "" ? null : optionNamed({ ...change, values }, outer, name, need[name]);
    if (option === undefined) return change.values;
    const line = ensureLine({ workflowId, values, outer, property: name, book, nextId });
    values = setValue({ ...line, value: option });
  }
  return values;
}

/** The formula's pieces for a row with its length. */
function piecesAt({ workflowId, book }: FormContext, values: WorkflowValues, order: string, row: FormLine): number {
  const [recommendation, field] = [recommendationFor(workflowId, order), fieldByKey(workflowId, order)];
  if (!recommendation || !field) return 0;
  return quantityAt({ workflowId, values, book }, recommendation, { field, outer: workflowScope(values), line: row });
}

const isWithinBounds = ({ workflowId, book }: FormContext, key: string, quantity: number): boolean => {
  const field = fieldByKey(workflowId, key);
  return field !== undefined && quantity <= quantityBounds(book, field).max;
};

const lengthOf = (row: FormLine): number => linesOf(row.children, "length")[0]?.quantity ?? 0;

/** Enters length and pieces if the row has the formulas' former results; enters nothing above a maximum. */
function orderLength(change: TrimChange, values: WorkflowValues, row: FormLine, isNew = false): WorkflowValues {
  const { workflowId, book, nextId, trim, feet, former } = change;
  const property = trimOrderOf(trim);
  if (!(isNew || lengthOf(row) === former) || !isWithinBounds(change, `${property}.length`, feet)) return values;
  const path = [{ property, id: row.id }];
  const arePiecesFormulas = isNew || (row.quantity ?? 0) === piecesAt(change, values, property, row);
  if (feet === 0) return arePiecesFormulas ? removeRow({ values, path }) : values;
  const line = ensureLine({ workflowId, values, outer: path, property: "length", book, nextId });
  const measured = setQuantity({ ...line, quantity: feet });
  const longer = lineAt(measured, path);
  if (!longer || !arePiecesFormulas) return measured;
  const pieces = piecesAt(change, measured, property, longer);
  if (!isWithinBounds(change, property, pieces)) return measured;
  return setQuantity({ values: measured, path, quantity: pieces });
}

function follow(change: TrimChange): WorkflowValues {
  const { values, trim, need, former, feet } = change;
  if (feet === former) return values;
  const row = rowOf(change, trim, need);
  if (row) return orderLength(change, values, row);
  if (former > 0) return values;
  const added = addOrder(change);
  const own = added === values ? undefined : linesOf(added, trimOrderOf(trim)).at(-1);
  return own ? orderLength(change, added, own, true) : values;
}

/** Updates the trim orders after an edit. */
export function followWindowTrim(edit: FormEdit): WorkflowValues {
  const { workflowId, before, book } = edit;
  if (workflowId !== WORKFLOW || edit.values[WINDOW] === before[WINDOW]) return edit.values;
  let { values } = edit;
  for (const trim of WINDOW_TRIMS) {
    const formerly = byName(windowTrimNeeds({ workflowId, values: before, book }, trim));
    const now = byName(windowTrimNeeds({ workflowId, values, book }, trim));
    for (const [name, need] of new Map([...formerly, ...now])) {
      const [former, feet] = [formerly.get(name)?.feet ?? 0, now.get(name)?.feet ?? 0];
      values = follow({ ...edit, values, trim, need, former, feet });
    }
  }
  return values;
}
