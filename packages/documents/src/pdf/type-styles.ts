/*
 * Page dimensions and text styles (design "Documents"), in points. US Letter, margins .75 in at the sides and .6 in at the top,
 * footer at .4 in; three columns with a .33 in gutter, or one.
 */

const INCH = 72;
export const PAGE = { width: 8.5 * INCH, height: 11 * INCH } as const;
export const LEFT = 0.75 * INCH;
export const RIGHT = PAGE.width - LEFT;
export const WIDTH = RIGHT - LEFT;
export const TOP = 0.6 * INCH;
export const FOOTER_BOTTOM = PAGE.height - 0.4 * INCH;
export const GUTTER = 24;

/** Returns the width of one of `columns` columns. */
export const columnWidth = (columns: number, gutter: number = GUTTER): number =>
  (WIDTH - gutter * (columns - 1)) / columns;

/** Black on white. Gray only marks less important text and carries no meaning. */
export const INK = "#0f181d";
const QUIET = "#46545d";
const FAINT = "#5b6972";
export const OUTLINE = "#7b8992";
export const HAIRLINE = "#c3cbd0";

export const RULE_WEIGHT = 1;
export const HAIRLINE_WEIGHT = 0.5;

export type Family = "sans" | "sansMedium" | "serif";

export interface TextStyle {
  readonly family: Family;
  readonly size: number;
  /** Distance between baselines. */
  readonly leading: number;
  readonly color: string;
  readonly isBold?: boolean;
  /** Whether figures have equal width, for columns. */
  readonly isTabular?: boolean;
}

const style = (family: Family, size: number, leading: number, more: Partial<TextStyle> = {}): TextStyle => ({
  family,
  size,
  leading,
  color: INK,
  ...more,
});

export const STYLES = {
  title: style("serif", 27, 34),
  number: style("sans", 10, 15, { color: QUIET }),
  numberBeside: style("sans", 14, 20, { isBold: true }),
  companyName: style("sans", 16, 20, { isBold: true }),
  companyLine: style("sans", 8, 12, { color: QUIET }),
  caption: style("sans", 8, 12, { color: QUIET }),
  heading: style("serif", 14, 18, { isBold: true }),
  text: style("serif", 10, 15),
  strongText: style("serif", 10, 15, { isBold: true }),
  quietText: style("serif", 10, 15, { color: QUIET }),
  faintText: style("serif", 10, 15, { color: FAINT }),
  headings: {
    1: style("serif", 12, 16, { isBold: true }),
    2: style("serif", 10.5, 15, { isBold: true }),
    3: style("sans", 9, 13.5, { isBold: true }),
  },
  price: style("sans", 18, 24, { isBold: true }),
  keyLine: style("sansMedium", 10, 15),
  tableHead: style("sansMedium", 8, 12, { color: QUIET }),
  cell: style("sans", 9, 13, { isTabular: true }),
  strongCell: style("sans", 9, 13, { isBold: true, isTabular: true }),
  quietCell: style("sans", 9, 13, { color: QUIET, isTabular: true }),
  words: style("sans", 9, 13),
  strongWords: style("sans", 9, 13, { isBold: true }),
  quietWords: style("sans", 9, 13, { color: QUIET }),
  result: style("sans", 11, 15, { isBold: true, isTabular: true }),
  rightToCancel: style("serif", 10.5, 15.5, { isBold: true }),
  signerName: style("sans", 9, 13, { isBold: true }),
  signerLine: style("sans", 8, 12, { color: QUIET }),
  fingerprint: style("sans", 8, 12, { isTabular: true }),
  formTitle: style("serif", 20, 26, { isBold: true }),
} as const;
