import {
  sectionRecord,
  workflowRecord,
  bodyToSlices,
  emptySummary,
  Problem,
  type BodyWithParts,
  type EstimateSlices,
  type StoredEstimateItem,
  type WorkflowSummary,
} from "@ridgebook/contract";
import { indexPriceBook, SECTIONS, temporaryIds, type FieldPlace } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { SOON } from "@ridgebook/testing/patience";
import { describe, expect, test, vi } from "vitest";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import type { FormDraft } from "#features/estimate/form/workflow-form.ts";
import { saveForm, unusedOf, type SaveOptions } from "#features/estimate/steps/save-form.ts";
import { propertiesOfSection } from "#features/estimate/steps/section-fields.ts";
import type { EstimateStore, LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { SaveResult } from "#local-data/outbox/outbox.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import type { RecordSyncState } from "#local-data/outbox/record-sync-state.ts";
import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

const book = indexPriceBook(starterPriceBook);
const nextId = temporaryIds();
const copy = { workflowId: 1, workflowEstimateId: 1 };
const DETAILS = 102;
const DECKING = 103;
const FLASHING = 104;
const GUTTERS = 147;
const EXTRAS = 113;

const roofing: LocalWorkflow = {
  id: 1,
  ...workflowRecord.empty,
  title: "Roofing",
  sections: SECTIONS.filter(({ workflowId }) => workflowId === 1).map((section) => ({
    ...sectionRecord.empty,
    id: section.id,
    workflowId: 1,
    order: section.order,
    optional: section.optional,
    name: section.name,
    component: section.component,
    title: section.name,
  })),
};

const top = (property: string): FieldPlace => ({ outer: [], property, lineId: null });

function openRoofing({
  summary = {},
  result = { outcome: "synced", id: 12 },
  answer = true,
  sync = "synced",
  refusal,
  waiting = {},
  items = [],
  draft,
}: {
  summary?: Partial<WorkflowSummary>;
  result?: SaveResult | Error;
  answer?: boolean;
  sync?: RecordSyncState;
  refusal?: Problem;
  /** Slices of other edits that went out with the save. */
  waiting?: EstimateSlices;
  items?: readonly StoredEstimateItem[];
  draft?: FormDraft | undefined;
} = {}) {
  const decided = { ...emptySummary(copy), ...summary };
  const form = createWorkflowForm({
    copy,
    book,
    nextId,
    saved: { items, comparisons: [], summary: decided, feePercent: 0, lenderFeePercent: 0 },
    draft,
  });
  const estimate = { id: 12, items, comparisons: [], workflowSummaries: {}, sync } as unknown as LocalEstimate;
  const save = vi.fn<EstimateStore["save"]>(() =>
    result instanceof Error ? Promise.reject(result) : Promise.resolve(result),
  );
  const confirm = vi.fn<(question: ConfirmQuestion) => Promise<boolean>>(() => Promise.resolve(answer));
  const notify = vi.fn<(notice: NewNotice) => void>();
  const reportFailure = vi.fn<(error: unknown) => Promise<void>>(() => Promise.resolve());
  const focus = vi.fn<(place: FieldPlace) => void>();
  const findRefusal = async () => {
    const last: unknown = await save.mock.results.at(-1)?.value;
    const problem = refusal ?? (last as { problem?: Problem }).problem;
    const sent = (save.mock.calls.at(-1)?.[1].parts?.[0] ?? {}) as BodyWithParts;
    return problem && { problem, slices: { ...waiting, ...bodyToSlices(sent) } };
  };
  const surroundings = {
    form,
    estimate,
    workflow: roofing,
    summary: decided,
    save,
    confirm,
    notify,
    reportFailure,
    findRefusal,
    focus,
    readEstimate: () => estimate,
  };
  return {
    ...surroundings,
    saveStep: (sectionId: number, options: SaveOptions = { completesSectionId: sectionId }) =>
      saveForm(surroundings, propertiesOfSection(sectionId), options),
    saveFields: (properties: readonly string[]) => saveForm(surroundings, properties),
    savedPart: () => save.mock.calls[0]?.[1].parts?.[0],
    notices: () => notify.mock.calls.map(([{ message }]) => message),
    undo: () => notify.mock.calls.find(([{ action }]) => action?.label === "Undo")?.[0].action?.run(),
  };
}

const refuse = (errors: Record<string, string[]>, title?: string): SaveResult => ({
  outcome: "refused",
  id: 12,
  problem: new Problem("validation", { errors, ...(title !== undefined && { title }) }),
});

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
  test("[EST-22] [EST-17] saves the changed fields of the section and completes the step", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("eaveLength"), 128);
    opened.form.setQuantity(top("totalRoofArea"), 2000);
    await expect(opened.saveStep(DECKING)).resolves.toBe("saved");
    const part = opened.savedPart();
    expect(part).toMatchObject({ workflowId: 1, workflowEstimateId: 1, lastCompleteSectionId: DECKING });
    expect(part?.fieldIds).toContain("1.58");
    expect(part?.items?.find(({ fieldId }) => fieldId === "1.58")?.quantity).toBe(128);
    // Fields of another step are saved with that step.
    expect(opened.form.isChanged(["totalRoofArea"])).toBe(true);
    expect(opened.form.isChanged(propertiesOfSection(DECKING))).toBe(false);
  });

  test("[EST-17] leaves the progress alone for an earlier step than the last complete one", async () => {
    const opened = openRoofing({ summary: { lastCompleteSectionId: 105 } });
    opened.form.setQuantity(top("eaveLength"), 128);
    await opened.saveStep(DECKING);
    expect(opened.savedPart()).not.toHaveProperty("lastCompleteSectionId");
  });

  test("[EST-17] completes an empty step too", async () => {
    const opened = openRoofing({ summary: { lastCompleteSectionId: DETAILS } });
    await expect(opened.saveStep(DECKING)).resolves.toBe("saved");
    expect(opened.savedPart()).toMatchObject({ lastCompleteSectionId: DECKING });
  });

  test("does not call the server if nothing changed", async () => {
    const opened = openRoofing({ summary: { lastCompleteSectionId: DECKING } });
    opened.form.setQuantity(top("eaveLength"), 128);
    await opened.saveStep(DECKING);
    await expect(opened.saveStep(DECKING, { completesSectionId: DECKING, tells: true })).resolves.toBe("saved");
    expect(opened.save).toHaveBeenCalledTimes(1);
    expect(opened.notices().at(-1)).toBe("Saved");
  });

  test("[MSG-02] stops at an error, saves nothing and marks it", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("eaveLength"), -3);
    await expect(opened.saveStep(DECKING)).resolves.toBe("stayed");
    expect(opened.save).not.toHaveBeenCalled();
    expect(opened.form.getSnapshot().problems.map(({ fieldId }) => fieldId)).toContain("1.58");
    expect(opened.form.isChanged(["eaveLength"])).toBe(true);
  });

  test("says that it is kept offline, if no other page opens", async () => {
    const opened = openRoofing({ result: { outcome: "queued", id: 12 } });
    opened.form.setQuantity(top("eaveLength"), 128);
    await expect(opened.saveStep(DECKING, { tells: true })).resolves.toBe("saved");
    expect(opened.notices()).toEqual(["Saved on this device. It is sent as soon as the server can be reached."]);
    expect(opened.form.isChanged()).toBe(false);
  });

  /** "Eave length: must be at most 10." at its entry, as the page shows it. */
  const atEave = ({ form }: ReturnType<typeof openRoofing>) =>
    form.problemsOf(top("eaveLength")).map(({ path, text }) => ({ path, text }));
  const EAVE_PROBLEM = { path: "eaveLength.0.quantity", text: "Eave length: must be at most 10." };
  const KEPT = "What you entered is kept on this device.";

  test("[VAL-31] shows the server's message at its entry until that is edited", async () => {
    const opened = openRoofing({ result: refuse({ "items[0].quantity": ["must be at most 10."] }) });
    opened.form.setQuantity(top("eaveLength"), 128);
    await expect(opened.saveStep(DECKING)).resolves.toBe("stayed");
    expect(atEave(opened)).toEqual([EAVE_PROBLEM]);
    expect(opened.form.getSnapshot().problems).toHaveLength(1);
    expect(opened.notices()).toEqual([]);
    // It holds up no save, and is no work that is not saved.
    expect(opened.form.validate(propertiesOfSection(DECKING))).toEqual([]);
    expect(opened.form.isChanged()).toBe(false);
    opened.form.setQuantity(top("eaveLength"), 9);
    expect(atEave(opened)).toEqual([]);
  });

  test.each([
    { title: undefined, notices: [`Not sent: This is no section. ${KEPT}`] },
    { title: "Closed for the day.", notices: [`Not sent: Closed for the day. ${KEPT}`, "This is no section."] },
  ])("[VAL-31] shows a message without an entry as a notice titled $title", async ({ title, notices }) => {
    const errors = { "items.0.quantity": ["must be at most 10."], optionalSectionIds: ["This is no section."] };
    const opened = openRoofing({ result: refuse(errors, title) });
    opened.form.setQuantity(top("eaveLength"), 128);
    await opened.saveStep(DECKING);
    expect(atEave(opened)).toEqual([EAVE_PROBLEM]);
    expect(opened.notices()).toEqual(notices);
  });

  test("[VAL-31] finds lines even if other edits were sent, and shows a message of another step as a notice", async () => {
    const area = { fieldId: "1.1", fieldOptionId: null, value: null, parentItemId: null, workflowEstimateId: 1 };
    const amounts = { materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 };
    const opened = openRoofing({
      // Another step's line is ahead of this one's in the same part, and a second workflow makes a list of parts of them.
      waiting: {
        "items:1:1.1": [{ ...area, ...amounts, id: -90, quantity: 2000 }],
        "optionalSectionIds:2": [144, 145],
      },
      result: refuse({
        "parts.0.items.0.quantity": ["must be at most 1."],
        "parts.0.items.1.quantity": ["must be at most 10."],
        "parts.1.items.0.quantity": ["is of no line that was sent."],
      }),
    });
    opened.form.setQuantity(top("eaveLength"), 128);
    await opened.saveStep(DECKING);
    expect(atEave(opened)).toEqual([EAVE_PROBLEM]);
    const others = opened.notices();
    expect(others[0]).toBe(`Not sent: is of no line that was sent. ${KEPT}`);
    expect(others[1]).toMatch(/^.+: must be at most 1\.$/);
    expect(others).toHaveLength(2);
  });

  test("[VAL-31] shows the message of a repeated line at that row's choice", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("valleyLength"), 100);
    const { row, child } = addRow(opened, "valleyFlashing");
    opened.form.setValue(
      child("valleyFlashingType"),
      opened.form.optionsOf(child("valleyFlashingType"))[0]?.id ?? null,
    );
    opened.form.useRecommended(row);
    const choice = child("valleyFlashingType");
    opened.save.mockImplementation((_id, { parts }) => {
      const index = parts?.[0]?.items?.findIndex(({ id }) => id === choice.lineId);
      return Promise.resolve(refuse({ [`items.${String(index)}.fieldOptionId`]: ["Valley metal is sold out."] }));
    });
    await opened.saveStep(FLASHING);
    const [problem, ...others] = opened.form.problemsOf(choice);
    expect(problem?.path).toBe("valleyFlashing.0.valleyFlashingType.0.value");
    expect(problem?.text).toMatch(/: Valley metal is sold out\.$/);
    expect(others).toEqual([]);
  });

  test("shows the same messages when it is repeated while the change is still refused", async () => {
    const refused = refuse({ "items[0].quantity": ["must be at most 10."], name: ["Taken."] });
    const opened = openRoofing({ result: refused, sync: "failed" });
    opened.form.setQuantity(top("eaveLength"), 128);
    await opened.saveStep(DECKING, { tells: true });
    await expect(opened.saveStep(DECKING, { tells: true })).resolves.toBe("stayed");
    expect(opened.save).toHaveBeenCalledTimes(1);
    expect(atEave(opened)).toEqual([EAVE_PROBLEM]);
    expect(opened.notices()).toEqual([`Not sent: Taken. ${KEPT}`, `Not sent: Taken. ${KEPT}`]);
  });

  test("[VAL-31] removes the messages once the save is accepted", async () => {
    const opened = openRoofing({ result: refuse({ "items.0.quantity": ["must be at most 10."] }) });
    opened.form.setQuantity(top("eaveLength"), 128);
    await opened.saveStep(DECKING);
    opened.save.mockResolvedValue({ outcome: "synced", id: 12 });
    opened.form.setQuantity(top("rakeEdgeLength"), 40);
    expect(atEave(opened)).toEqual([EAVE_PROBLEM]);
    await opened.saveStep(DECKING);
    expect(atEave(opened)).toEqual([]);
  });

  test("says so when repeated while the change still waits for a network", async () => {
    const opened = openRoofing({ sync: "waiting" });
    await expect(opened.saveStep(DECKING, { tells: true })).resolves.toBe("saved");
    expect(opened.notices()).toEqual(["Saved on this device. It is sent as soon as the server can be reached."]);
  });

  test("passes a storage failure to the generic handler and keeps the form", async () => {
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

  test("[WF-ROOF-27] are filled in for a begun row, with a notice", async () => {
    const { opened, row, recommended } = openValley(0);
    expect(recommended).toBeGreaterThan(0);
    await expect(opened.saveStep(FLASHING)).resolves.toBe("saved");
    expect(opened.confirm).not.toHaveBeenCalled();
    expect(opened.form.lineAt(row)?.quantity).toBe(recommended);
    expect(opened.notices()[0]).toMatch(new RegExp(`^Filled in as recommended: .+ ${recommended} `));
  });

  test("[WF-ROOF-27] are cleared and saved by Undo, and stay empty in the next save", async () => {
    const { opened, row } = openValley(0);
    await opened.saveStep(FLASHING);
    opened.undo();
    await vi.waitFor(() => expect(opened.notices().at(-1)).toBe("Left empty"), SOON);
    expect(opened.form.lineAt(row)?.quantity).toBe(0);
    expect(opened.form.isChanged(propertiesOfSection(FLASHING))).toBe(false);
    // The second save of all took the filled-in pieces out again.
    expect(
      opened.save.mock.calls[1]?.[1].parts?.[0]?.items?.some(({ quantity }) => quantity > 0 && quantity < 100),
    ).toBe(false);
  });

  test("[WF-ROOF-36] are marked in their row, under its new id too, until something else is entered", async () => {
    const { opened, row, recommended } = openValley(0);
    expect(opened.form.isFilledIn(row)).toBe(false);
    await opened.saveStep(FLASHING);
    expect(opened.form.isFilledIn(row)).toBe(true);

    const items = (opened.savedPart()?.items ?? []) as readonly StoredEstimateItem[];
    const newIds = new Map(items.map(({ id }, index) => [id, 1000 + index]));
    const idOf = (id: number): number => newIds.get(id) ?? id;
    const stored = items.map((item) => ({
      ...item,
      id: idOf(item.id),
      parentItemId: item.parentItemId === null ? null : idOf(item.parentItemId),
    }));
    const decided = { ...emptySummary(copy), lastCompleteSectionId: FLASHING };
    opened.form.receive(
      { items: stored, comparisons: [], summary: decided, feePercent: 0, lenderFeePercent: 0 },
      newIds,
    );
    const saved = { ...row, lineId: idOf(row.lineId) };
    expect(opened.form.lineAt(saved)?.quantity).toBe(recommended);
    expect(opened.form.isFilledIn(saved)).toBe(true);
    opened.form.setQuantity(saved, recommended + 1);
    expect(opened.form.isFilledIn(saved)).toBe(false);
  });

  test("[WF-ROOF-36] are not marked if they were entered with a press, or undone", async () => {
    const pressed = openValley(3);
    pressed.opened.form.useRecommended(pressed.row);
    await pressed.opened.saveStep(FLASHING);
    expect(pressed.opened.form.isFilledIn(pressed.row)).toBe(false);

    const { opened, row } = openValley(0);
    await opened.saveStep(FLASHING);
    opened.undo();
    await vi.waitFor(() => expect(opened.notices().at(-1)).toBe("Left empty"), SOON);
    expect(opened.form.isFilledIn(row)).toBe(false);
  });

  test("[WF-ROOF-37] are reported and marked for a row with a choice and no quantity, until one is entered", async () => {
    const { opened, row } = openValley(0);
    // A 0 that was entered is an answer: nothing is filled in, and the question of any other quantity comes.
    opened.form.setQuantity(row, 0);
    await expect(opened.saveStep(FLASHING)).resolves.toBe("saved");
    expect(opened.notices()).toContain("Not kept, because no quantity is entered: Valley");
    expect(opened.form.isDropped(row)).toBe(true);
    opened.form.setQuantity(row, 3);
    expect(opened.form.isDropped(row)).toBe(false);
    await opened.saveStep(FLASHING);
    expect(opened.notices().filter((message) => message.startsWith("Not kept"))).toHaveLength(1);
  });

  test("[WF-ROOF-37] are no longer marked once the choice is removed", async () => {
    const opened = openRoofing();
    const lead = top("leadBoot");
    opened.form.setValue(lead, opened.form.optionsOf(lead)[0]?.id ?? "");
    await opened.saveStep(FLASHING);
    expect(opened.form.isDropped(lead)).toBe(true);
    opened.form.setValue(lead, null);
    expect(opened.form.isDropped(lead)).toBe(false);
  });

  test("[WF-ROOF-37] are not reported for a step without choices", async () => {
    const opened = openRoofing();
    await opened.saveStep(FLASHING);
    await opened.saveStep(DETAILS);
    expect(opened.notices().filter((message) => message.startsWith("Not kept"))).toEqual([]);
  });

  test("[MSG-04] raise a question if another quantity is entered", async () => {
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

  test("[MSG-04] are not saved on Cancel, which leads to the field", async () => {
    const { opened, row } = openValley(3, { answer: false });
    await expect(opened.saveStep(FLASHING)).resolves.toBe("stayed");
    expect(opened.save).not.toHaveBeenCalled();
    expect(opened.focus).toHaveBeenCalledExactlyOnceWith(row);
  });

  test("[MSG-04] are not asked about if they are entered", async () => {
    const { opened, row } = openValley(3);
    opened.form.useRecommended(row);
    await opened.saveStep(FLASHING);
    expect(opened.confirm).not.toHaveBeenCalled();
  });

  test("[WF-ROOF-27] [MSG-04] are neither filled in nor asked about for what many roofs do without", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("totalRoofArea"), 2000);
    expect(opened.form.recommendedAt(top("handLoading"))?.quantity ?? 0).toBeGreaterThan(0);
    await expect(opened.saveStep(EXTRAS)).resolves.toBe("saved");
    expect(opened.confirm).not.toHaveBeenCalled();
    expect(opened.form.lineAt(top("handLoading"))?.quantity ?? 0).toBe(0);
  });

  test("[WF-ROOF-27] [MSG-04] raise a question for those too if another quantity is entered", async () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("totalRoofArea"), 2000);
    opened.form.setQuantity(top("handLoading"), 1);
    await opened.saveStep(EXTRAS);
    expect(opened.confirm.mock.calls[0]?.[0].message).toContain("Hand loading");
    expect(opened.form.lineAt(top("handLoading"))?.quantity).toBe(1);
  });

  describe("parts that were not chosen", () => {
    /** 80 ft of gutter with 3 corners: one downspout for every 35 ft is 80 / 35 = 2.3, so 3, with 3 elbows each. */
    function openMeasuredGutter() {
      const opened = openRoofing({ summary: { optionalSectionIds: [GUTTERS] } });
      opened.form.setQuantity(top("totalGutterLength"), 80);
      opened.form.setQuantity(top("totalGutterCorners"), 3);
      const quantities = () =>
        ["gutterCorners", "downspoutQuantity", "downspoutElbows"].map(
          (property) => opened.form.lineAt(top(property))?.quantity ?? 0,
        );
      /** A row with its first type. */
      const choose = (property: "gutter" | "downspout") => {
        const { child } = addRow(opened, property);
        const type = child(`${property}Type`);
        opened.form.setValue(type, opened.form.optionsOf(type)[0]?.id ?? null);
      };
      return { ...opened, quantities, choose };
    }

    test("[WF-ROOF-38] [MSG-04] are neither added nor asked about for a gutter measured for its guard", async () => {
      const opened = openMeasuredGutter();
      await expect(opened.saveStep(GUTTERS)).resolves.toBe("saved");
      expect(opened.quantities()).toEqual([0, 0, 0]);
      expect(opened.confirm).not.toHaveBeenCalled();
    });

    test("[WF-ROOF-38] [MSG-04] of a gutter include its corners but only offer downspouts", async () => {
      const opened = openMeasuredGutter();
      opened.choose("gutter");
      await expect(opened.saveStep(GUTTERS)).resolves.toBe("saved");
      expect(opened.quantities()).toEqual([3, 0, 0]);
      expect(opened.confirm).not.toHaveBeenCalled();
      expect(opened.form.recommendedAt(top("downspoutQuantity"))?.quantity).toBe(3);
      // At the next visit too: the question was not asked, and is not asked now.
      await opened.saveStep(GUTTERS);
      expect(opened.confirm).not.toHaveBeenCalled();
    });

    test("[WF-ROOF-38] of a downspout include its number and elbows", async () => {
      const opened = openMeasuredGutter();
      opened.choose("downspout");
      await opened.saveStep(GUTTERS);
      expect(opened.quantities()).toEqual([0, 3, 9]);
    });

    test("[WF-ROOF-38] are also added for a downspout's length", async () => {
      const opened = openMeasuredGutter();
      opened.form.setQuantity(top("downspoutDrop"), 12);
      await opened.saveStep(GUTTERS);
      expect(opened.quantities()).toEqual([0, 3, 9]);
    });

    test("[WF-ROOF-38] of a number of downspouts include elbows", async () => {
      const opened = openMeasuredGutter();
      opened.form.setQuantity(top("downspoutQuantity"), 3);
      await opened.saveStep(GUTTERS);
      expect(opened.quantities()).toEqual([0, 3, 9]);
    });
  });

  test("[WF-ROOF-27] [MSG-04] do not include the whole roof as membrane; asks about another area", () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("totalRoofArea"), 2000);
    const { child } = addRow(opened, "membrane");
    const area = child("membraneArea");
    // With the 10 % of waste that the form begins with: 2000 x 1.10 / 100.
    expect(opened.form.recommendedAt(area)?.quantity).toBe(22);
    const unused = () => unusedOf(opened.form, ["membrane"]).find(({ field }) => field.key === "membrane.membraneArea");
    expect(unused()).toMatchObject({ entered: 0, onSave: "leave" });
    opened.form.setQuantity(area, 2.333);
    expect(unused()).toMatchObject({ entered: 2.333, onSave: "ask" });
  });

  test("[WF-ROOF-27] are filled in once their product is chosen", async () => {
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

  describe("a save that fails", () => {
    const filledIn = (opened: ReturnType<typeof openRoofing>) =>
      opened.notices().filter((message) => message.startsWith("Filled in as recommended:"));
    /** 40 ft of wall with another quantity than the recommended one, or none. */
    const addStepFlashing = (opened: ReturnType<typeof openRoofing>, quantity: number | null): FieldPlace => {
      opened.form.setQuantity(top("roofToWallFlashingLength"), 40);
      const { row, child } = addRow(opened, "stepFlashing");
      const [type] = opened.form.optionsOf(child("stepFlashingType"));
      opened.form.setValue(child("stepFlashingType"), type?.id ?? null);
      opened.form.setQuantity(row, quantity);
      return row;
    };
    /** The form as it was before: nothing in the row, no mark, the same price, and nothing more to take back. */
    const expectNothingFilledIn = ({ opened, row }: ReturnType<typeof openValley>, totalBefore: number) => {
      expect(opened.form.lineAt(row)?.quantity).toBe(0);
      expect(opened.form.isFilledIn(row)).toBe(false);
      expect(opened.form.isZeroAnswered(row)).toBe(false);
      expect(opened.form.getSnapshot().totals.totalWithMargin).toBe(totalBefore);
      expect(filledIn(opened)).toEqual([]);
    };
    const totalOf = ({ form }: ReturnType<typeof openRoofing>) => form.getSnapshot().totals.totalWithMargin;

    test("[WF-ROOF-39] [MSG-02] fills in nothing for an error; the next save fills in, notifies and offers Undo", async () => {
      const valley = openValley(0);
      const { opened, row, recommended } = valley;
      const other = addStepFlashing(opened, null);
      const before = totalOf(opened);
      await expect(opened.saveStep(FLASHING)).resolves.toBe("stayed");
      expect(opened.form.getSnapshot().problems).toHaveLength(1);
      expectNothingFilledIn(valley, before);
      opened.form.useRecommended(other);
      await expect(opened.saveStep(FLASHING)).resolves.toBe("saved");
      expect(opened.form.lineAt(row)?.quantity).toBe(recommended);
      expect(filledIn(opened)).toEqual([expect.stringContaining(` ${recommended} `)]);
      opened.undo();
      await vi.waitFor(() => expect(opened.notices().at(-1)).toBe("Left empty"), SOON);
      expect(opened.form.lineAt(row)?.quantity).toBe(0);
    });

    test("[WF-ROOF-39] [MSG-04] fills in nothing on Cancel; Continue fills in and notifies once", async () => {
      const valley = openValley(0);
      const { opened } = valley;
      const other = addStepFlashing(opened, 1);
      const before = totalOf(opened);
      opened.confirm.mockResolvedValueOnce(false);
      await expect(opened.saveStep(FLASHING)).resolves.toBe("stayed");
      expectNothingFilledIn(valley, before);
      await expect(opened.saveStep(FLASHING)).resolves.toBe("saved");
      expect(filledIn(opened)).toHaveLength(1);
      opened.form.setQuantity(other, 4);
      await opened.saveStep(FLASHING);
      expect(filledIn(opened)).toHaveLength(1);
    });

    test("[WF-ROOF-39] fills in the current recommendation after Cancel", async () => {
      const { opened, row, recommended } = openValley(0);
      addStepFlashing(opened, 1);
      opened.confirm.mockResolvedValueOnce(false);
      await opened.saveStep(FLASHING);
      // 200 ft in the same pieces are twice as many.
      opened.form.setQuantity(top("valleyLength"), 200);
      await opened.saveStep(FLASHING);
      expect(opened.form.lineAt(row)?.quantity).toBe(2 * recommended);
      expect(filledIn(opened)).toEqual([expect.stringContaining(` ${2 * recommended} `)]);
    });

    test("[WF-ROOF-39] clears what was filled in if it cannot be stored", async () => {
      const valley = openValley(0, { result: new Error("disk full") });
      const before = totalOf(valley.opened);
      await expect(valley.opened.saveStep(FLASHING)).resolves.toBe("stayed");
      expectNothingFilledIn(valley, before);
    });

    test("[WF-ROOF-39] [VAL-31] keeps what was filled in if the server refuses it, with a notice", async () => {
      const { opened, row, recommended } = openValley(0, { result: refuse({ name: ["Taken."] }) });
      await opened.saveStep(FLASHING);
      expect(opened.form.lineAt(row)?.quantity).toBe(recommended);
      expect(filledIn(opened)).toHaveLength(1);
    });

    test("[WF-ROOF-39] does not treat missing pieces as an error, because saving fills them in", async () => {
      const opened = openRoofing();
      const { row, child } = addRow(opened, "compositeSoffit");
      for (const name of ["type", "color"])
        opened.form.setValue(child(name), opened.form.optionsOf(child(name))[0]?.id ?? null);
      opened.form.setQuantity(child("length"), 30);
      expect(opened.form.validate(["compositeSoffit"]).map(({ code }) => code)).toEqual(["incompleteSoffit"]);
      const recommended = opened.form.recommendedAt(row)?.quantity ?? 0;
      expect(recommended).toBeGreaterThan(0);
      await expect(opened.saveFields(["compositeSoffit"])).resolves.toBe("saved");
      expect(opened.form.getSnapshot().problems).toEqual([]);
      expect(opened.form.lineAt(row)?.quantity).toBe(recommended);
    });

    test("[WF-ROOF-39] reports only the row that takes a shared quantity", async () => {
      const opened = openRoofing();
      opened.form.setQuantity(top("totalRoofArea"), 2200);
      for (let rows = 0; rows < 2; rows += 1) {
        const { child } = addRow(opened, "tearOff");
        for (const name of ["tearOffLayer", "tearOffPitch", "tearOffMaterial"])
          opened.form.setValue(child(name), opened.form.optionsOf(child(name))[0]?.id ?? null);
      }
      await opened.saveFields(["tearOff"]);
      // 2,200 sq ft are 22 squares.
      expect(filledIn(opened)).toEqual([expect.stringMatching(/: \S+( \S+)* 22 SQ$/)]);
    });
  });

  test("[WF-ROOF-27] leaves unbegun rows and empty lists alone", () => {
    const opened = openRoofing();
    opened.form.setQuantity(top("valleyLength"), 100);
    opened.form.setQuantity(top("roofToWallFlashingLength"), 28);
    opened.form.setQuantity(top("totalRoofArea"), 2000);
    const unused = unusedOf(opened.form, [...propertiesOfSection(DETAILS), ...propertiesOfSection(FLASHING)]);
    expect(unused.filter(({ onSave }) => onSave !== "leave")).toEqual([]);
    expect(unused.map(({ field }) => field.key)).not.toContain("tearOff");
  });

  test("[WF-ROOF-27] treats a cleared quantity as an error instead of filling it in", async () => {
    const { opened, row } = openValley(3);
    opened.form.setQuantity(row, null);
    await expect(opened.saveStep(FLASHING)).resolves.toBe("stayed");
    expect(opened.form.lineAt(row)?.quantity).toBeNull();
  });

  describe("an entered 0", () => {
    const CORNERS = top("gutterCorners");
    const withGutters = { optionalSectionIds: [GUTTERS] };
    const openGutters = ({ summary, ...options }: Parameters<typeof openRoofing>[0] = {}) =>
      openRoofing({ ...options, summary: { ...withGutters, ...summary } });
    /** Four corners of a chosen gutter are recommended, in a separate field. */
    function openCorners(options?: Parameters<typeof openRoofing>[0]) {
      const opened = openGutters(options);
      opened.form.setQuantity(top("totalGutterCorners"), 4);
      if (!opened.form.getSnapshot().values["gutter"]?.length) {
        const { child } = addRow(opened, "gutter");
        opened.form.setValue(child("gutterType"), opened.form.optionsOf(child("gutterType"))[0]?.id ?? null);
      }
      expect(opened.form.recommendedAt(CORNERS)?.quantity).toBe(4);
      return opened;
    }
    const savedItems = (opened: ReturnType<typeof openRoofing>) =>
      (opened.savedPart()?.items ?? []) as readonly StoredEstimateItem[];

    test("[WF-ROOF-27] is filled in only if it is empty", async () => {
      const opened = openCorners();
      await opened.saveStep(GUTTERS);
      expect(opened.form.lineAt(CORNERS)?.quantity).toBe(opened.form.recommendedAt(CORNERS)?.quantity);
    });

    test("[WF-ROOF-27] [MSG-04] stays, after a question about any other quantity", async () => {
      const opened = openCorners();
      opened.form.setQuantity(CORNERS, 0);
      await expect(opened.saveStep(GUTTERS)).resolves.toBe("saved");
      expect(opened.confirm.mock.calls[0]?.[0].message).toMatch(/recommended, 0 entered/);
      expect(opened.form.lineAt(CORNERS)?.quantity).toBe(0);
      // And at the next save of the same visit.
      await opened.saveStep(GUTTERS);
      expect(opened.form.lineAt(CORNERS)?.quantity).toBe(0);
    });

    test("[WF-ROOF-27] stays if it was another number before", async () => {
      const opened = openCorners();
      opened.form.setQuantity(CORNERS, 3);
      opened.form.setQuantity(CORNERS, 0);
      await opened.saveStep(GUTTERS);
      expect(opened.form.lineAt(CORNERS)?.quantity).toBe(0);
    });

    test("[WF-ROOF-27] stays when the saved step is opened and saved again", async () => {
      const first = openCorners();
      first.form.setQuantity(CORNERS, 0);
      await first.saveStep(GUTTERS);
      const again = openCorners({ items: savedItems(first), summary: { lastCompleteSectionId: GUTTERS } });
      await expect(again.saveStep(GUTTERS)).resolves.toBe("saved");
      expect(again.form.lineAt(CORNERS)?.quantity ?? 0).toBe(0);
      expect(again.notices()).toEqual([]);
    });

    test("[WF-ROOF-27] survives a reload before the step was saved", async () => {
      const first = openGutters();
      first.form.setQuantity(CORNERS, 0);
      const draft = JSON.parse(JSON.stringify(first.form.toDraft())) as FormDraft;
      const again = openCorners({ draft });
      await again.saveStep(GUTTERS);
      expect(again.form.lineAt(CORNERS)?.quantity).toBe(0);
    });

    test("[WF-ROOF-27] is not an unsaved change, and is dropped from the draft once the step is saved", async () => {
      const opened = openGutters();
      opened.form.setQuantity(CORNERS, 0);
      expect(opened.form.isChanged()).toBe(false);
      expect(opened.form.toDraft()).toBeDefined();
      await opened.saveStep(GUTTERS);
      expect(opened.form.toDraft()).toBeUndefined();
    });

    test("[WF-ROOF-27] does not count after it is discarded", async () => {
      const opened = openCorners();
      opened.form.setQuantity(CORNERS, 0);
      opened.form.discard(["gutterCorners"]);
      expect(opened.form.isZeroAnswered(CORNERS)).toBe(false);
      await opened.saveStep(GUTTERS);
      expect(opened.form.lineAt(CORNERS)?.quantity).toBeGreaterThan(0);
    });
  });

  describe("rows that share a quantity", () => {
    /** 22 squares of tear-off in two rows. */
    function openTearOff(first: number, second: number) {
      const opened = openRoofing();
      opened.form.setQuantity(top("totalRoofArea"), 2200);
      const rows = [first, second].map((quantity) => {
        const { row, child } = addRow(opened, "tearOff");
        for (const name of ["tearOffLayer", "tearOffPitch", "tearOffMaterial"])
          opened.form.setValue(child(name), opened.form.optionsOf(child(name))[0]?.id ?? null);
        if (quantity > 0) opened.form.setQuantity(row, quantity);
        return row;
      });
      const entered = () => rows.map((row) => opened.form.lineAt(row)?.quantity);
      return { opened, entered };
    }
    const tearOffOf = ({ form }: ReturnType<typeof openRoofing>) => unusedOf(form, ["tearOff"]);

    test("[MSG-04] are not asked about if their sum is the recommendation", () => {
      expect(tearOffOf(openTearOff(12, 10).opened)).toEqual([]);
    });

    test("[MSG-04] each offer what the others leave over", () => {
      const unused = tearOffOf(openTearOff(12, 6).opened);
      expect(unused.map(({ recommended, onSave }) => [recommended, onSave])).toEqual([
        [16, "ask"],
        [10, "ask"],
      ]);
    });

    test.each([
      { given: [12, 0], then: [12, 10] },
      { given: [0, 0], then: [22, 0] },
      { given: [22, 0], then: [22, 0] },
    ])("[WF-ROOF-27] $given: saving fills in up to $then", async ({ given: [first = 0, second = 0], then }) => {
      const { opened, entered } = openTearOff(first, second);
      await opened.saveFields(["tearOff"]);
      expect(entered()).toEqual(then);
    });

    test("[VAL-18] do not exceed the whole when all recommendations are applied", () => {
      const { opened, entered } = openTearOff(12, 0);
      opened.form.useAllRecommended(["tearOff"]);
      expect(entered()).toEqual([12, 10]);
    });
  });

  test("ignores fields of other steps", async () => {
    const { opened } = openValley(3);
    await opened.saveStep(DECKING);
    expect(opened.confirm).not.toHaveBeenCalled();
  });
});
