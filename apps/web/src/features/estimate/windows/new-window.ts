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
 * The window that is being created. It stands in the open form and nowhere else until it is saved, and there is at most one. As
 * long as nobody entered anything in it, it is no work: it goes as quietly as it came.
 */

const OTHER_PROPERTIES: readonly string[] = topLevelFields(WINDOWS)
  .map(({ property }) => property)
  .filter((property) => property !== WINDOW);

interface NewWindow {
  readonly id: number;
  /** The window it was copied from; 0 for none. */
  readonly sourceId: number;
  /** What it held when it was made; null where that is wanted already, as in a copy. */
  readonly untouched: string | null;
}

const newWindows = new WeakMap<WorkflowForm, NewWindow | null>();

const defaultContents = (form: WorkflowForm): string =>
  contentsOf(defaultLine({ field: windowField(WINDOW), book: form.book, nextId: () => -1 }));

/** The window that is being created in a form, also one of an earlier visit that came back with the draft. */
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

/** It is saved, or it is gone. */
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

/** A size of 0 would be priced as the smallest window: it is empty until it is measured, and then nobody saves without it. */
function emptySize(form: WorkflowForm, id: number): void {
  const outer = [{ property: WINDOW, id }];
  for (const property of ["width", "height"]) form.setQuantity({ outer, property, lineId: null }, null);
}

/** Adds a window with its defaults, or one with everything that is chosen for the source (OP-40). Returns the id of its line. */
export function createWindow(form: WorkflowForm, { sourceId = 0 }: { sourceId?: number } = {}): number {
  if (sourceId === 0) {
    form.addRow({ outer: [], property: WINDOW });
    const added = windowsIn(form).at(-1);
    if (added) emptySize(form, added.id);
  } else form.copyWindow(sourceId);
  return remember(form, { sourceId, isWanted: sourceId !== 0 });
}

/** Adds a window with the source's choices and without what differs from window to window: room, size and how many. */
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

/** The windows in which something was typed that is no number. */
const unreadWindowIds = (form: WorkflowForm): readonly number[] =>
  form.getSnapshot().unread.flatMap(({ path: [top] }) => (top?.property === WINDOW ? top.id : []));

/** Whether the new window holds only what it was made with. */
export function isUntouched(form: WorkflowForm, { id, untouched }: NewWindow): boolean {
  const line = windowsIn(form).find((each) => each.id === id);
  const isAsMade = line !== undefined && untouched !== null && contentsOf(line) === untouched;
  return isAsMade && !unreadWindowIds(form).includes(id);
}

/** Whether a window is the one that is being created: there to be entered, and until then none of the windows. */
export function isOnlyOffered(view: WorkflowForm, windowId: number): boolean {
  const form = wholeForm(view);
  const known = newWindows.get(form);
  return known?.id === windowId && isUntouched(form, known);
}

/** Takes a new window away again if nobody entered anything. */
export function dropUntouchedWindow(form: WorkflowForm, windowId: number): void {
  const found = newWindowOf(form);
  if (found?.id !== windowId || !isUntouched(form, found)) return;
  forgetNewWindow(form);
  form.removeRow({ outer: [], property: WINDOW, lineId: found.id });
}

/** The windows that hold something which is not saved; a saved window that was removed counts under its id. */
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

/** What is kept on the device of a form: everything that is not saved, without a new window in which nobody entered anything. */
export function draftOf(form: WorkflowForm): FormDraft | undefined {
  const draft = form.toDraft();
  const created = draft && form.copy.workflowId === WINDOWS ? newWindowOf(form) : null;
  if (!draft || !created || !isUntouched(form, created)) return draft;
  const hasMore = unsavedWindowIds(form).size > 0 || draft.zerosOf !== undefined || form.isChanged(OTHER_PROPERTIES);
  if (!hasMore) return undefined;
  const windows = linesOf(draft.values, WINDOW).filter(({ id }) => id !== created.id);
  return { ...draft, values: { ...draft.values, [WINDOW]: windows } };
}

/** Back to the windows as they are saved. */
export function discardWindows(form: WorkflowForm): void {
  forgetNewWindow(form);
  form.discard([WINDOW]);
}
