import { fieldByKey, fromItems, linesOf, windowsOf, type FieldDefinition, type FormLine } from "@ridgebook/estimating";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { WINDOWS } from "#features/estimate/paths.ts";

/** The top-level property of windows. */
export const WINDOW = "window";
/** The section with the list of windows. */
export const WINDOW_SECTION = 302;
/** The section that orders trim for all windows. */
export const WINDOW_TRIM_SECTION = 303;

/** A field of the windows workflow. Throws a RangeError for an unknown key. */
export function windowField(key: string): FieldDefinition {
  const field = fieldByKey(WINDOWS, key);
  if (!field) throw new RangeError(`Windows & Doors has no field "${key}".`);
  return field;
}

/** The windows of the open form, saved or not. */
export const windowsIn = (form: Pick<WorkflowForm, "getSnapshot">): readonly FormLine[] =>
  windowsOf(form.getSnapshot().values);

/** The line of a non-repeatable field of a window. */
export const childLine = (line: FormLine | null | undefined, property: string): FormLine | undefined =>
  linesOf(line?.children, property)[0];

/** The saved windows by id. */
export const savedWindows = (form: Pick<WorkflowForm, "savedItems" | "copy">): ReadonlyMap<number, FormLine> =>
  new Map(windowsOf(fromItems({ ...form.copy, items: form.savedItems() })).map((line) => [line.id, line]));

/** The contents of a line and its children as comparable text, without ids, empty lines and unticked boxes, like a save. */
export function contentsOf({ value, quantity, children }: FormLine): string {
  const below = Object.entries(children ?? {}).flatMap(([property, lines]): [string, string[]][] => {
    const entered = lines.map(contentsOf).filter((contents) => contents !== "");
    return entered.length > 0 ? [[property, entered]] : [];
  });
  const isEmpty = value === null || value === "" || value === "false";
  if (isEmpty && !quantity && below.length === 0) return "";
  return JSON.stringify([
    isEmpty ? null : value,
    quantity ?? 0,
    below.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}

const wholeForms = new WeakMap<WorkflowForm, WorkflowForm>();

/** Registers a form as a view of another one (form-of-window.ts). */
export const markAsViewOf = (view: WorkflowForm, whole: WorkflowForm): void => void wholeForms.set(view, whole);

/** The form behind a view, or the form itself. */
export const wholeForm = (form: WorkflowForm): WorkflowForm => wholeForms.get(form) ?? form;
