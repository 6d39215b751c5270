import { emptySummary } from "@ridgebook/contract";
import { indexPriceBook, temporaryIds, type FieldPlace } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test, vi } from "vitest";
import { withItemIds } from "#local-data/outbox/item-ids.ts";
import { createWorkflowForm } from "./create-workflow-form.ts";
import type { FormDraft, WorkflowForm } from "./workflow-form.ts";

const copy = { workflowId: 1, workflowEstimateId: 1 };
const book = indexPriceBook(starterPriceBook);
const EAVE: FieldPlace = { outer: [], property: "eaveLength", lineId: null };

const openForm = ({ draft }: { draft?: FormDraft | undefined } = {}): WorkflowForm =>
  createWorkflowForm({
    ...{ copy, book, nextId: temporaryIds(), draft },
    saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0, lenderFeePercent: 0 },
  });

/** As the device gives it back: what is kept is JSON. */
const reopened = (form: WorkflowForm): WorkflowForm => {
  const draft = form.toDraft();
  return openForm({ draft: draft && (JSON.parse(JSON.stringify(draft)) as FormDraft) });
};

/** As a field does. */
function typeInEave(form: WorkflowForm, typed: string): void {
  form.setQuantity(EAVE, null);
  form.noteUnread(EAVE, typed);
}

const told = (form: WorkflowForm): readonly string[] => form.getSnapshot().problems.map(({ text }) => text);

describe("what stands in fields and is no number", () => {
  test("[VAL-13] is told as that, not as missing, wherever the form tells what is wrong", () => {
    const form = openForm();
    typeInEave(form, "12 years");
    expect(told(form)).toEqual([]);
    const [problem, ...others] = form.validate(["eaveLength"]);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ path: "eaveLength.0.quantity", text: "“12 years” is not a number." });
    expect(told(form)).toEqual(["“12 years” is not a number."]);
    expect(form.problemsOf(EAVE)).toEqual([problem]);
  });

  test("[VAL-13] is told as it is by now, as missing once it is emptied, and no more once it is a number", () => {
    const form = openForm();
    typeInEave(form, "12 years");
    form.validate(["eaveLength"]);
    const hears = vi.fn();
    form.subscribe(hears);
    typeInEave(form, "12 y");
    expect(hears).toHaveBeenCalled();
    expect(told(form)).toEqual(["“12 y” is not a number."]);
    form.noteUnread(EAVE, null);
    expect(told(form)).toEqual(["Eave length is required."]);
    form.setQuantity(EAVE, 12);
    expect(told(form)).toEqual([]);
  });

  test("[MSG-03] is unsaved work until it is discarded, or taken back", () => {
    const form = openForm();
    form.setQuantity(EAVE, 0);
    expect(form.isChanged()).toBe(false);
    typeInEave(form, "12 years");
    expect(form.isChanged(["rakeEdgeLength"])).toBe(false);
    expect(form.isChanged(["eaveLength"])).toBe(true);
    expect(form.unreadAt(EAVE)).toBe("12 years");
    form.setQuantity(EAVE, 5);
    expect(form.unreadAt(EAVE)).toBeUndefined();
    typeInEave(form, "ten");
    form.discard();
    expect(form.isChanged()).toBe(false);
    expect(form.unreadAt(EAVE)).toBeUndefined();
  });

  describe("[LEAD-14] is kept in the draft and back in a form that is opened with it", () => {
    test("also where nothing else was entered", () => {
      const form = openForm();
      typeInEave(form, "16,9,5");
      const again = reopened(form);
      expect(again.unreadAt(EAVE)).toBe("16,9,5");
      expect(again.getSnapshot().isChanged).toBe(true);
      expect(again.validate(["eaveLength"]).map(({ text }) => text)).toEqual(["“16,9,5” is not a number."]);
      again.discard();
      expect(again.toDraft()).toBeUndefined();
    });

    test("beside what else was entered, each in its row of a list", () => {
      const form = openForm();
      const rows = { outer: [], property: "dripEdge" };
      form.addRow(rows);
      form.addRow(rows);
      const [first, second] = (form.getSnapshot().values["dripEdge"] ?? []).map(({ id }) => id);
      const at = (lineId: number | undefined): FieldPlace => ({ ...rows, lineId: lineId ?? 0 });
      form.setQuantity(at(first), 40);
      form.setQuantity(at(second), null);
      form.noteUnread(at(second), "sixty");
      const again = reopened(form);
      expect(again.lineAt(at(first))?.quantity).toBe(40);
      expect(again.unreadAt(at(first))).toBeUndefined();
      expect(again.unreadAt(at(second))).toBe("sixty");
    });

    test("in a row that got the server's id meanwhile, under that", () => {
      const form = openForm();
      form.addRow({ outer: [], property: "dripEdge" });
      const id = form.getSnapshot().values["dripEdge"]?.[0]?.id ?? 0;
      const at = { outer: [], property: "dripEdge", lineId: id };
      form.setQuantity(at, null);
      form.noteUnread(at, "sixty");
      const draft = withItemIds(form.toDraft(), new Map([[id, 512]]));
      expect(openForm({ draft }).unreadAt({ ...at, lineId: 512 })).toBe("sixty");
    });

    test("a number in its place leaves nothing of it", () => {
      const form = openForm();
      typeInEave(form, "16,9,5");
      form.setQuantity(EAVE, 16.95);
      form.noteUnread(EAVE, null);
      expect(form.toDraft()?.unread).toBeUndefined();
      expect(reopened(form).lineAt(EAVE)?.quantity).toBe(16.95);
    });

    test("a draft of an earlier version has none, and one of a field that is gone is left out", () => {
      const form = openForm();
      form.setQuantity(EAVE, 12);
      expect(reopened(form).getSnapshot().unread).toEqual([]);
      const gone = { path: [{ property: "tinRoof", id: -2 }], typed: "abc" };
      const draft = { ...(form.toDraft() as FormDraft), unread: [gone] };
      expect(openForm({ draft }).getSnapshot().unread).toEqual([]);
    });
  });
});
