import { emptySummary } from "@ridgebook/contract";
import { indexPriceBook, temporaryIds } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import type { FormDraft } from "#features/estimate/form/workflow-form.ts";
import { keepDraft } from "#features/estimate/steps/keep-draft.ts";

const book = indexPriceBook(starterPriceBook);
const copy = { workflowId: 4, workflowEstimateId: 1 };
const CORNERS = { outer: [], property: "gutterCorners", lineId: null };

/** A page that can be hidden and left. */
function buildPage() {
  const listeners = new Map<string, () => void>();
  const target = {
    addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
    removeEventListener: (name: string) => void listeners.delete(name),
  };
  const document = { ...target, visibilityState: "visible" as DocumentVisibilityState };
  return {
    page: { window: target, document } as unknown as Parameters<typeof keepDraft>[0]["page"],
    leave: () => listeners.get("pagehide")?.(),
    hide: () => {
      document.visibilityState = "hidden";
      listeners.get("visibilitychange")?.();
    },
    listeners,
  };
}

function openKept() {
  const form = createWorkflowForm({
    copy,
    book,
    nextId: temporaryIds(),
    saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0, lenderFeePercent: 0 },
  });
  const write = vi.fn<(draft: FormDraft | undefined) => Promise<void>>(() => Promise.resolve());
  const reportFailure = vi.fn();
  const browser = buildPage();
  const stop = keepDraft({
    form,
    draftOf: form.toDraft,
    write,
    reportFailure,
    afterFrame: setTimeout,
    page: browser.page,
  });
  return { form, write, reportFailure, stop, ...browser };
}

describe("storing the draft of an open form", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("stores an edit immediately, and the edits of one task together", async () => {
    const { form, write } = openKept();
    form.setQuantity(CORNERS, 1);
    form.setQuantity(CORNERS, 12);
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenCalledTimes(1);
    expect(write.mock.calls[0]?.[0]?.values["gutterCorners"]?.[0]?.quantity).toBe(12);
  });

  test("stores edits made during a write after it, only the last state", async () => {
    const { form, write } = openKept();
    let finish: () => void = () => undefined;
    write.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
    for (let quantity = 1; quantity <= 6; quantity += 1) {
      form.setQuantity(CORNERS, quantity);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(write).toHaveBeenCalledTimes(1);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(write.mock.calls.map(([draft]) => draft?.values["gutterCorners"]?.[0]?.quantity)).toEqual([1, 6]);
  });

  test("[WF-ROOF-27] stores a 0 that was entered, and drops it once it is saved", async () => {
    const { form, write } = openKept();
    form.setQuantity(CORNERS, 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(write.mock.calls[0]?.[0]?.zerosOf).toHaveLength(1);
    form.markSaved({ workflowId: 4, workflowEstimateId: 1 }, ["gutterCorners"]);
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenLastCalledWith(undefined);
  });

  test("[LEAD-14] stores every keystroke of text that is not a number", async () => {
    const { form, write } = openKept();
    for (const typed of ["1 d", "1 do", "1 doz"]) {
      form.setQuantity(CORNERS, null);
      form.setUnparsed(CORNERS, typed);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(write.mock.calls.map(([draft]) => draft?.unread?.map(({ typed }) => typed))).toEqual([
      ["1 d"],
      ["1 do"],
      ["1 doz"],
    ]);
    form.setQuantity(CORNERS, 12);
    form.setUnparsed(CORNERS, null);
    await vi.advanceTimersByTimeAsync(0);
    expect(write.mock.lastCall?.[0]?.unread).toBeUndefined();
  });

  test.each(["leave", "hide"] as const)("at once when the page is left (%s)", async (way) => {
    const opened = openKept();
    opened.form.setQuantity(CORNERS, 4);
    opened[way]();
    await Promise.resolve();
    expect(opened.write).toHaveBeenCalledTimes(1);
  });

  test("drops what is saved or discarded", async () => {
    const { form, write } = openKept();
    form.setQuantity(CORNERS, 4);
    await vi.advanceTimersByTimeAsync(0);
    const part = form.partToSave();
    if (part) form.markSaved(part);
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenLastCalledWith(undefined);
    form.setQuantity(CORNERS, 5);
    await vi.advanceTimersByTimeAsync(0);
    form.discard();
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenLastCalledWith(undefined);
    expect(write).toHaveBeenCalledTimes(4);
  });

  test("stores nothing when problems are marked", async () => {
    const { form, write } = openKept();
    form.validate();
    await vi.advanceTimersByTimeAsync(0);
    expect(write).not.toHaveBeenCalled();
  });

  test("writes in sequence, even after a failed write", async () => {
    const { form, write, reportFailure } = openKept();
    let fail: (error: Error) => void = () => undefined;
    write.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
    form.setQuantity(CORNERS, 4);
    await vi.advanceTimersByTimeAsync(0);
    form.setQuantity(CORNERS, 5);
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenCalledTimes(1);
    fail(new Error("disk full"));
    await vi.advanceTimersByTimeAsync(0);
    expect(reportFailure).toHaveBeenCalledTimes(1);
    expect(write).toHaveBeenCalledTimes(2);
  });

  test("writes what is pending when it stops, and unsubscribes", async () => {
    const { form, write, stop, listeners } = openKept();
    form.setQuantity(CORNERS, 4);
    stop();
    await Promise.resolve();
    expect(write).toHaveBeenCalledTimes(1);
    form.setQuantity(CORNERS, 5);
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenCalledTimes(1);
    expect(listeners.size).toBe(0);
  });
});
