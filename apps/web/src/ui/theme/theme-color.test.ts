import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrastRatio, hexToOklch, oklchToHex } from "#ui/theme/oklch.ts";
import { NEUTRAL_TOKENS } from "#ui/theme/neutral-tokens.ts";
import { deriveThemeColors } from "#ui/theme/theme-color.ts";

const anyHexColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

const channels = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

/** Rounding to sRGB may differ by one of 255 in a channel. */
function expectColorNear(actual: string, expected: string): void {
  channels(actual).forEach((channel, index) => {
    expect(Math.abs(channel - (channels(expected)[index] ?? 0)), `${actual} near ${expected}`).toBeLessThanOrEqual(1);
  });
}

describe("color arithmetic", () => {
  // Reference values: CSS Color 4, red is oklch(0.628 0.2577 29.23).
  test("red has the lightness, chroma and hue that CSS gives it", () => {
    const { l, c, h } = hexToOklch("#ff0000");
    expect(l).toBeCloseTo(0.628, 3);
    expect(c).toBeCloseTo(0.2577, 3);
    expect(h).toBeCloseTo(29.23, 1);
  });

  test("any color survives the way to OKLCH and back", () => {
    fc.assert(fc.property(anyHexColor, (hex) => oklchToHex(hexToOklch(hex)) === hex));
  });

  test("a color outside sRGB loses chroma, not lightness", () => {
    const { l, c } = hexToOklch(oklchToHex({ l: 0.6, c: 0.4, h: 145 }));
    expect(l).toBeCloseTo(0.6, 2);
    expect(c).toBeLessThan(0.25);
  });

  test("contrast runs from 1 to 21, whichever color comes first", () => {
    expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrastRatio("#ffffff", "#000000")).toBeCloseTo(21, 5);
    expect(contrastRatio("#2ab0da", "#2ab0da")).toBe(1);
  });

  test("text that is no color is refused", () => {
    expect(() => hexToOklch("blue")).toThrow(RangeError);
  });
});

describe("theme color", () => {
  test("the default color acts through step 7, #0a6f8c, 5.7 : 1 on white", () => {
    const { light, steps } = deriveThemeColors("#2ab0da");
    expect(light.actionStep).toBe(7);
    expect(light.action).toBe(steps[7]);
    expectColorNear(light.action, "#0a6f8c");
    expect(contrastRatio(light.action, "#ffffff")).toBeCloseTo(5.7, 1);
  });

  test("the default color's dark selection ground is #0d2a35", () => {
    expectColorNear(deriveThemeColors("#2ab0da").dark.soft, "#0d2a35");
  });

  test.each([
    { color: "#b3262e", name: "brick red", contrast: 6.5 },
    { color: "#1d5c3a", name: "forest", contrast: 7.9 },
    { color: "#7a3e9d", name: "violet", contrast: 7.0 },
  ])("$name is dark enough to act itself, $contrast : 1", ({ color, contrast }) => {
    const { light } = deriveThemeColors(color);
    expect(light.action).toBe(color);
    expect(light.actionStep).toBeUndefined();
    expect(contrastRatio(light.action, "#ffffff")).toBeCloseTo(contrast, 1);
  });

  test("signal yellow acts through its step 7, 5.9 : 1", () => {
    const { light } = deriveThemeColors("#f2b705");
    expect(light.actionStep).toBe(7);
    expect(contrastRatio(light.action, "#ffffff")).toBeCloseTo(5.9, 1);
  });

  test.each(["#000000", "#ffffff", "#808080"])("%s, a grey, takes the neutrals' hue", (grey) => {
    // Rounding to 255 levels turns the hue of so weak a color by up to ten degrees.
    expect(Math.abs(hexToOklch(deriveThemeColors(grey).steps[6]).h - 235)).toBeLessThan(10);
  });

  test("half-typed settings leave the default color", () => {
    expect(deriveThemeColors("#2ab0").steps).toEqual(deriveThemeColors("#2ab0da").steps);
  });

  test("any company color gives buttons and links that can be read in light and dark", () => {
    fc.assert(
      fc.property(anyHexColor, (companyColor) => {
        const { light, dark } = deriveThemeColors(companyColor);
        expect(contrastRatio(light.action, "#ffffff")).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(light.actionHover, light.actionText)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(dark.action, dark.actionText)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(dark.actionHover, dark.actionText)).toBeGreaterThanOrEqual(4.5);
        // Links and current pages in the dark theme.
        expect(contrastRatio(dark.action, NEUTRAL_TOKENS.dark.surface)).toBeGreaterThanOrEqual(4.5);
        expect(contrastRatio(dark.action, dark.soft)).toBeGreaterThanOrEqual(4.5);
        // Text on the selection ground.
        expect(contrastRatio(NEUTRAL_TOKENS.light.text, light.soft)).toBeGreaterThanOrEqual(7);
        expect(contrastRatio(NEUTRAL_TOKENS.dark.text, dark.soft)).toBeGreaterThanOrEqual(7);
      }),
      { examples: [["#000000"], ["#ffffff"], ["#ffff00"], ["#00ff00"], ["#0000ff"], ["#767676"], ["#777777"]] },
    );
  });

  test("steps get darker one by one for any company color", () => {
    fc.assert(
      fc.property(anyHexColor, (companyColor) => {
        const lightness = deriveThemeColors(companyColor).steps.map((step) => hexToOklch(step).l);
        expect(lightness).toEqual([...lightness].sort((a, b) => b - a));
      }),
    );
  });
});

describe("neutral tokens", () => {
  const schemes = [
    { scheme: "light", tokens: NEUTRAL_TOKENS.light },
    { scheme: "dark", tokens: NEUTRAL_TOKENS.dark },
  ] as const;

  test.each(schemes)("every text color of the $scheme scheme reads on canvas, surface and field", ({ tokens }) => {
    for (const text of [tokens.text, tokens.text2, tokens.text3]) {
      for (const ground of [tokens.canvas, tokens.surface, tokens.field]) {
        expect(contrastRatio(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test.each(schemes)("state text of the $scheme scheme reads on its own ground and on surface", ({ tokens }) => {
    for (const [text, ground] of [
      [tokens.ok, tokens.okGround],
      [tokens.warn, tokens.warnGround],
      [tokens.bad, tokens.badGround],
    ] as const) {
      expect(contrastRatio(text, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(text, tokens.surface)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(schemes)(
    "white reads on the confirm buttons of the $scheme scheme, notices on their ground",
    ({ tokens }) => {
      for (const fill of [tokens.badFill, tokens.badFillHover, tokens.okFill, tokens.okFillHover]) {
        expect(contrastRatio(fill, "#ffffff"), fill).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrastRatio(tokens.noticeText, tokens.notice)).toBeGreaterThanOrEqual(7);
    },
  );

  test.each(schemes)(
    "the rule under a field of the $scheme scheme can be seen, 3 : 1 on surface and field",
    ({ tokens }) => {
      expect(contrastRatio(tokens.rule, tokens.surface)).toBeGreaterThanOrEqual(3);
      expect(contrastRatio(tokens.rule, tokens.field)).toBeGreaterThanOrEqual(3);
    },
  );
});
