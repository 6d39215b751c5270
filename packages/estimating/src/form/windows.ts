import { linesOf, type FormLine, type WorkflowValues } from "./form-values.ts";
import { removeRow } from "./rows.ts";
import { copyLine, type NextId } from "./temporary-ids.ts";

/* The list of windows (3.§2). A window is a row of the field `window`; what is chosen for it are its children. */

const WINDOW = "window";

/** The windows in the order of the form. */
export const windowsOf = (values: WorkflowValues): readonly FormLine[] => linesOf(values, WINDOW);

/** Removes a window with all that was chosen for it (1.§4). */
export const removeWindow = (values: WorkflowValues, id: number): WorkflowValues =>
  removeRow({ values, path: [{ property: WINDOW, id }] });

/**
 * Adds a copy of a window, with its children and under new ids, behind all others (checklist OP-40). A window that is not there
 * adds nothing.
 */
export function copyWindow({
  values,
  sourceId,
  nextId,
}: {
  values: WorkflowValues;
  sourceId: number;
  nextId: NextId;
}): WorkflowValues {
  const windows = windowsOf(values);
  const source = windows.find(({ id }) => id === sourceId);
  return source ? { ...values, [WINDOW]: [...windows, copyLine(source, nextId)] } : values;
}
