import { emptySummary, type StoredEstimateItem } from "@ridgebook/contract";
import {
  fieldByKey,
  indexPriceBook,
  quantityBounds,
  roundMoney,
  SECTIONS,
  temporaryIds,
  type FieldPlace,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test, vi } from "vitest";
import { createWorkflowForm } from "./create-workflow-form.ts";
import type { FormDraft, SavedCopy, SavedPart, WorkflowForm } from "./workflow-form.ts";

const book = indexPriceBook(starterPriceBook);
const GUTTERS = { workflowId: 4, workflowEstimateId: 1 };
const ROOFING = { workflowId: 1, workflowEstimateId: 1 };
const SIDING = { workflowId: 2, workflowEstimateId: 1 };

const nothingSaved = (copy: typeof GUTTERS): SavedCopy => ({
  items: [],
  comparisons: [],
  summary: emptySummary(copy),
  feePercent: 0,
  lenderFeePercent: 0,
});

const openForm = (copy: typeof GUTTERS, saved: Partial<SavedCopy> = {}, draft?: FormDraft) =>
  createWorkflowForm({ copy, book, nextId: temporaryIds(), saved: { ...nothingSaved(copy), ...saved }, draft });

const top = (property: string): FieldPlace => ({ outer: [], property, lineId: null });

/** A server's result for a part: the same items under the server's ids. */
function answer(part: SavedPart | undefined) {
  const items = part?.items ?? [];
  const newIds = new Map(items.filter(({ id }) => id < 0).map(({ id }, index) => [id, 101 + index]));
  const map = (id: number): number => newIds.get(id) ?? id;
  const stored = items.map((item): StoredEstimateItem => ({
    ...item,
    id: map(item.id),
    parentItemId: item.parentItemId === null ? null : map(item.parentItemId),
  }));
  return { stored, newIds };
}

describe("the open form of a workflow", () => {
  test("[EST-34] recomputes quantities and totals synchronously on a keystroke", () => {
    const form = openForm(GUTTERS);
    const listener = vi.fn();
    form.subscribe(listener);
    form.setQuantity(top("gutterCorners"), 4);
    expect(listener).toHaveBeenCalledTimes(1);
    const corners = form.pricedAt(top("gutterCorners"));
    expect(corners?.quantity).toBe(4);
    const { materialPrice = 0, laborPrice = 0 } = corners?.unit ?? {};
    // Nothing else is entered: four corners are the total.
    expect(form.getSnapshot().totals.totalWithMargin).toBe(roundMoney(4 * materialPrice) + roundMoney(4 * laborPrice));
  });

  test("[EST-32] stores an option id, a quantity and child fields, and knows the options and the unit's step", () => {
    const form = openForm(GUTTERS);
    form.addRow({ outer: [], property: "gutter" });
    const row = form.getSnapshot().values["gutter"]?.[0];
    const id = row?.id ?? 0;
    const place = { outer: [], property: "gutter", lineId: id };
    const type: FieldPlace = { outer: [{ property: "gutter", id }], property: "gutterType", lineId: null };
    const { options } = book.entryOf(form.definitionOf(type)).entry;
    const aluminum = options.find(({ value }) => value === '5" K-style aluminum, seamless');
    expect(aluminum?.id).toBe("4.13.1");
    form.setQuantity(place, 166);
    form.setValue(type, "4.13.1");
    expect(form.lineAt(place)).toMatchObject({
      id,
      value: null,
      quantity: 166,
      children: { gutterType: [{ value: "4.13.1", quantity: null }] },
    });
    // A separate row, repeatable and counted; below it one choice without a count.
    expect(form.definitionOf(place)).toMatchObject({ allowMultiple: true, allowQuantityChange: true });
    expect(form.definitionOf(type)).toMatchObject({ dataType: "dropdown", allowMultiple: false });
    // Gutters are counted in whole feet, squares in thirds.
    expect(quantityBounds(book, form.definitionOf(place)).step).toBe(1);
    expect(quantityBounds(book, openForm(ROOFING).definitionOf(top("squaresOnStory1"))).step).toBeCloseTo(1 / 3, 3);
  });

  test("[EST-22] saves only the changed fields with their items", () => {
    const form = openForm(GUTTERS);
    expect(form.isChanged()).toBe(false);
    form.setQuantity(top("gutterCorners"), 4);
    expect(form.isChanged()).toBe(true);
    const part = form.partToSave(["gutterCorners"]);
    expect(part?.fieldIds).toEqual([form.definitionOf(top("gutterCorners")).id]);
    expect(part?.items?.map(({ quantity, parentItemId }) => [quantity, parentItemId])).toEqual([[4, null]]);
  });

  test("is unchanged after a save, and its lines follow the server's ids", () => {
    const form = openForm(GUTTERS);
    form.setQuantity(top("gutterCorners"), 4);
    const part = form.partToSave();
    if (part) form.markSaved(part);
    expect(form.isChanged()).toBe(false);
    const { stored, newIds } = answer(part);
    form.receive({ ...nothingSaved(GUTTERS), items: stored }, newIds);
    expect(form.lineAt(top("gutterCorners"))?.id).toBeGreaterThan(0);
    expect(form.partToSave()).toBeUndefined();
    form.setQuantity(top("gutterCorners"), 5);
    expect(form.partToSave()?.items?.every(({ id }) => id > 0)).toBe(true);
  });

  test("keeps an edit made during a save unsaved", () => {
    const form = openForm(GUTTERS);
    form.setQuantity(top("gutterCorners"), 4);
    const part = form.partToSave();
    form.setQuantity(top("gutterCorners"), 6);
    if (part) form.markSaved(part);
    expect(form.isChanged()).toBe(true);
    expect(form.partToSave()?.items?.[0]?.quantity).toBe(6);
  });

  test("undoes a number typed digit by digit as one edit", () => {
    const form = openForm(GUTTERS);
    for (const typed of [1, 12, 128]) form.setQuantity(top("gutterCorners"), typed);
    expect(form.undo()).toBe(true);
    expect(form.lineAt(top("gutterCorners"))?.quantity ?? 0).toBe(0);
    expect(form.isChanged()).toBe(false);
    expect(form.redo()).toBe(true);
    expect(form.lineAt(top("gutterCorners"))?.quantity).toBe(128);
  });

  test("receives another person's change in other fields, and keeps the edited field as it was seen", () => {
    const first = openForm(GUTTERS);
    first.setQuantity(top("gutterCorners"), 4);
    const { stored } = answer(first.partToSave(["gutterCorners"]));
    const form = openForm(GUTTERS, { items: stored });
    form.setQuantity(top("gutterCorners"), 9);
    const theirs = stored.map((item) => ({ ...item, quantity: 5 }));
    form.receive({ ...nothingSaved(GUTTERS), items: theirs }, new Map());
    expect(form.lineAt(top("gutterCorners"))?.quantity).toBe(9);
    expect(form.asSeen({ items: theirs, comparisons: [], workflowSummaries: {} }).items[0]?.quantity).toBe(4);
  });

  test("restores unsaved lines from a draft, compared with the state when they were typed", () => {
    const form = openForm(ROOFING);
    form.setQuantity(top("totalRoofArea"), 2_450);
    const draft = JSON.parse(JSON.stringify(form.toDraft())) as FormDraft;
    const again = openForm(ROOFING, {}, draft);
    expect(again.lineAt(top("totalRoofArea"))?.quantity).toBe(2_450);
    expect(again.isChanged()).toBe(true);
    again.discard();
    expect(again.isChanged()).toBe(false);
    expect(again.toDraft()).toBeUndefined();
  });

  test("saves consequences in other sections together with the edit", () => {
    const form = openForm(ROOFING);
    form.setQuantity(top("totalRoofArea"), 2_450);
    const fieldIds = form.partToSave(["totalRoofArea"])?.fieldIds;
    expect(fieldIds).toContain(form.definitionOf(top("totalSquaresForMaterial")).id);
  });

  test("[VAL-13] shows problems where they were found, and removes them once they are fixed", () => {
    const form = openForm(GUTTERS);
    form.setQuantity(top("gutterCorners"), -3);
    expect(form.validate(["gutterCorners"]).map(({ text }) => text)).toEqual(["Corners must be at least 0."]);
    expect(form.problemsOf(top("gutterCorners"))).toHaveLength(1);
    form.setQuantity(top("gutterCorners"), 3);
    expect(form.getSnapshot().problems).toEqual([]);
  });

  describe("choosing a package", () => {
    const MISSING = "Installation labor is required.";
    const wallsOfVinyl = () => {
      const form = openForm(SIDING);
      form.setQuantity(top("totalSidingArea"), 2_400);
      form.setValue(top("materialType"), form.optionsOf(top("materialType"))[0]?.id ?? null);
      return form;
    };
    const first = (form: WorkflowForm, property: string) => form.optionsOf(top(property))[0]?.id ?? "";
    const withClearedInstallation = () => {
      const form = wallsOfVinyl();
      form.setValue(top("sidingPackageInstallation"), first(form, "sidingPackageInstallation"));
      form.setValue(top("sidingPackageInstallation"), null);
      return form;
    };
    const told = (form: WorkflowForm) => form.getSnapshot().problems.map(({ text }) => text);

    test("[PKG-02] validates the step: marks a cleared installation together with the choice", () => {
      const form = withClearedInstallation();
      const seen: (readonly string[])[] = [];
      form.subscribe(() => seen.push(told(form)));
      form.choosePackage(first(form, "sidingPackage"));
      expect(seen).toEqual([[MISSING]]);
      expect(form.problemsOf(top("sidingPackageInstallation"))).toHaveLength(1);
      form.setValue(top("sidingPackageInstallation"), first(form, "sidingPackageInstallation"));
      expect(told(form)).toEqual([]);
    });

    test("[PKG-02] leaves untouched fields unmarked until a save", () => {
      const form = wallsOfVinyl();
      form.choosePackage(first(form, "sidingPackage"));
      expect(told(form)).toEqual([]);
      form.validate(["sidingPackage", "sidingPackageInstallation"]);
      expect(told(form)).toEqual([MISSING]);
    });

    test("[PKG-02] marks nothing when everything is chosen", () => {
      const form = wallsOfVinyl();
      form.setValue(top("sidingPackageInstallation"), first(form, "sidingPackageInstallation"));
      form.choosePackage(first(form, "sidingPackage"));
      expect(told(form)).toEqual([]);
    });

    test("[PKG-02] keeps shown problems of other fields and adds none there", () => {
      const form = withClearedInstallation();
      form.setQuantity(top("numberOfStories"), null);
      const [stories] = form.validate(["numberOfStories"]);
      form.setQuantity(top("houseWrapTape"), -1);
      form.choosePackage(first(form, "sidingPackage"));
      expect(told(form)).toEqual([stories?.text, MISSING]);
    });

    test("[PKG-02] [PKG-14] marks nothing on the salesperson's pages when the homeowner chooses", () => {
      const form = withClearedInstallation();
      form.choosePackage(first(form, "sidingPackage"), { marksProblems: false });
      expect(told(form)).toEqual([]);
    });
  });

  test.each([
    { property: "membrane", left: 1 },
    { property: "tearOff", left: 0 },
  ])("[WF-ROOF-28] clearing two rows of $property leaves $left, until it is undone", ({ property, left }) => {
    const form = openForm(ROOFING);
    const rows = { outer: [], property };
    const linesNow = () => form.getSnapshot().values[property] ?? [];
    form.clearRows(rows);
    while (linesNow().length < 2) form.addRow(rows);
    const before = linesNow();
    form.clearRows(rows);
    expect(linesNow()).toHaveLength(left);
    expect(linesNow().some(({ id }) => before.some((each) => each.id === id))).toBe(false);
    form.undo();
    expect(linesNow()).toEqual(before);
  });

  test("[EST-28] adds rows after a row and removes them, in order", () => {
    const form = openForm(GUTTERS);
    const rows = { outer: [], property: "gutter" };
    form.addRow(rows);
    form.addRow(rows);
    const [first, second] = form.getSnapshot().values["gutter"] ?? [];
    form.addRow(rows, { after: first?.id ?? 0 });
    const ids = (form.getSnapshot().values["gutter"] ?? []).map(({ id }) => id);
    expect([ids[0], ids[2]]).toEqual([first?.id, second?.id]);
    form.removeRow({ ...rows, lineId: ids[1] ?? 0 });
    expect((form.getSnapshot().values["gutter"] ?? []).map(({ id }) => id)).toEqual([first?.id, second?.id]);
  });
});

describe("[TPL-06] a form that starts with a template's choices", () => {
  const field = fieldByKey(4, "gutterAccessories");
  const [option, other] = field ? book.entryOf(field).entry.options : [];
  const start = { gutterAccessories: [{ id: -900, value: option?.id ?? "", quantity: 0 }] };
  const open = (saved: Partial<SavedCopy> = {}) =>
    createWorkflowForm({
      copy: GUTTERS,
      book,
      nextId: temporaryIds(),
      saved: { ...nothingSaved(GUTTERS), ...saved },
      start,
    });
  const chosen = (form: WorkflowForm) => form.getSnapshot().values["gutterAccessories"]?.map(({ value }) => value);

  test("shows them instead of the defaults, without counting as unsaved", () => {
    const form = open();
    expect(chosen(form)).toEqual([option?.id]);
    expect(form.getSnapshot().isChanged).toBe(false);
    expect(form.toDraft()).toBeUndefined();
  });

  test("saves them once they have a quantity", () => {
    const form = open();
    form.setQuantity({ outer: [], property: "gutterAccessories", lineId: -900 }, 2);
    expect(form.partToSave(["gutterAccessories"])?.items).toMatchObject([{ fieldOptionId: option?.id, quantity: 2 }]);
  });

  test("prefers what was saved of a step to the template's choices", () => {
    const saved = { ...savedItem(), fieldOptionId: other?.id ?? null };
    expect(chosen(open({ items: [saved] }))).toEqual([other?.id]);
    const section = SECTIONS.filter(({ workflowId, order }) => workflowId === 4 && order > 0).at(-1);
    const complete = { ...emptySummary(GUTTERS), lastCompleteSectionId: section?.id ?? null };
    expect(chosen(open({ summary: complete })) ?? []).toEqual([]);
  });

  function savedItem(): StoredEstimateItem {
    return {
      id: 7,
      parentItemId: null,
      fieldId: field?.id ?? "4.1",
      fieldOptionId: null,
      value: other?.value ?? "",
      quantity: 1,
      workflowEstimateId: 1,
      materialCost: 0,
      laborCost: 0,
      materialPrice: 0,
      laborPrice: 0,
    };
  }
});
