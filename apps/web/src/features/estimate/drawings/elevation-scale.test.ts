import { describe, expect, test } from "vitest";
import { elevationScale } from "#features/estimate/drawings/elevation-scale.ts";

const DOUBLE_HUNG = { style: "Double hung", width: 36, height: 60 };
const PATIO_DOOR = { style: "Sliding patio door", width: 72, height: 80 };

describe("the shared scale of window drawings", () => {
  // Drawings have 188 x 312 pixels.
  test.each([
    { rule: "HOME-04", given: "a window alone is as high as there is room", windows: [DOUBLE_HUNG], scale: 312 / 60 },
    { rule: "HOME-04", given: "a wide door is as wide as there is room", windows: [PATIO_DOOR], scale: 188 / 72 },
    { rule: "HOME-04", given: "the largest decides", windows: [DOUBLE_HUNG, PATIO_DOOR], scale: 188 / 72 },
    {
      rule: "HOME-04",
      given: "a window without a size stands for 36 x 48",
      windows: [{ width: 0, height: 0 }],
      scale: 188 / 36,
    },
  ])("[$rule] $given", ({ windows, scale }) => {
    expect(elevationScale(windows)).toBeCloseTo(scale, 9);
  });

  test("[HOME-04] makes room for the roof of a bay", () => {
    const bay = { style: "Bay", width: 40, height: 96, roofOption: "Hip roof" };
    expect(elevationScale([bay])).toBeLessThan(elevationScale([{ ...bay, roofOption: "None" }]));
  });
});
