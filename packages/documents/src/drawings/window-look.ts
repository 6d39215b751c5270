import { colorOfName, DEFAULT_WINDOW_COLOR, type WindowView } from "#drawings/window-colors.ts";

/*
 * Reads what a window looks like from its choices. Options are texts of the price book that admins can edit, so the parser looks
 * for words; anything that no known word describes is not drawn.
 */

/** A window as entered in its form: the displayed text of each choice, "" or omitted if nothing is chosen. */
export interface WindowTexts {
  /** Inches; 0 or null if not entered. */
  readonly width: number | null;
  readonly height: number | null;
  readonly style?: string;
  readonly styleDetails?: string;
  readonly operatingSash?: string;
  readonly swing?: string;
  readonly obscureSash?: string;
  readonly weld?: string;
  readonly roofOption?: string;
  readonly screen?: string;
  readonly blinds?: string;
  readonly glass?: string;
  readonly grids?: readonly GridTexts[];
  readonly exteriorColor?: string;
  readonly interiorColor?: string;
}

export interface GridTexts {
  readonly size?: string;
  readonly pattern?: string;
  readonly color?: string;
}

type WindowKind =
  | "singleHung"
  | "doubleHung"
  | "slider"
  | "casement"
  | "awning"
  | "hopper"
  | "picture"
  | "shape"
  | "bay"
  | "bow"
  | "garden"
  | "patioDoor"
  | "frenchDoor"
  | "entryDoor"
  /** A frame with glass, for a type that no known word describes. */
  | "plain";

export type WindowShape =
  | "rectangle"
  | "halfRound"
  | "quarterRound"
  | "round"
  | "oval"
  | "arch"
  | "gothic"
  | "octagon"
  | "hexagon"
  | "pentagon"
  | "triangle"
  | "trapezoid";

/** Whether a sash beside others opens; "undecided" if no text says so. */
export type Lite = "opens" | "fixed" | "undecided";

type GridPattern = "colonial" | "prairie" | "doublePrairie" | "craftsman" | "diamond";

export interface GridLook {
  readonly pattern: GridPattern;
  /** Number of panes in one sash, if the text gives it: "3 x 2". */
  readonly panes?: { readonly columns: number; readonly rows: number };
  /** The sash of a hung window that has the grid; omitted if both have it. */
  readonly sash?: "top" | "bottom";
  /** Inches. */
  readonly barWidth: number;
  readonly color: Record<WindowView, string>;
}

export interface WindowLook {
  readonly kind: WindowKind;
  readonly shape: WindowShape;
  /** Lites from left to right as seen from outside, for kinds with sashes or leaves side by side. */
  readonly lites: readonly Lite[];
  /** The side towards which hinged sashes open: the street or the room. */
  readonly opensTo: WindowView;
  /** The hinged jamb of casements and doors, seen from outside; "outer" if each leaf hangs on its own side. */
  readonly hinge: "left" | "right" | "outer" | null;
  /** The side sashes of a bay or bow. */
  readonly flankers: "fixed" | "doubleHung" | "casement";
  /** Number of sidelites of an entry door. */
  readonly sidelites: 0 | 1 | 2;
  /** The glass of an entry door, which replaces panels. */
  readonly doorGlass: "none" | "half" | "full";
  readonly joined: { readonly units: number; readonly hasTransom: boolean };
  readonly hasRoof: boolean;
  readonly obscure: "none" | "all" | "top" | "bottom" | "left" | "right";
  readonly screen: "none" | "half" | "full";
  readonly hasBlinds: boolean;
  readonly grids: readonly GridLook[];
  readonly frameColor: Record<WindowView, string>;
}

/** Joins texts in lower case, with single spaces instead of commas, hyphens and slashes. */
const wordsOf = (...texts: readonly (string | undefined)[]): string =>
  texts
    .map((text) => text ?? "")
    .join(" ")
    .toLowerCase()
    .replace(/[-_,;/()]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const KIND_BY_WORD: readonly (readonly [words: RegExp, kind: WindowKind])[] = [
  [/french|(hinged|swing\w*|terrace).*\bdoors?\b/, "frenchDoor"],
  [/(patio|slid\w*|glid\w*).*\bdoors?\b|\bdoors?\b.*(slid|glid)/, "patioDoor"],
  [/\bdoors?\b/, "entryDoor"],
  [/single hung/, "singleHung"],
  [/\bhung\b/, "doubleHung"],
  [/\b(slid|glid|roll)/, "slider"],
  [/casement/, "casement"],
  [/awning/, "awning"],
  [/hopper/, "hopper"],
  [/\bbay\b/, "bay"],
  [/\bbow\b/, "bow"],
  [/garden|greenhouse/, "garden"],
];

const SHAPE_BY_WORD: readonly (readonly [words: RegExp, shape: WindowShape])[] = [
  [/half (round|circle|moon)|semi ?circ/, "halfRound"],
  [/quarter (round|circle)/, "quarterRound"],
  [/\boval\b|full ellip/, "oval"],
  [/gothic|cathedral|church/, "gothic"],
  [/\barch|eyebrow|ellip|segment|radius/, "arch"],
  [/\bround\b|circle|porthole/, "round"],
  [/octagon/, "octagon"],
  [/hexagon/, "hexagon"],
  [/pentagon/, "pentagon"],
  [/triang|gable/, "triangle"],
  [/trapez|rake|shed/, "trapezoid"],
];

function shapeOf(words: string): WindowShape {
  return SHAPE_BY_WORD.find(([pattern]) => pattern.test(words))?.[1] ?? "rectangle";
}

function kindOf(style: string, { swing }: WindowTexts): WindowKind {
  const known = KIND_BY_WORD.find(([pattern]) => pattern.test(style))?.[1];
  // A patio door with a swing is hinged.
  if (known === "patioDoor" && swing) return "frenchDoor";
  if (known) return known;
  if (shapeOf(style) !== "rectangle" || /special|shape|geometric|architectural/.test(style)) return "shape";
  return /picture|fixed|direct set|transom|lite\b/.test(style) ? "picture" : "plain";
}

/** Parses a pattern such as "XO" or "OXXO": X opens, O is fixed, seen from outside. */
function patternOf(text: string | undefined): readonly Lite[] | null {
  const letters = /\b[XO]{2,6}\b/.exec((text ?? "").toUpperCase())?.[0];
  return letters ? Array.from(letters, (letter): Lite => (letter === "X" ? "opens" : "fixed")) : null;
}

const repeat = <Item>(count: number, item: Item): readonly Item[] => Array.from({ length: count }, () => item);

const NUMBER_WORDS: readonly (readonly [words: RegExp, count: number])[] = [
  [/\b(2|two|twin|double) ?(lite|panel|leaf|wide)?\b/, 2],
  [/\b(3|three|triple) ?(lite|panel|leaf|wide)?\b/, 3],
  [/\b(4|four|quad) ?(lite|panel|leaf|wide)?\b/, 4],
  [/\b(5|five) ?(lite|panel|leaf|wide)?\b/, 5],
];

const countIn = (words: string): number | undefined => NUMBER_WORDS.find(([pattern]) => pattern.test(words))?.[1];

/** Determines which of `count` lites open, from words such as "left sash opens" and "both ends open". */
function openingIn(words: string, count: number): readonly Lite[] {
  const only = (isOpen: (index: number) => boolean): readonly Lite[] =>
    Array.from({ length: count }, (_, index): Lite => (isOpen(index) ? "opens" : "fixed"));
  if (/\bfixed\b/.test(words) && !/open/.test(words)) return repeat(count, "fixed");
  if (/ends/.test(words)) return only((index) => index === 0 || index === count - 1);
  if (/center|middle/.test(words)) return only((index) => index > 0 && index < count - 1);
  if (/both|all/.test(words)) return repeat(count, "opens");
  if (/left/.test(words)) return only((index) => index === 0);
  if (/right/.test(words)) return only((index) => index === count - 1);
  return repeat(count, "undecided");
}

/** The usual number of panels of a sliding door of that width. */
const panelsOf = (width: number): number => (width >= 120 ? 4 : width >= 97 ? 3 : 2);

function litesOf(kind: WindowKind, texts: WindowTexts): readonly Lite[] {
  const words = wordsOf(texts.style, texts.styleDetails);
  const said = patternOf(texts.operatingSash) ?? patternOf(texts.style) ?? patternOf(texts.styleDetails);
  const operating = wordsOf(texts.operatingSash);
  switch (kind) {
    case "slider":
      return said ?? openingIn(operating, countIn(words) ?? 2);
    case "patioDoor":
      return said ?? openingIn(operating, countIn(words) ?? panelsOf(texts.width ?? 0));
    case "frenchDoor":
      return repeat(/single/.test(words) || (texts.width ?? 0) <= SINGLE_LEAF ? 1 : 2, "opens");
    case "casement":
      return said ?? repeat(countIn(words) ?? 1, "opens");
    case "entryDoor":
      return repeat(
        /\bdouble\b|\b(two|2) (doors?|slabs?|leaves|leaf)\b/.test(words) || (texts.width ?? 0) > TWO_SLABS ? 2 : 1,
        "opens",
      );
    default:
      return [];
  }
}

/** Width limits in inches. */
const SINGLE_LEAF = 42;
const TWO_SLABS = 78;
const ONE_SIDELITE = 44;
const TWO_SIDELITES = 57;

function sidelitesOf(kind: WindowKind, texts: WindowTexts, slabs: number): 0 | 1 | 2 {
  if (kind !== "entryDoor") return 0;
  const words = wordsOf(texts.styleDetails, texts.style);
  const width = texts.width ?? 0;
  if (/side ?li/.test(words)) return /\b(2|two|both)\b|lites|lights/.test(words) ? 2 : 1;
  // A slab takes 36 inches; the remaining width is sidelites.
  const left = width - (slabs - 1) * 36;
  return left >= TWO_SIDELITES ? 2 : left >= ONE_SIDELITE ? 1 : 0;
}

function hingeOf(kind: WindowKind, swing: string, lites: number): WindowLook["hinge"] {
  // The leaves of a pair hang on the outer jambs, regardless of which opens first.
  if ((kind === "frenchDoor" || kind === "entryDoor") && lites > 1) return "outer";
  if (/both|outer|each/.test(swing)) return "outer";
  if (/\b(left|lh\w*)\b/.test(swing)) return "left";
  return /\b(right|rh\w*)\b/.test(swing) ? "right" : null;
}

function obscureOf({ obscureSash, glass }: WindowTexts): WindowLook["obscure"] {
  const words = wordsOf(obscureSash);
  if (/obscure|frost|privacy|rain glass|reeded/.test(wordsOf(glass)) || /both|all|whole|full/.test(words)) return "all";
  const side = /\b(top|upper|bottom|lower|left|right)\b/.exec(words)?.[0];
  if (side === "upper") return "top";
  return side === "lower" ? "bottom" : ((side as WindowLook["obscure"] | undefined) ?? "none");
}

function joinedOf(weld: string): WindowLook["joined"] {
  const hasTransom = /transom/.test(weld);
  const units = hasTransom
    ? 1
    : /triple|three|two joints/.test(weld)
      ? 3
      : /twin|two|double|one joint/.test(weld)
        ? 2
        : 1;
  return { units, hasTransom };
}

/** The panes that a number of lites means: "6 over 6" has three columns and two rows in each sash. */
const PANES_BY_LITES: Readonly<Record<number, readonly [columns: number, rows: number]>> = {
  1: [1, 1],
  2: [2, 1],
  3: [3, 1],
  4: [2, 2],
  6: [3, 2],
  8: [4, 2],
  9: [3, 3],
  12: [4, 3],
  15: [3, 5],
};

const panesOfLites = (lites: number): GridLook["panes"] => {
  const panes = PANES_BY_LITES[lites];
  return panes && { columns: panes[0], rows: panes[1] };
};

function gridPatternOf(words: string): GridPattern | undefined {
  if (words === "" || /\b(no|none|without)\b/.test(words)) return undefined;
  if (/double (prairie|perimeter)/.test(words)) return "doublePrairie";
  if (/prairie|perimeter|marginal/.test(words)) return "prairie";
  if (/craftsman|mission|cottage/.test(words)) return "craftsman";
  if (/diamond|lattice/.test(words)) return "diamond";
  return /colonial|georgian|\b\d+ ?(x|×|over|w|wide|lites?)/.test(words) ? "colonial" : undefined;
}

/** Inches; used if the size text has no measure. */
const USUAL_BAR = 0.75;

/** Parses the first measure of a size, in inches: 'Flat 5/8" between the glass' is .625. */
function barWidthOf(size: string | undefined): number {
  const measure = /(?:(\d+)[ -])?(\d+)\/(\d+)|(\d+(?:\.\d+)?)(?=\s*("|″|in))/.exec(size ?? "");
  if (!measure) return USUAL_BAR;
  const [, whole = "0", above, below, decimal] = measure;
  const width = decimal === undefined ? Number(whole) + Number(above) / Number(below) : Number(decimal);
  return Number.isFinite(width) && width > 0 ? Math.min(width, 3) : USUAL_BAR;
}

function gridLooksOf({ size, pattern, color }: GridTexts, frameColor: WindowLook["frameColor"]): readonly GridLook[] {
  const words = wordsOf(pattern);
  const kind = gridPatternOf(words);
  if (!kind) return [];
  const look: GridLook = {
    pattern: kind,
    barWidth: barWidthOf(size),
    color: {
      outside: colorOfName(color, "outside") ?? frameColor.outside,
      inside: colorOfName(color, "inside") ?? frameColor.inside,
    },
  };
  const over = /(\d+) over (\d+)/.exec(words);
  if (over) {
    const [top, bottom] = [panesOfLites(Number(over[1])), panesOfLites(Number(over[2]))];
    return [
      { ...look, sash: "top", ...(top && { panes: top }) },
      { ...look, sash: "bottom", ...(bottom && { panes: bottom }) },
    ];
  }
  const counted = /(\d+) ?(?:x|×|w|wide) ?(\d+)/.exec(words);
  const lites = /(\d+) lites?/.exec(words);
  const panes = counted
    ? { columns: Number(counted[1]), rows: Number(counted[2]) }
    : lites
      ? panesOfLites(Number(lites[1]))
      : undefined;
  const sash = /\b(top|upper)\b/.test(words) ? "top" : /\b(bottom|lower)\b/.test(words) ? "bottom" : undefined;
  return [{ ...look, ...(panes && { panes }), ...(sash && { sash }) }];
}

/** Parses how much of the window a screen covers. */
function screenOf(screen: string): WindowLook["screen"] {
  if (screen === "" || /\b(no|none|without)\b|storm/.test(screen)) return "none";
  return /half/.test(screen) ? "half" : "full";
}

const opensToOf = (kind: WindowKind, words: string): WindowView =>
  /in ?swing|inward|opens in\b/.test(words) || (kind === "hopper" && !/out/.test(words)) ? "inside" : "outside";

/** Reads a window's choices into the values that a drawing needs. */
export function readWindowLook(texts: WindowTexts): WindowLook {
  const style = wordsOf(texts.style);
  const kind = kindOf(style, texts);
  const lites = litesOf(kind, texts);
  const swing = wordsOf(texts.swing);
  const operating = wordsOf(texts.operatingSash);
  const details = wordsOf(texts.styleDetails);
  const frameColor = {
    outside: colorOfName(texts.exteriorColor, "outside") ?? DEFAULT_WINDOW_COLOR,
    inside: colorOfName(texts.interiorColor, "inside") ?? DEFAULT_WINDOW_COLOR,
  };
  return {
    kind,
    shape: kind === "shape" || kind === "picture" ? shapeOf(wordsOf(texts.style, texts.styleDetails)) : "rectangle",
    lites,
    opensTo: opensToOf(kind, wordsOf(texts.swing, texts.styleDetails)),
    hinge: hingeOf(kind, swing, lites.length),
    flankers: /hung/.test(operating) ? "doubleHung" : /casement/.test(operating) ? "casement" : "fixed",
    sidelites: sidelitesOf(kind, texts, lites.length),
    doorGlass: /half (lite|glass|view)/.test(details)
      ? "half"
      : /full (lite|glass|view)/.test(details)
        ? "full"
        : "none",
    joined: joinedOf(wordsOf(texts.weld)),
    hasRoof: /\b(roof|hip|copper|shingle\w*)\b/.test(wordsOf(texts.roofOption)) && (kind === "bay" || kind === "bow"),
    obscure: obscureOf(texts),
    screen: screenOf(wordsOf(texts.screen)),
    hasBlinds: !/^$|\b(no|none|without)\b/.test(wordsOf(texts.blinds)),
    grids: (texts.grids ?? []).flatMap((grid) => gridLooksOf(grid, frameColor)),
    frameColor,
  };
}
