import { sectionRecord, workflowRecord, emptySummary } from "@ridgebook/contract";
import { fieldByKey, SECTIONS, trimOrders } from "@ridgebook/estimating";
import { SOON } from "@ridgebook/testing/patience";
import { expect, test, vi } from "vitest";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { orderText } from "#features/estimate/steps/ordered-trim.ts";
import { saveForm } from "#features/estimate/steps/save-form.ts";
import { addWindow, openWindows, starterBook } from "#features/estimate/windows/testing/open-windows.ts";
import type { EstimateStore, LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

const WRAP = "Aluminum wrap, 10 ft";

const workflow: LocalWorkflow = {
  id: 3,
  ...workflowRecord.empty,
  title: "Windows & Doors",
  sections: SECTIONS.filter(({ workflowId }) => workflowId === 3).map((section) => ({
    ...sectionRecord.empty,
    id: section.id,
    workflowId: 3,
    order: section.order,
    optional: section.optional,
    name: section.name,
    component: section.component,
    title: section.name,
  })),
};

function openSaved() {
  const form = openWindows();
  const estimate = {
    id: 12,
    items: [],
    comparisons: [],
    workflowSummaries: {},
    sync: "synced",
  } as unknown as LocalEstimate;
  const save = vi.fn<EstimateStore["save"]>(() => Promise.resolve({ outcome: "synced", id: 12 }));
  const notices: NewNotice[] = [];
  const notify = (notice: NewNotice): void => void notices.push(notice);
  const unused = () => Promise.reject(new Error("Nobody is asked."));
  return {
    form,
    notices,
    saveWindow: () =>
      saveForm(
        {
          form,
          estimate,
          workflow,
          save,
          notify,
          readEstimate: () => estimate,
          summary: emptySummary(form.copy),
          confirm: unused,
          reportFailure: unused,
          findRefusal: unused,
          focus: () => undefined,
        },
        ["window"],
      ),
    savedFields: (call: number) => save.mock.calls[call]?.[1].parts?.[0]?.fieldIds,
    trimNotice: () => notices.find(({ message }) => message.startsWith("Trim ordered")),
    saved: () => save.mock.calls.length,
  };
}

function addTrim(form: WorkflowForm, windowId: number): void {
  const outer = [{ property: "window", id: windowId }];
  form.addRow({ outer, property: "exteriorTrim" });
  const row = form.lineAt({ outer: [], property: "window", lineId: windowId })?.children?.["exteriorTrim"]?.at(-1);
  const field = fieldByKey(3, "window.exteriorTrim.exteriorTrimType");
  const type = field && starterBook.entryOf(field).entry.options.find(({ value }) => value === WRAP)?.id;
  const below = [...outer, { property: "exteriorTrim", id: row?.id ?? 0 }];
  form.setValue({ outer: below, property: "exteriorTrimType", lineId: null }, type ?? "");
}

const ordersOf = ({ copy, book, getSnapshot }: WorkflowForm) =>
  trimOrders({ workflowId: copy.workflowId, book, values: getSnapshot().values }).map(orderText);

test("[WIN-01] [WIN-03] saves the trim that a window orders, notifies, and undoes it with one press", async () => {
  const opened = openSaved();
  // 1.15 x (2 x 36 + 2 x 60) / 12 = 18.4: 19 ft, 2 pieces of 10 ft.
  addTrim(opened.form, addWindow(opened.form, { style: "Double hung", width: 36, height: 60 }));
  await expect(opened.saveWindow()).resolves.toBe("saved");
  expect(opened.savedFields(0)).toEqual(expect.arrayContaining(["3.1", "3.55"]));
  expect(opened.trimNotice()?.message).toBe(`Trim ordered for the windows: 19 ft of ${WRAP}: 2 PC`);

  opened.trimNotice()?.action?.run();
  await vi.waitFor(() => expect(opened.saved()).toBe(2), SOON);
  expect(opened.savedFields(1)).toEqual(["3.55"]);
  expect(ordersOf(opened.form)).toEqual([]);
});

test("[WIN-03] restores the previous order when a longer one is undone", async () => {
  const opened = openSaved();
  addTrim(opened.form, addWindow(opened.form, { style: "Double hung", width: 36, height: 60 }));
  await opened.saveWindow();
  opened.notices.length = 0;
  // 36.8: 37 ft, 4 pieces.
  addTrim(opened.form, addWindow(opened.form, { style: "Double hung", width: 36, height: 60 }));
  await opened.saveWindow();
  expect(opened.trimNotice()?.message).toBe(`Trim ordered for the windows: 37 ft of ${WRAP}: 4 PC`);
  opened.trimNotice()?.action?.run();
  await vi.waitFor(() => expect(opened.saved()).toBe(3), SOON);
  expect(ordersOf(opened.form)).toEqual([`19 ft of ${WRAP}: 2 PC`]);
});

test("[WIN-01] discards the orders of a new window with it", () => {
  const { form } = openSaved();
  addTrim(form, addWindow(form, { style: "Double hung", width: 36, height: 60 }));
  expect(ordersOf(form)).toEqual([`19 ft of ${WRAP}: 2 PC`]);
  form.discard(["window"]);
  expect(ordersOf(form)).toEqual([]);
  expect(form.isChanged()).toBe(false);
});
