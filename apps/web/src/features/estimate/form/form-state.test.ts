import { emptySummary, type StoredEstimateItem } from "@ridgebook/contract";
import { indexPriceBook, temporaryIds, type FieldPlace } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { isFormChanged, partOf } from "./form-changes.ts";
import { createFormEdits } from "./form-edits.ts";
import { discard, edit, openValue, receive, redo, save, typeUnparsed, undo } from "./form-state.ts";
import type { FormValue } from "./form-value.ts";
import { openCopy } from "./opened-copy.ts";
import type { SavedCopy } from "./workflow-form.ts";

const copy = { workflowId: 4, workflowEstimateId: 1 };
const NO_IDS = new Map<number, number>();
const opened = openCopy({ copy, book: indexPriceBook(starterPriceBook), nextId: temporaryIds() });

const savedAs = (items: readonly StoredEstimateItem[] = []): SavedCopy => ({
  items,
  comparisons: [],
  feePercent: 0,
  lenderFeePercent: 0,
  summary: emptySummary(copy),
});
const top = (property: string): FieldPlace => ({ outer: [], property, lineId: null });

/** A frozen value fails a function that would change it. */
function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}

const open = (saved = savedAs()): FormValue => freeze(openValue(opened, saved));

/** The form after the user typed a quantity. */
function typed(value: FormValue, property: string, quantity: number): FormValue {
  let after = value;
  createFormEdits({
    opened,
    recommendedAt: () => null,
    getValue: () => value,
    change: (made, note) => (after = edit(opened, value, made, note)),
  }).setQuantity(top(property), quantity);
  return freeze(after);
}

const quantityOf = (value: FormValue, property: string) => value.mine.values[property]?.[0]?.quantity ?? 0;
const changed = (value: FormValue, property: string) => isFormChanged(opened, value, [property]);

/** The form after all of it was saved, and what the server then holds under its own ids. */
function saved(value: FormValue) {
  const made = partOf(opened, value, undefined);
  if (!made) throw new RangeError("There is nothing to save.");
  const { part, values: lines } = made;
  const newIds = new Map((part.items ?? []).map(({ id }, index) => [id, 101 + index]));
  const stored = (part.items ?? []).map((item) => ({ ...item, id: newIds.get(item.id) ?? item.id }));
  return { value: freeze(save(opened, value, { part, lines }, undefined)), stored, newIds };
}

/** Four corners and two hours are saved. */
const STORED = saved(typed(typed(open(), "gutterCorners", 4), "removeGutters", 2)).stored;
const withQuantity = (property: string, quantity: number): SavedCopy => {
  const [line] = open(savedAs(STORED)).base.values[property] ?? [];
  return savedAs(STORED.map((item) => (item.id === line?.id ? { ...item, quantity } : item)));
};

describe("an edit", () => {
  test("returns another value and leaves the previous one unchanged", () => {
    const before = open(savedAs(STORED));
    const after = typed(before, "gutterCorners", 9);
    expect([quantityOf(before, "gutterCorners"), quantityOf(after, "gutterCorners")]).toEqual([4, 9]);
    expect([changed(before, "gutterCorners"), changed(after, "gutterCorners")]).toEqual([false, true]);
    expect(after.base).toBe(before.base);
  });

  test("returns the same value if nothing changes", () => {
    const value = open(savedAs(STORED));
    expect(edit(opened, value, { values: value.mine.values }, { name: "", edited: [] })).toBe(value);
    expect(typeUnparsed(value, top("gutterCorners"), null)).toBe(value);
  });

  test("can be undone and redone", () => {
    const value = typed(open(savedAs(STORED)), "gutterCorners", 9);
    const back = undo(opened, value);
    expect(back && quantityOf(back, "gutterCorners")).toBe(4);
    const again = back && redo(opened, freeze(back));
    expect(again && quantityOf(again, "gutterCorners")).toBe(9);
    expect(undo(opened, open())).toBeUndefined();
  });
});

describe("a change saved by others", () => {
  test("is received in a field without unsaved edits", () => {
    const value = typed(open(savedAs(STORED)), "gutterCorners", 9);
    const after = receive(opened, value, withQuantity("removeGutters", 7), NO_IDS);
    expect(quantityOf(after, "removeGutters")).toBe(7);
    expect(quantityOf(after, "gutterCorners")).toBe(9);
    expect(changed(after, "removeGutters")).toBe(false);
  });

  test("does not replace an unsaved edit, whose save still sends the original former value", () => {
    const value = typed(open(savedAs(STORED)), "gutterCorners", 9);
    const after = receive(opened, value, withQuantity("gutterCorners", 5), NO_IDS);
    expect(quantityOf(after, "gutterCorners")).toBe(9);
    expect(after.base).toEqual(value.base);
    expect(quantityOf(discard(opened, freeze(after), undefined), "gutterCorners")).toBe(5);
  });

  test("marks the field as saved if the edit is the same", () => {
    const value = typed(open(savedAs(STORED)), "gutterCorners", 5);
    const after = receive(opened, value, withQuantity("gutterCorners", 5), NO_IDS);
    expect(changed(after, "gutterCorners")).toBe(false);
    expect(after.mine.values).toBe(value.mine.values);
  });
});

describe("a save", () => {
  test("leaves what was typed during the save unsaved", () => {
    const sent = typed(open(savedAs(STORED)), "gutterCorners", 9);
    const made = partOf(opened, sent, undefined);
    const later = typed(sent, "gutterCorners", 12);
    const after = made && save(opened, later, { part: made.part, lines: made.values }, undefined);
    expect(after && changed(after, "gutterCorners")).toBe(true);
    expect(after && partOf(opened, after, undefined)?.part.items?.map(({ quantity }) => quantity)).toEqual([12]);
  });

  test("is not reverted by an estimate that was read before it", () => {
    const { value } = saved(typed(open(savedAs(STORED)), "gutterCorners", 9));
    const after = receive(opened, value, savedAs(STORED), NO_IDS);
    expect(quantityOf(after, "gutterCorners")).toBe(9);
  });

  test("gives new lines the server's ids, in the undo history too", () => {
    const first = saved(typed(open(), "gutterCorners", 4));
    const after = receive(opened, first.value, savedAs(first.stored), first.newIds);
    const id = first.stored.find(({ quantity }) => quantity === 4)?.id;
    expect(id).toBeGreaterThan(0);
    expect(after.mine.values["gutterCorners"]?.[0]?.id).toBe(id);
    const later = typed(freeze(after), "gutterCorners", 6);
    expect(undo(opened, later)?.mine.values["gutterCorners"]?.[0]?.id).toBe(id);
    expect(isFormChanged(opened, after)).toBe(false);
  });
});
