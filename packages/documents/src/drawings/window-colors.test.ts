import { describe, expect, test } from "vitest";
import { colorOfName, edgeColorOf, lightnessOf } from "#drawings/window-colors.ts";

describe("the color of a name", () => {
  test.each([
    { name: "White", color: "#f4f4f0" },
    { name: "Bronze, painted", color: "#4a3b30" },
    { name: "Dark Bronze anodized", color: "#3b2f28" },
    { name: "Stain grade, stained to match", color: "#8a5a34" },
    { name: "Light oak woodgrain", color: "#c79a5d" },
    { name: "sandtone, off-white", color: "#efece2" },
    { name: "Navy Blue", color: "#25364b" },
    { name: "Burgundy red", color: "#5f2430" },
  ])("$name is $color", ({ name, color }) => {
    expect(colorOfName(name, "outside")).toBe(color);
  });

  test("a name with two sides says the color of each", () => {
    expect(colorOfName("White inside, bronze outside", "outside")).toBe("#4a3b30");
    expect(colorOfName("White inside, bronze outside", "inside")).toBe("#f4f4f0");
    expect(colorOfName("Exterior black", "inside")).toBeUndefined();
  });

  test.each(["Custom 4711", "", undefined])("%j means no color that is known", (name) => {
    expect(colorOfName(name, "outside")).toBeUndefined();
  });

  test("edges are darker than a light frame and lighter than a black one", () => {
    expect(lightnessOf(edgeColorOf("#f4f4f0"))).toBeLessThan(lightnessOf("#f4f4f0"));
    expect(lightnessOf(edgeColorOf("#1d1d1b"))).toBeGreaterThan(lightnessOf("#1d1d1b"));
  });
});
