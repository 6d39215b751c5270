import { emptySummary, mapItemIds, type StoredEstimateItem } from "@ridgebook/contract";
import { indexPriceBook, temporaryIds, type FieldPlace } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { createWorkflowForm } from "./create-workflow-form.ts";
import type { FormDraft, SavedCopy, SavedPart, WorkflowForm } from "./workflow-form.ts";

const book = indexPriceBook(starterPriceBook);
const GUTTERS = { workflowId: 4, workflowEstimateId: 1 };
const ROOFING = { workflowId: 1, workflowEstimateId: 1 };
const NO_IDS = new Map<number, number>();

const savedAs = (copy: typeof GUTTERS, saved: Partial<SavedCopy> = {}): SavedCopy => ({
  items: [],
  comparisons: [],
  summary: emptySummary(copy),
  feePercent: 0,
  lenderFeePercent: 0,
  ...saved,
});

const openForm = (copy: typeof GUTTERS, saved: Partial<SavedCopy> = {}, draft?: FormDraft) =>
  createWorkflowForm({ copy, book, nextId: temporaryIds(), saved: savedAs(copy, saved), draft });

const top = (property: string): FieldPlace => ({ outer: [], property, lineId: null });
const fieldIdOf = (form: WorkflowForm, property: string) => form.definitionOf(top(property)).id;
const quantityAt = (form: WorkflowForm, property: string) => form.lineAt(top(property))?.quantity ?? 0;
const draftOf = (form: WorkflowForm): FormDraft => JSON.parse(JSON.stringify(form.toDraft())) as FormDraft;

/** A server's result for a part: the same items under the server's ids. */
function answer(part: SavedPart | undefined, first = 101) {
  const items = part?.items ?? [];
  const newIds = new Map(items.filter(({ id }) => id < 0).map(({ id }, index) => [id, first + index]));
  const comparisons = part?.comparisons?.map((each) => ({ ...each, items: mapItemIds(each.items, newIds) })) ?? [];
  return { stored: mapItemIds(items, newIds), comparisons, newIds };
}

/** The items that a user saves who enters these quantities. */
const itemsOfWork = (copy: typeof GUTTERS, quantities: Readonly<Record<string, number>>): StoredEstimateItem[] => {
  const form = openForm(copy);
  for (const [property, quantity] of Object.entries(quantities)) form.setQuantity(top(property), quantity);
  return answer(form.partToSave()).stored;
};
const withQuantity = (items: readonly StoredEstimateItem[], fieldId: string, quantity: number) =>
  items.map((item) => (item.fieldId === fieldId ? { ...item, quantity } : item));

describe("changes by others during unsaved work", () => {
  const items = itemsOfWork(GUTTERS, { gutterCorners: 4, removeGutters: 2 });

  test("restores a draft's edits, and keeps what others saved in other fields since", () => {
    const before = openForm(GUTTERS, { items });
    before.setQuantity(top("gutterCorners"), 9);
    const hours = fieldIdOf(before, "removeGutters");
    const form = openForm(GUTTERS, { items: withQuantity(items, hours, 7) }, draftOf(before));
    expect(quantityAt(form, "gutterCorners")).toBe(9);
    expect(quantityAt(form, "removeGutters")).toBe(7);
    expect(form.partToSave()?.fieldIds).toEqual([fieldIdOf(form, "gutterCorners")]);
  });

  test("shows others' changes when an edit is discarded, and the next edit starts from them", () => {
    const form = openForm(GUTTERS, { items });
    const corners = fieldIdOf(form, "gutterCorners");
    form.setQuantity(top("gutterCorners"), 9);
    const theirs = withQuantity(items, corners, 5);
    form.receive(savedAs(GUTTERS, { items: theirs }), NO_IDS);
    form.discard();
    expect(quantityAt(form, "gutterCorners")).toBe(5);
    form.setQuantity(top("gutterCorners"), 6);
    const seen = form
      .asSeen({ items: theirs, comparisons: [], workflowSummaries: {} })
      .items.find(({ fieldId }) => fieldId === corners);
    expect(seen?.quantity).toBe(5);
  });

  test("receives others' changes in a field whose edit was reverted by hand", () => {
    const form = openForm(GUTTERS, { items });
    form.setQuantity(top("gutterCorners"), 9);
    form.setQuantity(top("gutterCorners"), 4);
    const corners = fieldIdOf(form, "gutterCorners");
    form.receive(savedAs(GUTTERS, { items: withQuantity(items, corners, 5) }), NO_IDS);
    expect(quantityAt(form, "gutterCorners")).toBe(5);
    expect(form.getSnapshot().isChanged).toBe(false);
  });

  test("undoes own edits without reverting what others saved", () => {
    const form = openForm(GUTTERS, { items });
    form.setQuantity(top("gutterCorners"), 9);
    const hours = fieldIdOf(form, "removeGutters");
    form.receive(savedAs(GUTTERS, { items: withQuantity(items, hours, 7) }), NO_IDS);
    expect(form.undo()).toBe(true);
    expect(quantityAt(form, "gutterCorners")).toBe(4);
    expect(quantityAt(form, "removeGutters")).toBe(7);
    expect(form.partToSave()).toBeUndefined();
    expect(form.redo()).toBe(true);
    expect(quantityAt(form, "gutterCorners")).toBe(9);
    expect(quantityAt(form, "removeGutters")).toBe(7);
  });

  test("calculates quantities from unsaved edits and others' changes together", () => {
    const roof = itemsOfWork(ROOFING, { totalRoofArea: 2_000 });
    const form = openForm(ROOFING, { items: roof });
    form.setQuantity(top("totalRoofArea"), 3_000);
    const expected = openForm(ROOFING);
    expected.setQuantity(top("totalRoofArea"), 3_000);
    expected.setQuantity(top("wasteFactorForMaterial"), 25);
    form.receive(
      savedAs(ROOFING, { items: itemsOfWork(ROOFING, { totalRoofArea: 2_000, wasteFactorForMaterial: 25 }) }),
      NO_IDS,
    );
    expect(quantityAt(form, "wasteFactorForMaterial")).toBe(25);
    expect(quantityAt(form, "totalSquaresForMaterial")).toBe(quantityAt(expected, "totalSquaresForMaterial"));
  });

  test("keeps offering extra rows after a merge", () => {
    const form = openForm(ROOFING, { items: itemsOfWork(ROOFING, { totalRoofArea: 2_000 }) });
    const offered = form.getSnapshot().values["installPitch"]?.length ?? 0;
    expect(offered).toBeGreaterThan(1);
    form.receive(savedAs(ROOFING, { items: itemsOfWork(ROOFING, { totalRoofArea: 2_600 }) }), NO_IDS);
    expect(form.getSnapshot().values["installPitch"]).toHaveLength(offered);
  });
});

describe("a draft whose contents were saved elsewhere", () => {
  test("is not unsaved work", () => {
    const before = openForm(GUTTERS);
    before.setQuantity(top("gutterCorners"), 9);
    const draft = draftOf(before);
    const form = openForm(GUTTERS, { items: before.partToSave()?.items ?? [] }, draft);
    expect(form.getSnapshot().isChanged).toBe(false);
    expect(form.partToSave()).toBeUndefined();
  });
});

describe("a save in progress", () => {
  test("is not reverted by an estimate that was read before it", () => {
    const items = itemsOfWork(GUTTERS, { gutterCorners: 4 });
    const form = openForm(GUTTERS, { items });
    form.setQuantity(top("gutterCorners"), 9);
    const part = form.partToSave();
    if (part) form.markSaved(part);
    form.receive(savedAs(GUTTERS, { items }), NO_IDS);
    expect(quantityAt(form, "gutterCorners")).toBe(9);
    form.receive(savedAs(GUTTERS, { items: part?.items ?? [] }), NO_IDS);
    expect(quantityAt(form, "gutterCorners")).toBe(9);
    // Once it has arrived, the old value can only be a user's decision.
    form.receive(savedAs(GUTTERS, { items }), NO_IDS);
    expect(quantityAt(form, "gutterCorners")).toBe(4);
  });

  test("may receive the server's ids before it is done", () => {
    const form = openForm(GUTTERS);
    form.setQuantity(top("gutterCorners"), 4);
    const part = form.partToSave();
    const { stored, newIds } = answer(part);
    form.receive(savedAs(GUTTERS, { items: stored }), newIds);
    if (part) form.markSaved(part);
    expect(form.partToSave()).toBeUndefined();
    form.setQuantity(top("gutterCorners"), 5);
    form.discard();
    expect(form.lineAt(top("gutterCorners"))?.id).toBeGreaterThan(0);
  });
});

describe("one of several unsaved sections", () => {
  test("is saved without consequences of the others' edits", () => {
    const form = openForm(ROOFING);
    form.setQuantity(top("totalRoofArea"), 2_450);
    form.setValue(top("notes"), "Two layers");
    const part = form.partToSave(["notes"]);
    expect(part?.fieldIds).toEqual([fieldIdOf(form, "notes")]);
    if (part) form.markSaved(part);
    expect(form.isChanged(["totalRoofArea"])).toBe(true);
    expect(form.partToSave(["totalRoofArea"])?.fieldIds).toContain(fieldIdOf(form, "totalSquaresForMaterial"));
  });

  test("is discarded without the consequences of the others' edits", () => {
    const form = openForm(ROOFING);
    form.setQuantity(top("totalRoofArea"), 2_450);
    const squares = quantityAt(form, "totalSquaresForMaterial");
    expect(squares).toBeGreaterThan(0);
    form.setValue(top("notes"), "Two layers");
    form.discard(["notes"]);
    expect(form.lineAt(top("notes"))?.value ?? "").toBe("");
    expect(quantityAt(form, "totalSquaresForMaterial")).toBe(squares);
  });

  test("does not save a draft's defaults with another section after they were discarded", () => {
    const before = openForm(GUTTERS);
    before.setQuantity(top("gutterWasteFactorForMaterial"), 12);
    const form = openForm(GUTTERS, {}, draftOf(before));
    form.discard();
    form.setQuantity(top("removeGutters"), 3);
    expect(form.partToSave(["removeGutters"])?.fieldIds).toEqual([fieldIdOf(form, "removeGutters")]);
  });
});

describe("undo", () => {
  test("leaves consequences in other sections tied to the section that caused them", () => {
    const form = openForm(ROOFING);
    form.setQuantity(top("totalRoofArea"), 2_450);
    form.setQuantity(top("eaveLength"), 120);
    form.undo();
    expect(form.isChanged(["totalSquaresForMaterial"])).toBe(false);
    expect(form.partToSave(["totalRoofArea"])?.fieldIds).toContain(fieldIdOf(form, "totalSquaresForMaterial"));
  });
});

describe("undo on a page", () => {
  const corners = (form: WorkflowForm): number => quantityAt(form, "gutterCorners");
  const save = (form: WorkflowForm): void => {
    const part = form.partToSave();
    if (part) form.markSaved(part);
  };
  const openEdited = (): WorkflowForm => {
    const form = openForm(GUTTERS);
    form.setQuantity(top("gutterCorners"), 4);
    return form;
  };

  test("does not undo or redo edits of previous pages", () => {
    const form = openEdited();
    form.setQuantity(top("removeGutters"), 2);
    form.undo();
    save(form);
    form.clearHistory();
    expect([form.canUndo(), form.canRedo(), form.undo(), form.redo()]).toEqual([false, false, false, false]);
    expect(corners(form)).toBe(4);
    form.setQuantity(top("removeGutters"), 7);
    while (form.undo());
    expect(quantityAt(form, "removeGutters")).toBe(0);
    expect(corners(form)).toBe(4);
    expect(form.isChanged()).toBe(false);
  });

  test("can undo past a save on the same page, which is an unsaved edit again", () => {
    const form = openEdited();
    save(form);
    expect(form.undo()).toBe(true);
    expect(corners(form)).toBe(0);
    expect(form.isChanged(["gutterCorners"])).toBe(true);
    expect(form.partToSave(["gutterCorners"])?.fieldIds).toEqual([fieldIdOf(form, "gutterCorners")]);
  });

  test("does not revert what a notice has cleared and saved, maybe on another page", () => {
    const form = openEdited();
    save(form);
    form.clearHistory();
    form.leaveEmpty([{ ...top("gutterCorners"), lineId: form.lineAt(top("gutterCorners"))?.id ?? null }]);
    expect(corners(form)).toBe(0);
    expect(form.undo()).toBe(false);
    expect(corners(form)).toBe(0);
  });

  test("notifies the undo buttons when a page clears the history", () => {
    const form = openEdited();
    const seen: boolean[] = [];
    form.subscribe(() => seen.push(form.canUndo()));
    form.clearHistory();
    form.clearHistory();
    expect(seen).toEqual([false]);
  });
});

describe("recommendations applied together", () => {
  test("are unsaved work, and restored from a draft", () => {
    const form = openForm(GUTTERS);
    form.setQuantity(top("totalGutterCorners"), 6);
    form.setQuantity(top("totalGutterLength"), 120);
    const properties = [
      ...new Set([...form.getSnapshot().recommendations.keys()].map((name) => name.split("@")[0] ?? "")),
    ];
    const before = form.getSnapshot().values;
    form.useAllRecommended(properties.map((key) => key.split(".")[0] ?? key));
    const after = form.getSnapshot().values;
    const changed = Object.keys(after).filter((property) => after[property] !== before[property]);
    expect(changed.length).toBeGreaterThan(0);
    for (const property of changed) expect(form.isChanged([property])).toBe(true);
    expect(openForm(GUTTERS, {}, draftOf(form)).getSnapshot().totals).toEqual(form.getSnapshot().totals);
  });
});

describe("text", () => {
  test("ignores surrounding spaces, and treats text of only spaces as empty", () => {
    const form = openForm(GUTTERS);
    form.setValue(top("notes"), "Dog in the yard \n");
    const part = form.partToSave(["notes"]);
    expect(part?.items?.map(({ value }) => value)).toEqual(["Dog in the yard"]);
    if (part) form.markSaved(part);
    form.setValue(top("notes"), "Dog in the yard");
    expect(form.isChanged()).toBe(false);
    form.setValue(top("notes"), "  ");
    expect(form.partToSave(["notes"])?.items).toEqual([]);
  });
});

describe("an optional section", () => {
  const WASTE = "gutterWasteFactorForMaterial";
  const GUTTER_SECTION = 147;
  const waste = fieldIdOf(openForm(ROOFING), WASTE);
  const items = itemsOfWork(ROOFING, { totalRoofArea: 2_000 }).filter(({ fieldId }) => fieldId !== waste);
  const summary = { ...emptySummary(ROOFING), lastCompleteSectionId: 114 };

  test("starts with its defaults when it is added after later steps were completed", () => {
    const form = openForm(ROOFING, { items, summary });
    expect(quantityAt(form, WASTE)).toBe(0);
    form.receive(savedAs(ROOFING, { items, summary: { ...summary, optionalSectionIds: [GUTTER_SECTION] } }), NO_IDS);
    expect(quantityAt(form, WASTE)).toBe(5);
    expect(form.isChanged()).toBe(false);
  });

  test("shows its defaults until it is saved", () => {
    const added = { ...summary, optionalSectionIds: [GUTTER_SECTION] };
    expect(quantityAt(openForm(ROOFING, { items, summary: added }), WASTE)).toBe(5);
  });
});

describe("a comparison of packages", () => {
  /** A roof on which the first two packages of a material are compared and the second is chosen. */
  const comparedRoof = () => {
    const form = openForm(ROOFING);
    form.setQuantity(top("totalRoofArea"), 2_000);
    const [material, other] = form.optionsOf(top("materialType"));
    form.setValue(top("materialType"), material?.id ?? "");
    const [first, second] = form.optionsOf(top("package"));
    form.choosePackage(first?.id ?? "");
    form.choosePackage(second?.id ?? "");
    const part = form.partToSave();
    const { stored, comparisons, newIds } = answer(part);
    return { form, part, saved: savedAs(ROOFING, { items: stored, comparisons }), newIds, other: other?.id ?? "" };
  };

  test("[PKG-06][MSG-05] saves a choice of quantity 0 with its package, and is then unchanged", () => {
    const { form } = comparedRoof();
    // No ridge is measured, so none is recommended.
    form.setValue(top("hipRidge"), form.optionsOf(top("hipRidge"))[0]?.id ?? "");
    expect(form.isChanged()).toBe(true);
    const part = form.partToSave();
    const ridge = fieldIdOf(form, "hipRidge");
    const compared = part?.comparisons?.flatMap(({ items }) => items.map(({ fieldId }) => fieldId));
    expect(compared).toContain(fieldIdOf(form, "package"));
    expect(compared).not.toContain(ridge);
    if (part) form.markSaved(part);
    expect(form.isChanged()).toBe(false);
    expect(form.getSnapshot().isChanged).toBe(false);
  });

  test("ends when another material is saved", () => {
    const { saved, other } = comparedRoof();
    const form = openForm(ROOFING, saved);
    expect(form.getSnapshot().comparisons).toHaveLength(2);
    form.setValue(top("materialType"), other);
    expect(form.getSnapshot().comparisons).toEqual([]);
    const part = form.partToSave(["materialType"]);
    expect(part?.comparisons).toEqual([]);
  });

  test("is restored when the other material is discarded", () => {
    const { saved, other } = comparedRoof();
    const form = openForm(ROOFING, saved);
    form.setValue(top("materialType"), other);
    form.discard(["materialType"]);
    expect(form.getSnapshot().comparisons).toHaveLength(2);
    expect(form.lineAt(top("package"))?.value).toBe(saved.comparisons[1]?.fieldOptionId);
  });

  test("is unchanged after an unrelated edit was undone", () => {
    const { saved } = comparedRoof();
    const form = openForm(ROOFING, saved);
    form.setValue(top("notes"), "Two layers");
    form.setValue(top("notes"), "");
    expect(form.isChanged()).toBe(false);
    expect(form.toDraft()).toBeUndefined();
  });

  test("is not saved with an unrelated section", () => {
    const { saved } = comparedRoof();
    const form = openForm(ROOFING, saved);
    form.setValue(top("notes"), "Two layers");
    expect(form.partToSave(["notes"])?.comparisons).toBeUndefined();
  });

  test("of a draft conflicts with others' choices since then", () => {
    const { saved } = comparedRoof();
    const before = openForm(ROOFING, saved);
    before.selectComparison([saved.comparisons[1]?.fieldOptionId ?? ""]);
    const form = openForm(ROOFING, { ...saved, comparisons: [] }, draftOf(before));
    expect(form.getSnapshot().comparisons).toHaveLength(1);
    expect(
      form.asSeen({ items: saved.items as StoredEstimateItem[], comparisons: [], workflowSummaries: {} }).comparisons,
    ).toHaveLength(2);
  });

  test("stays ended by others if a draft is about something else", () => {
    const { saved } = comparedRoof();
    const before = openForm(ROOFING, saved);
    before.setValue(top("notes"), "Two layers");
    const form = openForm(ROOFING, { ...saved, comparisons: [] }, draftOf(before));
    expect(form.getSnapshot().comparisons).toEqual([]);
    expect(form.partToSave()?.comparisons).toBeUndefined();
  });
});
