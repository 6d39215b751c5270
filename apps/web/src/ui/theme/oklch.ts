/**
 * Colour arithmetic for the theme: sRGB hex to OKLCH and back, and WCAG contrast.
 *
 * OKLCH separates lightness from chroma and hue the way the eye does, so ten steps of one company colour look evenly
 * spaced whatever its hue. Matrices: Björn Ottosson, "A perceptual color space for image processing" (2020).
 */

/** A color in perceptual terms: lightness 0 to 1, chroma 0 to about 0.37, hue in degrees 0 to 360. */
interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Linear-light sRGB, each channel 0 to 1 inside the gamut. */
type LinearRgb = readonly [red: number, green: number, blue: number];

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
export function hexToOklch(hex: string): Oklch {
  const [red, green, blue] = hexToLinearRgb(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** The `#rrggbb` of the same lightness and hue; chroma is reduced until the color fits sRGB. */
export function oklchToHex({ lightness, chroma, hue }: Oklch): string {
  return linearRgbToHex(oklchToLinearRgb({ lightness, chroma: chromaInGamut({ lightness, chroma, hue }), hue }));
}

/** WCAG 2 contrast ratio of two `#rrggbb` colors, 1 to 21; the order does not matter. */
export function contrastRatio(first: string, second: string): number {
  const [lighter, darker] = [relativeLuminance(first), relativeLuminance(second)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

function relativeLuminance(hex: string): number {
  const [red, green, blue] = hexToLinearRgb(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function chromaInGamut({ lightness, chroma, hue }: Oklch): number {
  let reduced = chroma;
  while (reduced > NO_CHROMA && !isInGamut(oklchToLinearRgb({ lightness, chroma: reduced, hue }))) {
    reduced *= GAMUT_REDUCTION;
  }
  return reduced;
}

const isInGamut = (rgb: LinearRgb): boolean =>
  rgb.every((channel) => channel >= -GAMUT_TOLERANCE && channel <= 1 + GAMUT_TOLERANCE);

function oklchToLinearRgb({ lightness, chroma, hue }: Oklch): LinearRgb {
  const radians = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(radians);
  const b = chroma * Math.sin(radians);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function hexToLinearRgb(hex: string): LinearRgb {
  if (!isHexColor(hex)) throw new RangeError(`Not a color of the form #rrggbb: ${hex}`);
  const channel = (start: number) => gammaToLinear(Number.parseInt(hex.slice(start, start + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

const linearRgbToHex = (rgb: LinearRgb): string =>
  `#${rgb
    .map((channel) =>
      Math.round(255 * linearToGamma(Math.min(1, Math.max(0, channel))))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

const gammaToLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const linearToGamma = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
