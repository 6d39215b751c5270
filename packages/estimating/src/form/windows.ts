import { linesOf, type FormLine, type WorkflowValues } from "./form-values.ts";
import { copyLine, type NextId } from "./temporary-ids.ts";

/* The list of windows (3.§2). A window is a row of the field `window`; what is chosen for it are its children. */

const WINDOW = "window";

export const windowsOf = (values: WorkflowValues): readonly FormLine[] => linesOf(values, WINDOW);

/** Appends a copy of a window, with its children and under new ids (checklist OP-40). Does nothing for an unknown window. */
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
