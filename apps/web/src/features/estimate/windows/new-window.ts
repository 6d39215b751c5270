import { defaultLine, linesOf, topLevelFields } from "@ridgebook/estimating";
import type { FormDraft, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { WINDOWS } from "#features/estimate/paths.ts";
import {
  childLine,
  contentsOf,
  savedWindows,
  wholeForm,
  WINDOW,
  windowField,
  windowsIn,
} from "#features/estimate/windows/window-lines.ts";

/*
 * The window that is being created. Until it is saved it exists only in the open form, and there is at most one. Untouched, it is not
 * unsaved work and is removed silently.
 */

const OTHER_PROPERTIES: readonly string[] = topLevelFields(WINDOWS)
  .map(({ property }) => property)
  .filter((property) => property !== WINDOW);

interface NewWindow {
  readonly id: number;
  /** The window it was copied from; 0 for none. */
  readonly sourceId: number;
  /** Its contents when it was created; null for a copy, which always counts as work. */
  readonly untouched: string | null;
}

const newWindows = new WeakMap<WorkflowForm, NewWindow | null>();

const defaultContents = (form: WorkflowForm): string =>
  contentsOf(defaultLine({ field: windowField(WINDOW), book: form.book, nextId: () => -1 }));

/** The window that is being created in a form, including one restored from a draft. */
export function newWindowOf(view: WorkflowForm): NewWindow | null {
  const form = wholeForm(view);
  const known = newWindows.get(form);
  if (known === null) return null;
  const saved = savedWindows(form);
  const isNew = (id: number): boolean => id < 0 && !saved.has(id);
  const line = windowsIn(form).find(({ id }) => (known ? id === known.id : true) && isNew(id));
  const found = line ? (known ?? { id: line.id, sourceId: 0, untouched: defaultContents(form) }) : null;
  newWindows.set(form, found);
  return found;
}

/** Call it when the new window is saved or removed. */
export const forgetNewWindow = (form: WorkflowForm): void => void newWindows.set(wholeForm(form), null);

const remember = (form: WorkflowForm, made: { sourceId: number; isWanted: boolean }): number => {
  const line = windowsIn(form).at(-1);
  if (!line) throw new RangeError("The new window is not in the form.");
  newWindows.set(wholeForm(form), {
    id: line.id,
    sourceId: made.sourceId,
    untouched: made.isWanted ? null : contentsOf(line),
  });
  return line.id;
};

/** Clears the size of a new window: 0 would be priced as the smallest size, and an empty size must be measured before saving. */
function emptySize(form: WorkflowForm, id: number): void {
  const outer = [{ property: WINDOW, id }];
  for (const property of ["width", "height"]) form.setQuantity({ outer, property, lineId: null }, null);
}

/** Adds a window with its defaults, or as a copy of the source (OP-40). Returns its line id. */
export function createWindow(form: WorkflowForm, { sourceId = 0 }: { sourceId?: number } = {}): number {
  if (sourceId === 0) {
    form.addRow({ outer: [], property: WINDOW });
    const added = windowsIn(form).at(-1);
    if (added) emptySize(form, added.id);
  } else form.copyWindow(sourceId);
  return remember(form, { sourceId, isWanted: sourceId !== 0 });
}

/** Adds a window with the source's choices, except room, size and count. */
export function createNextWindow(form: WorkflowForm, sourceId: number): number {
  const id = form.copyWindow(sourceId);
  const outer = [{ property: WINDOW, id }];
  const line = windowsIn(form).at(-1);
  emptySize(form, id);
  if (childLine(line, "roomName")) form.setValue({ outer, property: "roomName", lineId: null }, null);
  if (childLine(line, "roomDetails")) form.setValue({ outer, property: "roomDetails", lineId: null }, "");
  form.setQuantity({ outer: [], property: WINDOW, lineId: id }, 1);
  return remember(form, { sourceId, isWanted: false });
}

/** The windows with text in a quantity field that is not a number. */
const unreadWindowIds = (form: WorkflowForm): readonly number[] =>
  form.getSnapshot().unparsed.flatMap(({ path: [top] }) => (top?.property === WINDOW ? top.id : []));

/** Whether the new window still has its initial contents. */
export function isUntouched(form: WorkflowForm, { id, untouched }: NewWindow): boolean {
  const line = windowsIn(form).find((each) => each.id === id);
  const isAsMade = line !== undefined && untouched !== null && contentsOf(line) === untouched;
  return isAsMade && !unreadWindowIds(form).includes(id);
}

/** Whether a window is untouched and new, so that it does not count as a window yet. */
export function isOnlyOffered(view: WorkflowForm, windowId: number): boolean {
  const form = wholeForm(view);
  const known = newWindows.get(form);
  return known?.id === windowId && isUntouched(form, known);
}

/** Removes a new window if it is untouched. */
export function dropUntouchedWindow(form: WorkflowForm, windowId: number): void {
  const found = newWindowOf(form);
  if (found?.id !== windowId || !isUntouched(form, found)) return;
  forgetNewWindow(form);
  form.removeRow({ outer: [], property: WINDOW, lineId: found.id });
}

/** The windows with unsaved changes, including removed ones that were saved. */
export function unsavedWindowIds(view: WorkflowForm): ReadonlySet<number> {
  const form = wholeForm(view);
  if (!form.isChanged([WINDOW])) return new Set();
  const saved = savedWindows(form);
  const created = newWindowOf(form);
  const ids = new Set(unreadWindowIds(form));
  const there = new Set<number>();
  for (const line of windowsIn(form)) {
    there.add(line.id);
    const before = saved.get(line.id);
    const isSaved =
      line.id === created?.id
        ? isUntouched(form, created)
        : before !== undefined && contentsOf(before) === contentsOf(line);
    if (!isSaved) ids.add(line.id);
  }
  for (const id of saved.keys()) if (!there.has(id)) ids.add(id);
  return ids;
}

/** The form's draft without an untouched new window. */
export function draftOf(form: WorkflowForm): FormDraft | undefined {
  const draft = form.toDraft();
  const created = draft && form.copy.workflowId === WINDOWS ? newWindowOf(form) : null;
  if (!draft || !created || !isUntouched(form, created)) return draft;
  const hasMore = unsavedWindowIds(form).size > 0 || draft.zerosOf !== undefined || form.isChanged(OTHER_PROPERTIES);
  if (!hasMore) return undefined;
  const windows = linesOf(draft.values, WINDOW).filter(({ id }) => id !== created.id);
  return { ...draft, values: { ...draft.values, [WINDOW]: windows } };
}

/** Restores the saved windows. */
export function discardWindows(form: WorkflowForm): void {
  forgetNewWindow(form);
  form.discard([WINDOW]);
}
