import { DEFAULT_THEME_COLOR } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { contrastRatio } from "#ui/theme/oklch.ts";
import { deriveThemeColors } from "#ui/theme/theme-color.ts";
import { contrastText, textOn, themeFigures } from "./theme-figures.ts";

const figuresOf = (color: string) =>
  themeFigures(deriveThemeColors(color)).map(({ label, source, contrast, isReadable }) => [
    label,
    source,
    contrastText(contrast),
    isReadable,
  ]);

test("[CST-03] the default color is shown with the steps and contrast of the approved picture", () => {
  expect(figuresOf(DEFAULT_THEME_COLOR)).toEqual([
    ["Text and buttons on white", "step 7", "5.7 : 1", true],
    ["Buttons in the dark theme", "step 4", expect.stringMatching(/^\d+\.\d : 1$/), true],
    ["Selection behind text", "step 0", expect.stringMatching(/^1\d\.\d : 1$/), true],
  ]);
});

test("[CST-03] a color that is readable on white is used unchanged", () => {
  // White on black is 21 : 1 by WCAG's definition.
  expect(figuresOf("#000000")[0]).toEqual(["Text and buttons on white", "your color", "21.0 : 1", true]);
});

test.each(["#ffff00", "#ffffff", "#000000", "#ff00ff", "#2ab0da"])(
  "[CST-03] the app's shades of %s are readable",
  (color) => {
    expect(themeFigures(deriveThemeColors(color)).filter(({ isReadable }) => !isReadable)).toEqual([]);
  },
);

test("[CST-03] a contrast that misses the bar is not rounded up to it", () => {
  expect(contrastText(4.49)).toBe("4.4 : 1");
  expect(contrastText(4.5)).toBe("4.5 : 1");
});

test("[CST-03] the numbers on the steps can be read", () => {
  for (const step of deriveThemeColors(DEFAULT_THEME_COLOR).steps)
    expect(contrastRatio(step, textOn(step)), step).toBeGreaterThanOrEqual(4.5);
});
