import { formatHex, modeLrgb, modeOklch, modeRgb, useMode as addMode, wcagContrast, type Oklch } from "culori/fn";

/*
 * Colour arithmetic for the theme: sRGB hex to OKLCH and back, and WCAG contrast.
 *
 * OKLCH separates lightness from chroma and hue the way the eye does, so ten steps of one company colour look evenly
 * spaced whatever its hue. Here it is a lightness `l` of 0 to 1, a chroma `c` of 0 to about 0.37 and a hue `h` in degrees.
 */

const toRgb = addMode(modeRgb);
const toOklch = addMode(modeOklch);
// Contrast is computed in it.
addMode(modeLrgb);

/** `#rrggbb` in any case, without a short form. */
const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** Slack for values such as 1.0000001 that are in gamut but for floating-point error. */
const GAMUT_TOLERANCE = 1e-6;

/** Chroma is reduced by a twentieth at a time: it lands a little inside sRGB instead of on its edge, where a channel is 0. */
const GAMUT_REDUCTION = 0.95;

/** Black and white of any hue are in gamut below this chroma. */
const NO_CHROMA = 1e-5;

export const isHexColor = (text: string): boolean => HEX_COLOR.test(text);

/** Reads `#rrggbb`. Throws a RangeError for any other text: callers check with `isHexColor` first. */
export function hexToOklch(hex: string): Required<Pick<Oklch, "l" | "c" | "h">> {
  const color = isHexColor(hex) ? toOklch(hex) : undefined;
  if (!color) throw new RangeError(`Not a color of the form #rrggbb: ${hex}`);
  // A grey has no hue.
  return { h: 0, ...color };
}

function isInGamut(color: Oklch): boolean {
  const { r, g, b } = toRgb(color);
  return [r, g, b].every((channel) => channel >= -GAMUT_TOLERANCE && channel <= 1 + GAMUT_TOLERANCE);
}

/** The `#rrggbb` of the same lightness and hue; chroma is reduced until the color fits sRGB. */
export function oklchToHex(wanted: Omit<Oklch, "mode">): string {
  const color: Oklch = { mode: "oklch", ...wanted };
  while (color.c > NO_CHROMA && !isInGamut(color)) color.c *= GAMUT_REDUCTION;
  return formatHex(color);
}

/** WCAG 2 contrast ratio of two `#rrggbb` colors, 1 to 21; the order does not matter. */
export const contrastRatio: (first: string, second: string) => number = wcagContrast;
