import { fieldByKey, fromItems, linesOf, windowsOf, type FieldDefinition, type FormLine } from "@ridgebook/estimating";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { WINDOWS } from "#features/estimate/paths.ts";

/** The property of a window, at the top of its workflow. */
export const WINDOW = "window";
/** The section that is the list of windows. */
export const WINDOW_SECTION = 302;
/** The section in which the trim of all windows is ordered. */
export const WINDOW_TRIM_SECTION = 303;

/** A field of the windows workflow. Throws a RangeError for a key that is none. */
export function windowField(key: string): FieldDefinition {
  const field = fieldByKey(WINDOWS, key);
  if (!field) throw new RangeError(`Windows & Doors has no field "${key}".`);
  return field;
}

/** The windows of the open form, saved or not. */
export const windowsIn = (form: Pick<WorkflowForm, "getSnapshot">): readonly FormLine[] =>
  windowsOf(form.getSnapshot().values);

/** The line of a single field of a window. */
export const childLine = (line: FormLine | null | undefined, property: string): FormLine | undefined =>
  linesOf(line?.children, property)[0];

/** The windows of the form as they are saved, by id. */
export const savedWindows = (form: Pick<WorkflowForm, "savedItems" | "copy">): ReadonlyMap<number, FormLine> =>
  new Map(windowsOf(fromItems({ ...form.copy, items: form.savedItems() })).map((line) => [line.id, line]));

/**
 * What is entered in a line and below it, as text to compare: ids, empty lines and unticked boxes do not count, because a save
 * leaves them out.
 */
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

/** Says that a form is only a view of another one (form-of-window.ts). */
export const markAsViewOf = (view: WorkflowForm, whole: WorkflowForm): void => void wholeForms.set(view, whole);

/** The form behind a view of it; any other form itself. */
export const wholeForm = (form: WorkflowForm): WorkflowForm => wholeForms.get(form) ?? form;
