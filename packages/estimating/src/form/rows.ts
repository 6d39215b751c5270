import { requireField } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { defaultLine, type NewLine } from "./defaults.ts";
import { linesOf, type UnitAmounts, type WorkflowValues } from "./form-values.ts";
import { editLine, editRows, lineAt, withQuantity, withValue, type LinePath } from "./line-path.ts";

/** The place of a field's rows: below a line, or with an empty path at the top of the workflow. */
export interface RowsPlace {
  readonly workflowId: number;
  readonly values: WorkflowValues;
  readonly outer: LinePath;
  readonly property: string;
}

type NewRow = RowsPlace & NewLine;

/** Throws a RangeError for an unknown property. */
export const fieldAt = ({ workflowId, outer, property }: Omit<RowsPlace, "values">): FieldDefinition =>
  requireField(workflowId, [...outer.map((step) => step.property), property].join("."));

/** Adds a row with defaults at the end of a list. */
export function addRow({ workflowId, values, outer, property, book, nextId }: NewRow): WorkflowValues {
  const row = defaultLine({ field: fieldAt({ workflowId, outer, property }), book, nextId });
  return editRows({ values, outer, property, edit: (rows) => [...rows, row] });
}

/** Adds a row with defaults after the row `after`, or at the end if that is missing. */
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

/** Groups that always keep a row: clearing leaves one with defaults (3.§4, "remove-and-add clearing mode"). */
const CLEARED_TO_ONE_ROW: ReadonlySet<string> = new Set(["membrane", "houseWrap", "houseInsulation"]);

/** Removes all rows of a list; membrane, house wrap and house insulation keep one empty row. */
export function clearRows({ workflowId, values, outer, property, book, nextId }: NewRow): WorkflowValues {
  const emptied = CLEARED_TO_ONE_ROW.has(property)
    ? [defaultLine({ field: fieldAt({ workflowId, outer, property }), book, nextId })]
    : [];
  return editRows({ values, outer, property, edit: () => emptied });
}

/** The path of a non-repeatable field's line, which is added with defaults if it is missing. */
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

/** Other lines, and the line itself if nothing changes, keep their identity. */
export const setQuantity = ({ values, path, quantity }: LineAddress & { quantity: number | null }): WorkflowValues =>
  editLine({ values, path, edit: (line) => withQuantity(line, quantity) });

/** Sets an option id, a text, or "true" or "false". */
export const setValue = ({ values, path, value }: LineAddress & { value: string | null }): WorkflowValues =>
  editLine({ values, path, edit: (line) => withValue(line, value) });

/** Sets the costs, for fields with `allowPriceChange`. */
export const setAmounts = ({ values, path, amounts }: LineAddress & { amounts: UnitAmounts }): WorkflowValues =>
  editLine({ values, path, edit: (line) => ({ ...line, amounts }) });
