import { emptySummary, type StoredEstimateItem } from "@ridgebook/contract";
import { chosenPackage, indexPriceBook, linesOf, temporaryIds, toItems, type FieldPlace } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { createWorkflowForm } from "./create-workflow-form.ts";
import type { SavedCopy, WorkflowForm } from "./workflow-form.ts";

/* A number is typed key by key, and each key is an edit: the values on the way to it have no effect. */

const book = indexPriceBook(starterPriceBook);
const ROOFING = 1;
const SIDING = 2;

const top = (property: string): FieldPlace => ({ outer: [], property, lineId: null });

const savedOf = (workflowId: number, saved: Partial<SavedCopy> = {}): SavedCopy => ({
  items: [],
  comparisons: [],
  feePercent: 0,
  lenderFeePercent: 0,
  summary: emptySummary({ workflowId, workflowEstimateId: 1 }),
  ...saved,
});

const openForm = (workflowId: number, saved: Partial<SavedCopy> = {}): WorkflowForm =>
  createWorkflowForm({
    copy: { workflowId, workflowEstimateId: 1 },
    book,
    nextId: temporaryIds(),
    saved: savedOf(workflowId, saved),
  });

/** A field's edits for these keys: the first one replaces its text. */
function type(form: WorkflowForm, at: FieldPlace, keys: string): void {
  for (let count = 1; count <= keys.length; count += 1) form.setQuantity(at, Number(keys.slice(0, count)));
}

const quantityOf = (form: WorkflowForm, property: string, row = 0) =>
  linesOf(form.getSnapshot().values, property)[row]?.quantity;
const choiceOf = (form: WorkflowForm, property: string) => form.lineAt(top(property))?.value;

function choose(form: WorkflowForm, property: string): string {
  const [first] = form.optionsOf(top(property));
  if (!first) throw new RangeError(`${property} offers nothing.`);
  form.setValue(top(property), first.id);
  return first.id;
}

/** 2,450 sq ft of asphalt with "Better" and a color. */
function roofWithPackage(): { form: WorkflowForm; color: string } {
  const form = openForm(ROOFING);
  form.setQuantity(top("totalRoofArea"), 2_450);
  form.setValue(top("materialType"), "1.20.1");
  form.choosePackage("1.250.2");
  return { form, color: choose(form, "shingleColor") };
}

describe("retyping a number", () => {
  test("[PKG-04] keeps package and color while the roof's area passes through 2 square feet", () => {
    const { form, color } = roofWithPackage();
    type(form, top("totalRoofArea"), "2500");
    expect(quantityOf(form, "totalRoofArea")).toBe(2_500);
    expect(chosenPackage(ROOFING, form.getSnapshot().values)).toBe("1.250.2");
    expect(choiceOf(form, "shingleColor")).toBe(color);
  });

  test("[PKG-04] keeps them when the area is cleared and typed again", () => {
    const { form, color } = roofWithPackage();
    form.setQuantity(top("totalRoofArea"), null);
    type(form, top("totalRoofArea"), "2500");
    expect(chosenPackage(ROOFING, form.getSnapshot().values)).toBe("1.250.2");
    expect(choiceOf(form, "shingleColor")).toBe(color);
  });

  test("[PKG-04] clears them for an area of 0, and does not restore them after another edit or a save", () => {
    const [edited, saved] = [roofWithPackage().form, roofWithPackage().form];
    for (const form of [edited, saved]) {
      form.setQuantity(top("totalRoofArea"), 0);
      expect(chosenPackage(ROOFING, form.getSnapshot().values)).toBeNull();
      expect(choiceOf(form, "shingleColor")).toBeNull();
    }
    edited.setQuantity(top("eaveLength"), 120);
    const part = saved.partToSave();
    if (part) saved.markSaved(part);
    for (const form of [edited, saved]) {
      type(form, top("totalRoofArea"), "2500");
      expect(chosenPackage(ROOFING, form.getSnapshot().values)).toBeNull();
    }
  });

  test("[PKG-04] keeps them for siding while the walls are below the accents, or an accent above the walls", () => {
    const form = openForm(SIDING);
    form.setQuantity(top("totalSidingArea"), 2_400);
    choose(form, "materialType");
    form.addRow({ outer: [], property: "gableAccents" });
    const [accent] = linesOf(form.getSnapshot().values, "gableAccents");
    const area = { outer: [{ property: "gableAccents", id: accent?.id ?? 0 }], property: "area", lineId: null };
    form.setQuantity(area, 80);
    const [siding] = form.optionsOf(top("sidingPackage"));
    form.choosePackage(siding?.id ?? "");
    const reveal = choose(form, "sidingReveal");
    type(form, top("totalSidingArea"), "2600");
    expect(choiceOf(form, "sidingPackage")).toBe(siding?.id);
    form.setQuantity(area, 8_000);
    expect(choiceOf(form, "sidingPackage")).toBeNull();
    form.setQuantity(area, 800);
    expect(choiceOf(form, "sidingPackage")).toBe(siding?.id);
    expect(choiceOf(form, "sidingReveal")).toBe(reveal);
  });

  test("[WF-ROOF-01] keeps the first story's entry when it passes through the formula's quantity", () => {
    const { form } = roofWithPackage();
    form.setQuantity(top("squaresOnStory1"), 11);
    // 1,100 sq ft are 11 measured squares.
    type(form, top("totalRoofArea"), "11000");
    expect(quantityOf(form, "totalSquaresForLabor")).toBe(121);
    expect(form.shownQuantityAt(top("squaresOnStory1"))).toBe(11);
  });

  test("[WF-ROOF-02] restores the squares of stories that are added again", () => {
    const { form } = roofWithPackage();
    form.setQuantity(top("numberOfStories"), 3);
    form.setQuantity(top("squaresOnStory3"), 6);
    for (const stories of [2, 1, 3]) form.setQuantity(top("numberOfStories"), stories);
    expect(form.shownQuantityAt(top("squaresOnStory3"))).toBe(6);
  });

  test("[WF-ROOF-10] restores entered dumpster labor when tear-off is removed again", () => {
    const { form } = roofWithPackage();
    form.setValue(top("dumpsterNeeded"), "true");
    form.setQuantity(top("dumpsterLabor"), 9);
    form.addRow({ outer: [], property: "tearOff" });
    const [row] = linesOf(form.getSnapshot().values, "tearOff");
    const tearOff = { outer: [], property: "tearOff", lineId: row?.id ?? 0 };
    for (const squares of [2, 22, 0]) form.setQuantity(tearOff, squares);
    expect(quantityOf(form, "dumpsterLabor")).toBe(9);
  });

  test("[CALC-22] lets the lowest pitch make room for another one, and restores its squares when that is cleared", () => {
    const { form } = roofWithPackage();
    // 2,450 x 1.1 / 100 = 26.95, on the step of .333.
    const all = quantityOf(form, "installPitch") ?? 0;
    expect(all).toBe(27);
    const [, second] = linesOf(form.getSnapshot().values, "installPitch");
    const steeper = { outer: [], property: "installPitch", lineId: second?.id ?? 0 };
    for (const squares of [1, 10, 100, 10]) form.setQuantity(steeper, squares);
    expect(quantityOf(form, "installPitch")).toBe(0);
    expect(form.shownQuantityAt(steeper)).toBe(10);
    form.setQuantity(steeper, null);
    expect(quantityOf(form, "installPitch")).toBe(all);
  });

  test("[PKG-04] survives merged changes and new ids between two keystrokes", () => {
    const first = roofWithPackage().form;
    first.setQuantity(top("eaveLength"), 120);
    const { lines } = first.getSnapshot();
    const { items } = toItems({ lines, book, workflowEstimateId: 1 });
    const stored = items as StoredEstimateItem[];
    const form = openForm(ROOFING, { items: stored });
    const eave = form.definitionOf(top("eaveLength")).id;
    form.setQuantity(top("totalRoofArea"), 2);
    expect(chosenPackage(ROOFING, form.getSnapshot().values)).toBeNull();
    const theirs = stored.map((item) => (item.fieldId === eave ? { ...item, quantity: 140 } : item));
    const newIds = new Map(stored.map(({ id }, index) => [id, 1_001 + index]));
    const withNewIds = theirs.map((item) => ({
      ...item,
      id: newIds.get(item.id) ?? item.id,
      parentItemId: item.parentItemId === null ? null : (newIds.get(item.parentItemId) ?? item.parentItemId),
    }));
    form.receive(savedOf(ROOFING, { items: withNewIds }), newIds);
    for (const area of [25, 250, 2_500]) form.setQuantity(top("totalRoofArea"), area);
    expect(quantityOf(form, "eaveLength")).toBe(140);
    expect(chosenPackage(ROOFING, form.getSnapshot().values)).toBe("1.250.2");
    expect(form.isChanged(["totalRoofArea"])).toBe(true);
  });

  test("undoes all keystrokes with their consequences together", () => {
    const { form } = roofWithPackage();
    type(form, top("totalRoofArea"), "2500");
    form.undo();
    expect(quantityOf(form, "totalRoofArea")).toBe(2_450);
    expect(chosenPackage(ROOFING, form.getSnapshot().values)).toBe("1.250.2");
    form.redo();
    expect(quantityOf(form, "totalRoofArea")).toBe(2_500);
  });
});
