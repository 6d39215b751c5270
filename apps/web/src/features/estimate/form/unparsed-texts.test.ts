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
    copy,
    book,
    nextId: temporaryIds(),
    draft,
    saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0, lenderFeePercent: 0 },
  });

/** As the device returns it: stored as JSON. */
const reopened = (form: WorkflowForm): WorkflowForm => {
  const draft = form.toDraft();
  return openForm({ draft: draft && (JSON.parse(JSON.stringify(draft)) as FormDraft) });
};

/** As a field does. */
function typeInEave(form: WorkflowForm, typed: string): void {
  form.setQuantity(EAVE, null);
  form.setUnparsed(EAVE, typed);
}

const told = (form: WorkflowForm): readonly string[] => form.getSnapshot().problems.map(({ text }) => text);

describe("text in quantity fields that is not a number", () => {
  test("[VAL-13] is reported as not a number instead of missing, everywhere in the form", () => {
    const form = openForm();
    typeInEave(form, "12 years");
    expect(told(form)).toEqual([]);
    const [problem, ...others] = form.validate(["eaveLength"]);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ path: "eaveLength.0.quantity", text: "“12 years” is not a number." });
    expect(told(form)).toEqual(["“12 years” is not a number."]);
    expect(form.problemsOf(EAVE)).toEqual([problem]);
  });

  test("[VAL-13] is reported as missing once the field is cleared, and not at all once it is a number", () => {
    const form = openForm();
    typeInEave(form, "12 years");
    form.validate(["eaveLength"]);
    const hears = vi.fn();
    form.subscribe(hears);
    typeInEave(form, "12 y");
    expect(hears).toHaveBeenCalled();
    expect(told(form)).toEqual(["“12 y” is not a number."]);
    form.setUnparsed(EAVE, null);
    expect(told(form)).toEqual(["Eave length is required."]);
    form.setQuantity(EAVE, 12);
    expect(told(form)).toEqual([]);
  });

  test("[MSG-03] is unsaved work until it is discarded or undone", () => {
    const form = openForm();
    form.setQuantity(EAVE, 0);
    expect(form.isChanged()).toBe(false);
    typeInEave(form, "12 years");
    expect(form.isChanged(["rakeEdgeLength"])).toBe(false);
    expect(form.isChanged(["eaveLength"])).toBe(true);
    expect(form.unparsedAt(EAVE)).toBe("12 years");
    form.setQuantity(EAVE, 5);
    expect(form.unparsedAt(EAVE)).toBeUndefined();
    typeInEave(form, "ten");
    form.discard();
    expect(form.isChanged()).toBe(false);
    expect(form.unparsedAt(EAVE)).toBeUndefined();
  });

  describe("[LEAD-14] is stored in the draft and restored from it", () => {
    test("without any other edit", () => {
      const form = openForm();
      typeInEave(form, "16,9,5");
      const again = reopened(form);
      expect(again.unparsedAt(EAVE)).toBe("16,9,5");
      expect(again.getSnapshot().isChanged).toBe(true);
      expect(again.validate(["eaveLength"]).map(({ text }) => text)).toEqual(["“16,9,5” is not a number."]);
      again.discard();
      expect(again.toDraft()).toBeUndefined();
    });

    test("beside other edits, each in its row of a list", () => {
      const form = openForm();
      const rows = { outer: [], property: "dripEdge" };
      form.addRow(rows);
      form.addRow(rows);
      const [first, second] = (form.getSnapshot().values["dripEdge"] ?? []).map(({ id }) => id);
      const at = (lineId: number | undefined): FieldPlace => ({ ...rows, lineId: lineId ?? 0 });
      form.setQuantity(at(first), 40);
      form.setQuantity(at(second), null);
      form.setUnparsed(at(second), "sixty");
      const again = reopened(form);
      expect(again.lineAt(at(first))?.quantity).toBe(40);
      expect(again.unparsedAt(at(first))).toBeUndefined();
      expect(again.unparsedAt(at(second))).toBe("sixty");
    });

    test("in a row that got the server's id in the meantime", () => {
      const form = openForm();
      form.addRow({ outer: [], property: "dripEdge" });
      const id = form.getSnapshot().values["dripEdge"]?.[0]?.id ?? 0;
      const at = { outer: [], property: "dripEdge", lineId: id };
      form.setQuantity(at, null);
      form.setUnparsed(at, "sixty");
      const draft = withItemIds(form.toDraft(), new Map([[id, 512]]));
      expect(openForm({ draft }).unparsedAt({ ...at, lineId: 512 })).toBe("sixty");
    });

    test("but not once a number replaces it", () => {
      const form = openForm();
      typeInEave(form, "16,9,5");
      form.setQuantity(EAVE, 16.95);
      form.setUnparsed(EAVE, null);
      expect(form.toDraft()?.unread).toBeUndefined();
      expect(reopened(form).lineAt(EAVE)?.quantity).toBe(16.95);
    });

    test("unless the draft is older or its field no longer exists", () => {
      const form = openForm();
      form.setQuantity(EAVE, 12);
      expect(reopened(form).getSnapshot().unparsed).toEqual([]);
      const gone = { path: [{ property: "tinRoof", id: -2 }], typed: "abc" };
      const draft = { ...(form.toDraft() as FormDraft), unread: [gone] };
      expect(openForm({ draft }).getSnapshot().unparsed).toEqual([]);
    });
  });
});
