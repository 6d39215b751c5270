import { lineAt } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { formOfWindow } from "#features/estimate/windows/form-of-window.ts";
import {
  createNextWindow,
  createWindow,
  discardWindows,
  draftOf,
  dropUntouchedWindow,
  newWindowOf,
  unsavedWindowIds,
} from "#features/estimate/windows/new-window.ts";
import { addWindow, enterWindow, openWindows, saveWindows } from "#features/estimate/windows/testing/open-windows.ts";
import { windowsIn } from "#features/estimate/windows/window-lines.ts";
import { windowTexts } from "#features/estimate/windows/window-texts.ts";

const SLIDER = { room: "Kitchen", style: "Slider, 2-lite", width: 48, height: 36, quantity: 2 } as const;
const PICTURE = { room: "Living room", style: "Picture", width: 60, height: 60 } as const;

const textsOf = (form: ReturnType<typeof openWindows>, id: number) => {
  const line = lineAt(form.getSnapshot().values, [{ property: "window", id }]);
  return line && windowTexts(form.book, line);
};

describe("a new window", () => {
  test("[WF-WIN-04] is in the list with its defaults as soon as it is created", () => {
    const form = openWindows();
    const id = createWindow(form);
    expect(windowsIn(form).map((line) => [line.id, line.quantity])).toEqual([[id, 1]]);
    expect(newWindowOf(form)?.id).toBe(id);
  });

  test("is not unsaved work until something is entered, and is removed without a trace", () => {
    const form = openWindows();
    const id = createWindow(form);
    expect(unsavedWindowIds(form).size).toBe(0);
    dropUntouchedWindow(form, id);
    expect(windowsIn(form)).toEqual([]);
    expect(form.isChanged()).toBe(false);
    expect(form.partToSave()).toBeUndefined();
  });

  test("is not stored on the device until something is entered", () => {
    const form = openWindows();
    const first = addWindow(form, SLIDER);
    saveWindows(form);
    const id = createWindow(form);
    expect(draftOf(form)).toBeUndefined();
    // Other work is kept without it.
    enterWindow(form, first, { quantity: 3 });
    expect(draftOf(form)?.values["window"]?.map((line) => line.id)).toEqual([first]);
    enterWindow(form, id, PICTURE);
    expect(draftOf(form)?.values["window"]?.map((line) => line.id)).toEqual([first, id]);
  });

  test("[WF-WIN-26] is unsaved work and stays once something is entered", () => {
    const form = openWindows();
    const id = addWindow(form, { width: 36 });
    dropUntouchedWindow(form, id);
    expect([...unsavedWindowIds(form)]).toEqual([id]);
    expect(windowsIn(form)).toHaveLength(1);
  });

  test("[LEAD-14] is unsaved work and stored once text is typed in a quantity field", () => {
    const form = openWindows();
    const id = createWindow(form);
    const width = { outer: [{ property: "window", id }], property: "width", lineId: null };
    form.setQuantity(width, null);
    form.setUnparsed(width, "3 ft");
    dropUntouchedWindow(form, id);
    expect([...unsavedWindowIds(form)]).toEqual([id]);
    expect(draftOf(form)?.unread?.map(({ typed }) => typed)).toEqual(["3 ft"]);
    expect(draftOf(form)?.values["window"]?.map((line) => line.id)).toEqual([id]);
    form.setUnparsed(width, null);
    expect(draftOf(form)).toBeUndefined();
  });

  test("is no longer new once it is saved, and the next one is another", () => {
    const form = openWindows();
    const first = addWindow(form, SLIDER);
    saveWindows(form);
    expect(newWindowOf(form)).toBeNull();
    expect(unsavedWindowIds(form).size).toBe(0);
    expect(createWindow(form)).not.toBe(first);
    expect(windowsIn(form)).toHaveLength(2);
  });

  test("[OP-40] is wanted even unchanged if it is a copy, which has everything of its source", () => {
    const form = openWindows();
    const source = addWindow(form, SLIDER);
    saveWindows(form);
    const copy = createWindow(form, { sourceId: source });
    expect(textsOf(form, copy)).toEqual(textsOf(form, source));
    expect([...unsavedWindowIds(form)]).toEqual([copy]);
  });

  test("can start with the previous window's choices, without room, size and count", () => {
    const form = openWindows();
    const source = addWindow(form, SLIDER);
    saveWindows(form);
    const next = createNextWindow(form, source);
    expect(textsOf(form, next)).toMatchObject({ style: "Slider, 2-lite", width: null, height: null });
    expect(windowsIn(form)[1]?.quantity).toBe(1);
    expect(unsavedWindowIds(form).size).toBe(0);
    dropUntouchedWindow(form, next);
    expect(windowsIn(form).map(({ id }) => id)).toEqual([source]);
  });
});

test("cannot be saved without a size, because 0 by 0 would be priced as the smallest", () => {
  const form = openWindows();
  const id = addWindow(form, { room: "Kitchen", style: "Picture" });
  const texts = formOfWindow(form, id)
    .validate(["window"])
    .map(({ text }) => text);
  expect(texts).toEqual(["Width is required.", "Height is required."]);
});

describe("unsaved windows", () => {
  test("[WF-WIN-26] include only the edited window, until it is as before", () => {
    const form = openWindows();
    const kitchen = addWindow(form, SLIDER);
    addWindow(form, PICTURE);
    saveWindows(form);
    enterWindow(form, kitchen, { width: 50 });
    expect([...unsavedWindowIds(form)]).toEqual([kitchen]);
    enterWindow(form, kitchen, { width: 48 });
    expect(unsavedWindowIds(form).size).toBe(0);
  });

  test("[WF-WIN-26] are restored by discarding, which removes a new one", () => {
    const form = openWindows();
    const kitchen = addWindow(form, SLIDER);
    saveWindows(form);
    enterWindow(form, kitchen, { width: 50 });
    discardWindows(form);
    expect(textsOf(form, kitchen)?.width).toBe(48);
    addWindow(form, PICTURE);
    discardWindows(form);
    expect(windowsIn(form).map(({ id }) => id)).toEqual([kitchen]);
    expect(newWindowOf(form)).toBeNull();
  });
});

describe("the form of one window", () => {
  test("ignores problems of other saved windows", () => {
    const form = openWindows();
    const broken = addWindow(form, { room: "Hall", style: "Picture" });
    saveWindows(form);
    const kitchen = addWindow(form, SLIDER);
    expect(form.validate(["window"]).length).toBeGreaterThan(0);
    expect(formOfWindow(form, kitchen).validate(["window"])).toEqual([]);
    const own = formOfWindow(form, broken).validate(["window"]);
    expect(own.map(({ text }) => text)).toContain("Width is required.");
    expect(formOfWindow(form, kitchen).getSnapshot().problems).toEqual([]);
  });

  test("validates other windows with unsaved work, because they are saved too", () => {
    const form = openWindows();
    const kitchen = addWindow(form, SLIDER);
    const living = addWindow(form, PICTURE);
    saveWindows(form);
    form.setQuantity({ outer: [{ property: "window", id: living }], property: "width", lineId: null }, null);
    expect(formOfWindow(form, kitchen).validate(["window"]).length).toBeGreaterThan(0);
  });

  test("is unchanged for an untouched new window, but not for other edits", () => {
    const form = openWindows();
    const id = createWindow(form);
    const own = formOfWindow(form, id);
    expect(form.isChanged(["window"])).toBe(true);
    expect(own.isChanged()).toBe(false);
    expect(own.isChanged(["window"])).toBe(false);
    form.setQuantity({ outer: [], property: "yearsInHome", lineId: null }, 7);
    expect(own.isChanged()).toBe(true);
    expect(own.isChanged(["window"])).toBe(false);
  });

  test("keeps its snapshot while nothing changes", () => {
    const form = openWindows();
    const own = formOfWindow(form, addWindow(form, SLIDER));
    expect(own.getSnapshot()).toBe(own.getSnapshot());
  });
});
