import { emptySummary } from "@ridgebook/contract";
import { indexPriceBook, temporaryIds } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test, vi } from "vitest";
import { createWorkflowForm } from "./create-workflow-form.ts";
import { unreadTextsOf, withUnreadTexts, type UnreadText } from "./unread-texts.ts";
import type { FieldPlace, WorkflowForm } from "./workflow-form.ts";

const copy = { workflowId: 1, workflowEstimateId: 1 };
const book = indexPriceBook(starterPriceBook);
const EAVE: FieldPlace = { outer: [], property: "eaveLength", lineId: null };

const openForm = (): WorkflowForm =>
  withUnreadTexts(
    createWorkflowForm({
      ...{ copy, book, nextId: temporaryIds() },
      saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0 },
    }),
  );

const unread = (typed: string): UnreadText => ({ typed, problem: `“${typed}” is not a number.` });

/** As a field does. */
function typeInEave(form: WorkflowForm, typed: string): void {
  form.setQuantity(EAVE, null);
  unreadTextsOf(form).note(EAVE, unread(typed));
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
    unreadTextsOf(form).note(EAVE, null);
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
    expect(unreadTextsOf(form).textAt(EAVE)).toEqual(unread("12 years"));
    form.setQuantity(EAVE, 5);
    expect(unreadTextsOf(form).textAt(EAVE)).toBeUndefined();
    typeInEave(form, "ten");
    form.discard();
    expect(form.isChanged()).toBe(false);
    expect(unreadTextsOf(form).textAt(EAVE)).toBeUndefined();
  });
});
