import { expect, test } from "vitest";
import { addWindow, enterWindow, openWindows } from "#features/estimate/windows/testing/open-windows.ts";
import { windowsIn } from "#features/estimate/windows/window-lines.ts";
import { windowSummary, windowTexts, windowTitle } from "#features/estimate/windows/window-texts.ts";

const lineOf = (form: ReturnType<typeof openWindows>) => {
  const [line] = windowsIn(form);
  if (!line) throw new Error("there is no window");
  return line;
};

test("[WF-WIN-05] describe a window by number, room, size and type", () => {
  const form = openWindows();
  addWindow(form, { room: "Kitchen", style: "Slider, 2-lite", width: 48, height: 36 });
  const line = lineOf(form);
  expect(windowTitle({ book: form.book, line, number: 1 })).toBe("1 Kitchen");
  expect(windowSummary(windowTexts(form.book, line))).toBe("48 × 36 Slider, 2-lite");
});

test('[WF-WIN-05] use the details without a room, and "window" without either', () => {
  const form = openWindows();
  const id = addWindow(form, {});
  expect(windowTitle({ book: form.book, line: lineOf(form), number: 3, isNew: true })).toBe("3 New window");
  expect(windowTitle({ book: form.book, line: lineOf(form), number: 3 })).toBe("3 Window");
  expect(windowSummary(windowTexts(form.book, lineOf(form)))).toBe("No size yet");
  form.setValue({ outer: [{ property: "window", id }], property: "roomDetails", lineId: null }, "Stairs, left");
  expect(windowTitle({ book: form.book, line: lineOf(form), number: 3 })).toBe("3 Stairs, left");
});

test("are the same object for an unchanged window", () => {
  const form = openWindows();
  const id = addWindow(form, { width: 48, height: 36 });
  const before = windowTexts(form.book, lineOf(form));
  form.setQuantity({ outer: [], property: "yearsInHome", lineId: null }, 7);
  expect(windowTexts(form.book, lineOf(form))).toBe(before);
  enterWindow(form, id, { width: 50 });
  expect(windowTexts(form.book, lineOf(form))).toMatchObject({ width: 50, height: 36 });
});

test("describe grids with size, pattern and color", () => {
  const form = openWindows();
  const id = addWindow(form, { style: "Double hung", width: 36, height: 60 });
  const outer = [{ property: "window", id }];
  form.addRow({ outer, property: "grid" });
  const gridId = lineOf(form).children?.["grid"]?.[0]?.id ?? 0;
  const below = [...outer, { property: "grid", id: gridId }];
  form.setValue({ outer: below, property: "gridPattern", lineId: null }, "3.24.1");
  expect(windowTexts(form.book, lineOf(form)).grids).toEqual([{ size: "", pattern: "Colonial", color: "" }]);
});
