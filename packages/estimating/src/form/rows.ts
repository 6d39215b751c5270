import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { defaultLine } from "./defaults.ts";
import { linesOf, type FormLine, type UnitAmounts, type WorkflowValues } from "./form-values.ts";
import { editLine, editRows, lineAt, withQuantity, withValue, type LinePath } from "./line-path.ts";
import type { NextId } from "./temporary-ids.ts";

/** Where rows of a field stand: below a line, or with an empty path at the top of the workflow. */
export interface RowsPlace {
  readonly workflowId: number;
  readonly values: WorkflowValues;
  readonly outer: LinePath;
  readonly property: string;
}

interface NewRow extends RowsPlace {
  readonly book: IndexedPriceBook;
  readonly nextId: NextId;
}

/** Throws a RangeError for a property that the workflow does not have there. */
export function fieldAt({ workflowId, outer, property }: Omit<RowsPlace, "values">): FieldDefinition {
  const key = [...outer.map((step) => step.property), property].join(".");
  const field = fieldByKey(workflowId, key);
  if (!field) throw new RangeError(`Workflow ${workflowId} has no field "${key}".`);
  return field;
}

/** Add-first is offered only while a list is empty (2.§2.2). */
export const canAddFirst = (rows: readonly FormLine[]): boolean => rows.length === 0;
/** Remove is offered only while more than one row exists (2.§2.2). */
export const canRemove = (rows: readonly FormLine[]): boolean => rows.length > 1;

/** Adds a row with its defaults at the end; of an empty list it is the first. */
export function addRow({ workflowId, values, outer, property, book, nextId }: NewRow): WorkflowValues {
  const row = defaultLine({ field: fieldAt({ workflowId, outer, property }), book, nextId });
  return editRows({ values, outer, property, edit: (rows) => [...rows, row] });
}

/** Adds a row with its defaults behind the row `after`; at the end if there is no such row. */
export function addRowAfter({ after, ...place }: NewRow & { readonly after: number }): WorkflowValues {
  const { values, outer, property, book, nextId } = place;
  const row = defaultLine({ field: fieldAt(place), book, nextId });
  return editRows({
    values,
    outer,
    property,
    edit: (rows) => {
      const index = rows.findIndex(({ id }) => id === after);
      return index < 0 ? [...rows, row] : rows.toSpliced(index + 1, 0, row);
    },
  });
}

/** Removes a line with its children. */
export function removeRow({ values, path }: { values: WorkflowValues; path: LinePath }): WorkflowValues {
  const step = path.at(-1);
  if (!step) return values;
  return editRows({
    values,
    outer: path.slice(0, -1),
    property: step.property,
    edit: (rows) => (rows.some(({ id }) => id === step.id) ? rows.filter(({ id }) => id !== step.id) : rows),
  });
}

/** Groups that are never without a row: clearing them leaves one with defaults (3.§4, "remove-and-add clearing mode"). */
const CLEARED_TO_ONE_ROW: ReadonlySet<string> = new Set(["membrane", "houseWrap", "houseInsulation"]);

/** Removes all rows of a list; membrane, house wrap and house insulation keep one empty row. */
export function clearRows({ workflowId, values, outer, property, book, nextId }: NewRow): WorkflowValues {
  const emptied = CLEARED_TO_ONE_ROW.has(property)
    ? [defaultLine({ field: fieldAt({ workflowId, outer, property }), book, nextId })]
    : [];
  return editRows({ values, outer, property, edit: () => emptied });
}

/** The line of a single field, added with its defaults where nothing was entered yet, and the way to it. */
export function ensureLine({ workflowId, values, outer, property, book, nextId }: NewRow): {
  readonly values: WorkflowValues;
  readonly path: LinePath;
} {
  const lines = outer.length === 0 ? values : lineAt(values, outer)?.children;
  const [existing] = linesOf(lines, property);
  if (existing) return { values, path: [...outer, { property, id: existing.id }] };
  const line = defaultLine({ field: fieldAt({ workflowId, outer, property }), book, nextId });
  return {
    values: editRows({ values, outer, property, edit: () => [line] }),
    path: [...outer, { property, id: line.id }],
  };
}

interface LineAddress {
  readonly values: WorkflowValues;
  readonly path: LinePath;
}

/** Lines beside the edited one, and the line itself if nothing changes, stay the same objects. */
export const setQuantity = ({ values, path, quantity }: LineAddress & { quantity: number | null }): WorkflowValues =>
  editLine({ values, path, edit: (line) => withQuantity(line, quantity) });

/** An option's id, a text, or "true" and "false". */
export const setValue = ({ values, path, value }: LineAddress & { value: string | null }): WorkflowValues =>
  editLine({ values, path, edit: (line) => withValue(line, value) });

/** The costs that a person enters, on fields with `allowPriceChange`. */
export const setAmounts = ({ values, path, amounts }: LineAddress & { amounts: UnitAmounts }): WorkflowValues =>
  editLine({ values, path, edit: (line) => ({ ...line, amounts }) });
