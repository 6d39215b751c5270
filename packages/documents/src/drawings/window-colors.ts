/*
 * Maps color names to colors. Names come from the price book, where admins enter free text, so the lookup goes by the words in a
 * name. The colors show how parts go together; they are not paint samples.
 */

export type WindowView = "outside" | "inside";

/** Ordered from most to least specific: "dark bronze" precedes "bronze", and navy precedes blue. */
const COLORS_BY_WORD: readonly (readonly [pattern: string, color: string])[] = [
  ["off white", "#efece2"],
  ["antique white", "#efe9da"],
  ["dark bronze", "#3b2f28"],
  ["oil rubbed bronze", "#43342b"],
  ["forest green", "#2f4a3a"],
  ["hunter green", "#2f4a3a"],
  ["brick red", "#7a2f27"],
  ["slate gray", "#66707a"],
  ["brushed nickel", "#a9a6a0"],
  ["polished brass", "#b9974a"],
  ["light oak", "#c79a5d"],
  ["dark oak", "#7a5330"],
  ["golden oak", "#b97f3e"],
  ["terratone", "#7a6a5a"],
  ["sandstone", "#d3c5ab"],
  ["primed", "#e9e7df"],
  ["stain\\w*", "#8a5a34"],
  ["natural", "#d8b98a"],
  ["cherry", "#7d3f27"],
  ["mahogany", "#5b2f22"],
  ["walnut", "#5d4230"],
  ["pine", "#d9b981"],
  ["oak", "#b98a52"],
  ["woodgrain", "#a9743f"],
  ["wood", "#a9743f"],
  ["almond", "#e6dcc3"],
  ["cream", "#ece2c6"],
  ["beige", "#d6c8ac"],
  ["sand", "#d3c5ab"],
  ["tan", "#cbb694"],
  ["clay", "#b9a88f"],
  ["pebble", "#a79d8e"],
  ["cocoa", "#5b4436"],
  ["chestnut", "#5f3a29"],
  ["brown", "#4a3728"],
  ["bronze", "#4a3b30"],
  ["black", "#1d1d1b"],
  ["charcoal", "#3a3d40"],
  ["graphite", "#3f4347"],
  ["slate", "#5d666e"],
  ["pewter", "#8b8d8c"],
  ["silver", "#b4b7b9"],
  ["gray", "#85898c"],
  ["grey", "#85898c"],
  ["green", "#3d5a45"],
  ["burgundy", "#5f2430"],
  ["red", "#8c2f28"],
  ["navy", "#25364b"],
  ["blue", "#3a5672"],
  ["brass", "#b9974a"],
  ["nickel", "#a9a6a0"],
  ["yellow", "#d9c27a"],
  ["white", "#f4f4f0"],
];
/* Compiled once, because the window is redrawn on every keystroke. */
const COLORS = COLORS_BY_WORD.map(([pattern, color]) => ({ pattern: new RegExp(`\\b${pattern}\\b`), color }));

const SIDE_WORDS: Record<WindowView, RegExp> = {
  outside: /\b(outside|exterior|ext)\b/,
  inside: /\b(inside|interior|int)\b/,
};
const OTHER_VIEW: Record<WindowView, WindowView> = { outside: "inside", inside: "outside" };

/** Returns the part of a name that describes one side: for "White inside, bronze outside", the outside is bronze. */
function partOfSide(name: string, side: WindowView): string {
  const parts = name.split(/[,;/&+]|\band\b/);
  const own = parts.find((part) => SIDE_WORDS[side].test(part));
  if (own !== undefined) return own;
  const other = SIDE_WORDS[OTHER_VIEW[side]];
  return parts.filter((part) => !other.test(part)).join(" ");
}

/** Returns the hexadecimal color that a name means on one side of the window; undefined if it contains no known color word. */
export function colorOfName(name: string | undefined, side: WindowView): string | undefined {
  if (!name) return undefined;
  const text = partOfSide(name.toLowerCase().replace(/-/g, " "), side);
  return COLORS.find(({ pattern }) => pattern.test(text))?.color;
}

/** Plain white vinyl. */
export const DEFAULT_WINDOW_COLOR = "#f4f4f0";

const channelsOf = (hex: string): readonly number[] =>
  [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
const toHex = (channels: readonly number[]): string =>
  `#${channels
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/** Returns the luma (Rec. 601), 0 to 1. */
export function lightnessOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** Returns the outline color for a filled shape: a darker shade of the fill, or a lighter one if the fill is very dark. */
export function edgeColorOf(hex: string): string {
  const isDark = lightnessOf(hex) < 0.16;
  return toHex(channelsOf(hex).map((channel) => (isDark ? channel + (255 - channel) * 0.28 : channel * 0.55)));
}
