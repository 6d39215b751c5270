import { expect, test } from "vitest";
import { readStoredWindowTexts, storeWindowTexts } from "#drawings/stored-window-texts.ts";

test("[PAPER-13] a window with two grids is drawn from stored texts as from the form's", () => {
  const window = {
    width: 36,
    height: 60,
    style: "Double hung",
    exteriorColor: "Bronze",
    grids: [
      { size: "5/8 in", pattern: "Colonial 3 x 2", color: "White" },
      { size: "", pattern: "Prairie", color: "" },
    ],
  };
  const stored = storeWindowTexts({ ...window, screen: "" });
  expect(stored).toEqual({
    style: "Double hung",
    exteriorColor: "Bronze",
    gridSize: "5/8 in",
    gridPattern: "Colonial 3 x 2",
    gridColor: "White",
    gridPattern2: "Prairie",
  });
  expect(readStoredWindowTexts({ width: 36, height: 60, texts: stored })).toEqual(window);
});

test("[PAPER-13] a window without any text is an outline with a size", () => {
  expect(readStoredWindowTexts({ width: 36, height: 60, texts: {} })).toEqual({ width: 36, height: 60, grids: [] });
});
