import type { WorkflowSummary } from "@ridgebook/contract";
import { findField, quantityWhereTaken, type FilledForm, type MeasuredRow } from "@ridgebook/estimating";

export type Taken = WorkflowSummary["measurements"][number];

const nameOf = ({ fieldId, of }: Pick<Taken, "fieldId" | "of">): string => `${fieldId} ${of}`;

const WINDOW_FIELD = "3.1" as const;

/** The measurement that was taken for a row, whatever is entered now. */
export function findTaken(taken: readonly Taken[], row: MeasuredRow): Taken | undefined {
  const name =
    row.kind === "window" ? { fieldId: WINDOW_FIELD, of: row.id } : { fieldId: row.field.id, of: row.optionId ?? "" };
  return taken.find((each) => nameOf(each) === nameOf(name));
}

/** Whether a row still has its taken measurement. */
export function isStillTaken(taken: readonly Taken[], context: FilledForm, row: MeasuredRow): boolean {
  const found = findTaken(taken, row);
  return found !== undefined && quantityWhereTaken(context, found) === found.quantity;
}

/** The taken measurements after these rows are taken too. */
export function withTaken(
  taken: readonly Taken[],
  rows: readonly MeasuredRow[],
  { source, takenTime }: Pick<Taken, "source" | "takenTime">,
): Taken[] {
  const added = rows.flatMap((row): Taken[] => {
    const givens = row.givens.map((given) => ({ ...given }));
    if (row.kind === "window") {
      const quantity = row.window.width + row.window.height;
      return [{ fieldId: WINDOW_FIELD, of: row.id, quantity, source, takenTime, givens }];
    }
    const { field, optionId, quantity } = row;
    return quantity === null ? [] : [{ fieldId: field.id, of: optionId ?? "", quantity, source, takenTime, givens }];
  });
  const names = new Set(added.map(nameOf));
  // Drop fields that the catalogue no longer has.
  return [...taken.filter((each) => !names.has(nameOf(each)) && findField(each.fieldId)), ...added];
}
