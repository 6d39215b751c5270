import { emptySummary, type StoredEstimateItem } from "@ridgebook/contract";
import { fieldByKey, indexPriceBook, temporaryIds } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { createWindow } from "#features/estimate/windows/new-window.ts";

const COPY = { workflowId: 3, workflowEstimateId: 1 };
export const starterBook = indexPriceBook(starterPriceBook);

/** The open form of Windows & Doors with the starter price book; without items nothing was saved yet. */
export const openWindows = (items: readonly StoredEstimateItem[] = []): WorkflowForm =>
  createWorkflowForm({
    copy: COPY,
    book: starterBook,
    nextId: temporaryIds(),
    saved: { items, comparisons: [], summary: emptySummary(COPY), feePercent: 0, lenderFeePercent: 0 },
    draft: undefined,
  });

/** The id of an option by name. Throws a RangeError for a name that the field does not offer. */
function windowOption(property: string, name: string): string {
  const field = fieldByKey(3, `window.${property}`);
  const option = field && starterBook.entryOf(field).entry.options.find(({ value }) => value === name);
  if (!option) throw new RangeError(`The starter offers no "${name}" for window.${property}.`);
  return option.id;
}

export interface WindowEntries {
  readonly room?: string;
  readonly style?: string;
  readonly width?: number;
  readonly height?: number;
  readonly quantity?: number;
}

/** Enters the given values like a person. */
export function enterWindow(form: WorkflowForm, id: number, entries: WindowEntries): void {
  const outer = [{ property: "window", id }];
  const { room, style, width, height, quantity } = entries;
  const choose = (property: string, name: string) =>
    form.setValue({ outer, property, lineId: null }, windowOption(property, name));
  if (room !== undefined) choose("roomName", room);
  if (style !== undefined) choose("windowStyle", style);
  if (width !== undefined) form.setQuantity({ outer, property: "width", lineId: null }, width);
  if (height !== undefined) form.setQuantity({ outer, property: "height", lineId: null }, height);
  if (quantity !== undefined) form.setQuantity({ outer: [], property: "window", lineId: id }, quantity);
}

/** Adds a window and enters the given values. Returns its id. */
export function addWindow(form: WorkflowForm, entries: WindowEntries): number {
  const id = createWindow(form);
  enterWindow(form, id, entries);
  return id;
}

/** Saves the windows as they are, like a page. */
export function saveWindows(form: WorkflowForm): void {
  const part = form.partToSave(["window"]);
  if (part) form.markSaved(part);
}
