import { emptySummary, mapItemIds, type Estimate } from "@ridgebook/contract";
import {
  fieldByKey,
  indexPriceBook,
  NO_AMOUNTS,
  PRICING_MODES,
  temporaryIds,
  windowsOf,
  withUnpriced,
  type FieldPlace,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { createWorkflowForm } from "./create-workflow-form.ts";
import type { FormItem } from "./unpriced-items.ts";
import type { FormDraft, SavedPart, WorkflowForm } from "./workflow-form.ts";

const WINDOWS = { workflowId: 3, workflowEstimateId: 1 };
const typeField = fieldByKey(3, "window.windowStyle");
if (!typeField) throw new Error("A window has no type.");
const TYPE = typeField.id;

/** Types of windows are priced below 96 united inches, at $100 of material, and above have no tier. */
const book = indexPriceBook({
  ...starterPriceBook,
  entries: starterPriceBook.entries.map((entry) =>
    entry.id === TYPE
      ? {
          ...entry,
          variants: entry.variants.map((variant) => ({
            ...variant,
            pricingMode: PRICING_MODES.uiTiers,
            tiers: [{ min: 0, max: 96, ...NO_AMOUNTS, materialPrice: 100 }],
          })),
        }
      : entry,
  ),
});
const [FIRST, SECOND] = book.entryOf(typeField).entry.options;

const openForm = (items: readonly FormItem[] = [], draft?: FormDraft) =>
  createWorkflowForm({
    copy: WINDOWS,
    book,
    nextId: temporaryIds(),
    draft,
    saved: { items, comparisons: [], summary: emptySummary(WINDOWS), feePercent: 0, lenderFeePercent: 0 },
  });

const at = (form: WorkflowForm, property: string): FieldPlace => ({
  outer: [{ property: "window", id: windowsOf(form.getSnapshot().values).at(-1)?.id ?? 0 }],
  property,
  lineId: null,
});

/** A window of 36 x 60 in, 96 united inches: the first that the tier does not hold. */
function addWindow(form: WorkflowForm, option = FIRST): void {
  form.addRow({ outer: [], property: "window" });
  const line = windowsOf(form.getSnapshot().values).at(-1);
  form.setQuantity({ outer: [], property: "window", lineId: line?.id ?? 0 }, 1);
  form.setQuantity(at(form, "width"), 36);
  form.setQuantity(at(form, "height"), 60);
  form.setValue(at(form, "windowStyle"), option?.id ?? null);
}

/** The device's view of a saved part, under the server's ids. */
function storedOf(part: SavedPart | undefined): readonly FormItem[] {
  const { items = [], unpricedItems = [] } = part ?? {};
  const newIds = new Map([...items, ...unpricedItems].map(({ id }, index) => [id, 101 + index]));
  return withUnpriced(mapItemIds(items, newIds), mapItemIds(unpricedItems, newIds), 1);
}

const chosenIn = (form: WorkflowForm) => form.lineAt(at(form, "windowStyle"))?.value;
const warningIn = (form: WorkflowForm) => form.pricedAt(at(form, "windowStyle"))?.own.warning?.reason;

describe("a window whose size has no tier", () => {
  test("[ITEM-34] stores no type in its item, and restores type and reason with the form", () => {
    const form = openForm();
    addWindow(form);
    const part = form.partToSave(["window"]);
    expect(part?.items?.filter(({ fieldId }) => fieldId === TYPE)).toEqual([]);
    expect(part?.unpricedItems).toMatchObject([
      { fieldId: TYPE, fieldOptionId: FIRST?.id, value: FIRST?.value, quantity: 1 },
    ]);

    const again = openForm(storedOf(part));
    expect(chosenIn(again)).toBe(FIRST?.id);
    expect(warningIn(again)).toBe("noTier");
    expect(again.isChanged()).toBe(false);
    expect(again.partToSave(["window"])).toBeUndefined();
  });

  test("[ITEM-34] stores its type as an item once the size has a price", () => {
    const form = openForm();
    addWindow(form);
    const again = openForm(storedOf(form.partToSave(["window"])));
    again.setQuantity(at(again, "width"), 30);
    const part = again.partToSave(["window"]);
    expect(part?.items?.find(({ fieldId }) => fieldId === TYPE)).toMatchObject({
      fieldOptionId: FIRST?.id,
      quantity: 1,
      materialPrice: 100,
    });
    expect(part?.unpricedItems).toEqual([]);
  });

  test("[ITEM-34] counts another type of the same size as a change, in the draft and in the save", () => {
    const form = openForm();
    addWindow(form);
    const stored = storedOf(form.partToSave(["window"]));
    const again = openForm(stored);
    again.setValue(at(again, "windowStyle"), SECOND?.id ?? null);
    expect(again.isChanged(["window"])).toBe(true);
    const opened = openForm(stored, JSON.parse(JSON.stringify(again.toDraft())) as FormDraft);
    expect(chosenIn(opened)).toBe(SECOND?.id);
    expect(opened.partToSave(["window"])?.unpricedItems).toMatchObject([{ fieldOptionId: SECOND?.id }]);
    const none: Pick<Estimate, "items" | "comparisons" | "workflowSummaries"> = {
      items: [],
      comparisons: [],
      workflowSummaries: {},
    };
    expect(opened.asSeen(none).workflowSummaries["3"]?.unpricedItems).toMatchObject([{ fieldOptionId: FIRST?.id }]);
  });

  test("[ITEM-34] is unchanged after a save, before and after the server's reply", () => {
    const form = openForm();
    addWindow(form);
    const part = form.partToSave(["window"]);
    if (!part) throw new Error("There is nothing to save.");
    form.markSaved(part, ["window"]);
    expect(form.isChanged()).toBe(false);
    const { items = [], unpricedItems = [] } = part;
    const newIds = new Map([...items, ...unpricedItems].map(({ id }, index) => [id, 101 + index]));
    form.receive(
      {
        items: storedOf(part),
        comparisons: [],
        summary: emptySummary(WINDOWS),
        feePercent: 0,
        lenderFeePercent: 0,
      },
      newIds,
    );
    expect(form.isChanged()).toBe(false);
    expect(form.partToSave(["window"])).toBeUndefined();
    expect(chosenIn(form)).toBe(FIRST?.id);
  });

  test("[ITEM-34] removes its type with the window, and keeps another window's", () => {
    const form = openForm();
    addWindow(form);
    addWindow(form, SECOND);
    const again = openForm(storedOf(form.partToSave(["window"])));
    const [first] = windowsOf(again.getSnapshot().values);
    again.removeRow({ outer: [], property: "window", lineId: first?.id ?? 0 });
    expect(again.partToSave(["window"])?.unpricedItems).toMatchObject([{ fieldOptionId: SECOND?.id }]);
  });
});

describe("a window without a size", () => {
  test.each([
    { given: "a width of 0", width: 0 },
    { given: "an emptied width", width: null },
  ])("[CALC-54] [ITEM-34] $given: no united inches and no price, with the reason; keeps the type", ({ width }) => {
    const form = openForm();
    addWindow(form);
    form.setQuantity(at(form, "height"), 30);
    form.setQuantity(at(form, "width"), width);
    expect(form.lineAt(at(form, "ui"))?.quantity).toBe(0);
    expect(warningIn(form)).toBe("noSize");
    expect(form.getSnapshot().totals.itemTotal).toBe(0);
    const again = openForm(storedOf(form.partToSave(["window"])));
    expect(chosenIn(again)).toBe(FIRST?.id);
    // 36 x 30 in are 66 united inches, which the tier holds.
    again.setQuantity(at(again, "width"), 36);
    expect(warningIn(again)).toBeUndefined();
    expect(again.getSnapshot().totals.itemTotal).toBe(100);
  });
});
