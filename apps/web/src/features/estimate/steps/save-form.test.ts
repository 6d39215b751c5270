import { emptySummary, Problem, type WorkflowSummary } from "@ridgebook/contract";
import { indexPriceBook, SECTIONS, temporaryIds } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test, vi } from "vitest";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import type { FieldPlace } from "#features/estimate/form/workflow-form.ts";
import { saveForm, unusedOf, type SaveOptions } from "#features/estimate/steps/save-form.ts";
import { propertiesOfSection } from "#features/estimate/steps/section-fields.ts";
import type { EstimateStore, LocalEstimate } from "#local-data/estimate-store.ts";
import type { SaveResult } from "#local-data/outbox.ts";
import type { LocalWorkflow } from "#local-data/price-book.ts";
import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

const book = indexPriceBook(starterPriceBook);
const copy = { workflowId: 1, workflowEstimateId: 1 };
const DETAILS = 102;
const DECKING = 103;
const FLASHING = 104;
const EXTRAS = 113;

const roofing: LocalWorkflow = {
  ...{ id: 1, enabled: true, alias: "", title: "Roofing" },
  sections: SECTIONS.filter(({ workflowId }) => workflowId === 1).map((section) => ({
    ...{ id: section.id, workflowId: 1, order: section.order, optional: section.optional, name: section.name },
    ...{ enabled: true, description: "", component: section.component, title: section.name },
  })),
};

const top = (property: string): FieldPlace => ({ outer: [], property, lineId: null });

function openRoofing({
  summary = {},
  result = { outcome: "synced", id: 12 },
  answer = true,
}: { summary?: Partial<WorkflowSummary>; result?: SaveResult | Error; answer?: boolean } = {}) {
  const decided = { ...emptySummary(copy), ...summary };
  const form = createWorkflowForm({
    copy,
    book,
    nextId: temporaryIds(),
    saved: { items: [], comparisons: [], summary: decided, feePercent: 0 },
  });
  const estimate = { id: 12, items: [], comparisons: [] } as unknown as LocalEstimate;
  const save = vi.fn<EstimateStore["save"]>(() =>
    result instanceof Error ? Promise.reject(result) : Promise.resolve(result),
  );
  const confirm = vi.fn<(question: ConfirmQuestion) => Promise<boolean>>(() => Promise.resolve(answer));
  const notify = vi.fn<(notice: NewNotice) => void>();
  const reportFailure = vi.fn<(error: unknown) => Promise<void>>(() => Promise.resolve());
  const focus = vi.fn<(place: FieldPlace) => void>();
  const surroundings = {
    ...{ form, estimate, workflow: roofing, summary: decided },
    ...{ save, confirm, notify, reportFailure, focus },
  };
  return {
    ...surroundings,
    saveStep: (sectionId: number, options: SaveOptions = { completesSectionId: sectionId }) =>
      saveForm(surroundings, propertiesOfSection(sectionId), options),
    savedPart: () => save.mock.calls[0]?.[1].parts?.[0],
    notices: () => notify.mock.calls.map(([{ message }]) => message),
  };
}

/** Adds a row and gives the place of its first child. */
function addRow({ form }: ReturnType<typeof openRoofing>, property: string) {
  form.addRow({ outer: [], property });
  const row = form.getSnapshot().values[property]?.at(-1);
  if (!row) throw new Error(`There is no row of ${property}.`);
  return {
    row: { outer: [], property, lineId: row.id },
    child: (name: string): FieldPlace => ({
      outer: [{ property, id: row.id }],
      property: name,
      lineId: row.children?.[name]?.[0]?.id ?? null,
    }),
  };
}

describe("saving a step", () => {
  test("[EST-22] [EST-17] it saves the changed fields of the section with the step that is complete now", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("eaveLength"), 128);
    opened.form.setQuantity(top("totalRoofArea"), 2000);
    await expect(opened.saveStep(DECKING)).resolves.toBe("saved");
    const part = opened.savedPart();
    expect(part).toMatchObject({ workflowId: 1, workflowEstimateId: 1, lastCompleteSectionId: DECKING });
    expect(part?.fieldIds).toContain("1.58");
    expect(part?.items?.find(({ fieldId }) => fieldId === "1.58")?.quantity).toBe(128);
    // What another step shows is saved with that step.
    expect(opened.form.isChanged(["totalRoofArea"])).toBe(true);
    expect(opened.form.isChanged(propertiesOfSection(DECKING))).toBe(false);
  });

  test("[EST-17] an earlier step than the last complete one leaves progress alone", async () => {
    const opened = openRoofing({ summary: { lastCompleteSectionId: 105 } });
    opened.form.setQuantity(top("eaveLength"), 128);
    await opened.saveStep(DECKING);
    expect(opened.savedPart()).not.toHaveProperty("lastCompleteSectionId");
  });

  test("[EST-17] a step in which nothing is entered is complete as well", async () => {
    const opened = openRoofing({ summary: { lastCompleteSectionId: DETAILS } });
    await expect(opened.saveStep(DECKING)).resolves.toBe("saved");
    expect(opened.savedPart()).toMatchObject({ lastCompleteSectionId: DECKING });
  });

  test("saving again what is saved calls nobody", async () => {
    const opened = openRoofing({ summary: { lastCompleteSectionId: DECKING } });
    opened.form.setQuantity(top("eaveLength"), 128);
    await opened.saveStep(DECKING);
    await expect(opened.saveStep(DECKING, { completesSectionId: DECKING, tells: true })).resolves.toBe("saved");
    expect(opened.save).toHaveBeenCalledTimes(1);
    expect(opened.notices().at(-1)).toBe("Saved");
  });

  test("[MSG-02] with an error it stays, saves nothing and marks what is wrong", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("eaveLength"), -3);
    await expect(opened.saveStep(DECKING)).resolves.toBe("stayed");
    expect(opened.save).not.toHaveBeenCalled();
    expect(opened.form.getSnapshot().problems.map(({ fieldId }) => fieldId)).toContain("1.58");
    expect(opened.form.isChanged(["eaveLength"])).toBe(true);
  });

  test("offline it says that it is kept, where saving is all that was asked for", async () => {
    const opened = openRoofing({ result: { outcome: "queued", id: 12 } });
    opened.form.setQuantity(top("eaveLength"), 128);
    await expect(opened.saveStep(DECKING, { tells: true })).resolves.toBe("saved");
    expect(opened.notices()).toEqual(["Saved on this device. It is sent when there is a signal."]);
    expect(opened.form.isChanged()).toBe(false);
  });

  test("a refusal names the field and what was kept, and stays", async () => {
    const problem = new Problem("validation", { errors: { "items[0].quantity": ["must be at most 10."] } });
    const opened = openRoofing({ result: { outcome: "refused", id: 12, problem } });
    opened.form.setQuantity(top("eaveLength"), 128);
    await expect(opened.saveStep(DECKING)).resolves.toBe("stayed");
    expect(opened.notices()).toEqual([
      "Not sent: Eave length: must be at most 10. What you entered is kept on this device.",
    ]);
  });

  test("what could not be stored goes to the generic handler, and everything stays in the form", async () => {
    const failure = new Error("disk full");
    const opened = openRoofing({ result: failure });
    opened.form.setQuantity(top("eaveLength"), 128);
    await expect(opened.saveStep(DECKING)).resolves.toBe("stayed");
    expect(opened.reportFailure).toHaveBeenCalledExactlyOnceWith(failure);
    expect(opened.form.isChanged(["eaveLength"])).toBe(true);
  });
});

describe("recommendations on saving", () => {
  /** 100 ft of valley in a flashing of 10 ft pieces: 10 are recommended. */
  function openValley(quantity: number, options: Parameters<typeof openRoofing>[0] = {}) {
    const opened = openRoofing(options);
    opened.form.setQuantity(top("valleyLength"), 100);
    const { row, child } = addRow(opened, "valleyFlashing");
    const type = opened.form.optionsOf(child("valleyFlashingType"))[0];
    if (!type) throw new Error("The starter price book has no valley flashing.");
    opened.form.setValue(child("valleyFlashingType"), type.id);
    if (quantity > 0) opened.form.setQuantity(row, quantity);
    const recommended = opened.form.recommendedAt(row)?.quantity ?? 0;
    return { opened, row, recommended };
  }

  test("[WF-ROOF-27] what is missing in a row that was begun is filled in and told", async () => {
    const { opened, row, recommended } = openValley(0);
    expect(recommended).toBeGreaterThan(0);
    await expect(opened.saveStep(FLASHING)).resolves.toBe("saved");
    expect(opened.confirm).not.toHaveBeenCalled();
    expect(opened.form.lineAt(row)?.quantity).toBe(recommended);
    expect(opened.notices()[0]).toMatch(new RegExp(`^Filled in as recommended: .+ ${recommended} `));
  });

  test("[MSG-04] another quantity than the recommended one is asked about", async () => {
    const { opened, recommended } = openValley(3);
    await expect(opened.saveStep(FLASHING)).resolves.toBe("saved");
    expect(opened.confirm).toHaveBeenCalledTimes(1);
    expect(opened.confirm.mock.calls[0]?.[0]).toMatchObject({
      title: "Recommended values not completed, do you still want to continue?",
      confirmText: "Continue",
      cancelText: "Cancel",
    });
    expect(opened.confirm.mock.calls[0]?.[0].message).toContain(`${recommended} PC recommended, 3 entered`);
  });

  test("[MSG-04] Cancel saves nothing and leads to the field", async () => {
    const { opened, row } = openValley(3, { answer: false });
    await expect(opened.saveStep(FLASHING)).resolves.toBe("stayed");
    expect(opened.save).not.toHaveBeenCalled();
    expect(opened.focus).toHaveBeenCalledExactlyOnceWith(row);
  });

  test("[MSG-04] the recommended quantity itself is not asked about", async () => {
    const { opened, row } = openValley(3);
    opened.form.useRecommended(row);
    await opened.saveStep(FLASHING);
    expect(opened.confirm).not.toHaveBeenCalled();
  });

  test("[WF-ROOF-27] [MSG-04] what many roofs go without is not filled in, and not asked about while it is empty", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("totalRoofArea"), 2000);
    expect(opened.form.recommendedAt(top("handLoading"))?.quantity ?? 0).toBeGreaterThan(0);
    await expect(opened.saveStep(EXTRAS)).resolves.toBe("saved");
    expect(opened.confirm).not.toHaveBeenCalled();
    expect(opened.form.lineAt(top("handLoading"))?.quantity ?? 0).toBe(0);
  });

  test("[WF-ROOF-27] [MSG-04] another quantity of it than the recommended one is asked about", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("totalRoofArea"), 2000);
    opened.form.setQuantity(top("handLoading"), 1);
    await opened.saveStep(EXTRAS);
    expect(opened.confirm.mock.calls[0]?.[0].message).toContain("Hand loading");
    expect(opened.form.lineAt(top("handLoading"))?.quantity).toBe(1);
  });

  test("[WF-ROOF-27] pieces are filled in once it is chosen of what", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("eaveLength"), 128);
    const rows = opened.form.optionsOf(top("iceBarrierRows"))[2];
    opened.form.setValue(top("iceBarrierRows"), rows?.id ?? null);
    await opened.saveStep(DECKING);
    expect(opened.form.lineAt(top("iceBarrier"))?.quantity ?? 0).toBe(0);
    opened.form.setValue(top("iceBarrier"), opened.form.optionsOf(top("iceBarrier"))[0]?.id ?? null);
    const recommended = opened.form.recommendedAt(top("iceBarrier"))?.quantity ?? 0;
    await opened.saveStep(DECKING);
    expect(recommended).toBeGreaterThan(0);
    expect(opened.form.lineAt(top("iceBarrier"))?.quantity).toBe(recommended);
  });

  test("[WF-ROOF-27] a row that was not begun, and a list without rows, are left alone", () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("valleyLength"), 100);
    opened.form.setQuantity(top("roofToWallFlashingLength"), 28);
    opened.form.setQuantity(top("totalRoofArea"), 2000);
    const unused = unusedOf(opened.form, [...propertiesOfSection(DETAILS), ...propertiesOfSection(FLASHING)]);
    expect(unused.filter(({ onSave }) => onSave !== "leave")).toEqual([]);
    expect(unused.map(({ field }) => field.key)).not.toContain("tearOff");
  });

  test("[WF-ROOF-27] an emptied quantity is an error to mend, not one to fill in", async () => {
    const { opened, row } = openValley(3);
    opened.form.setQuantity(row, null);
    await expect(opened.saveStep(FLASHING)).resolves.toBe("stayed");
    expect(opened.form.lineAt(row)?.quantity).toBeNull();
  });

  test("fields of other steps are not looked at", async () => {
    const { opened } = openValley(3);
    await opened.saveStep(DECKING);
    expect(opened.confirm).not.toHaveBeenCalled();
  });
});
