import type { DrawnPath, Ink } from "#pdf/ink.ts";
import type { FontName } from "#pdf/font-files.ts";
import { INK, PAGE } from "#pdf/type-styles.ts";
import { fontOf, type Span } from "#pdf/typesetter.ts";
import type { EmbeddedFont } from "#pdf/writing/embedded-font.ts";
import type { EmbeddedPicture } from "#pdf/writing/embedded-picture.ts";
import { circleOperators, outlineOperators, type ToPage } from "#pdf/writing/path-operators.ts";
import { pdfNumber } from "#pdf/writing/pdf-file.ts";

/* What stands on a page, as a PDF's operators. Places are told from the upper left corner and printed from the lower left one. */

export interface PageParts {
  readonly fontOf: (name: FontName) => EmbeddedFont;
  /** A picture and what pages call it. */
  readonly pictureOf: (key: string) => { readonly name: string; readonly picture: EmbeddedPicture };
}

type LineInk = Extract<Ink, { type: "line" }>;

const upright: ToPage = ([x, y]) => [x, PAGE.height - y];

const colors = new Map<string, string>();

/** "#0f181d" as three shares. What is no such color, in a document that another program sent, is printed as ink. */
function colorOf(color: string): string {
  let shares = colors.get(color);
  if (shares === undefined) {
    const digits = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color)?.[1];
    if (digits === undefined) return colorOf(INK);
    const pairs = digits.length === 6 ? digits.match(/../g) : digits.match(/./g)?.map((digit) => digit + digit);
    shares = (pairs ?? []).map((pair) => pdfNumber(Number.parseInt(pair, 16) / 255)).join(" ");
    colors.set(color, shares);
  }
  return shares;
}

const paint = (fill: string | undefined, isStroked: boolean, isClosed: boolean): string => {
  if (fill !== undefined) return isStroked ? "B" : "f";
  return isClosed ? "s" : "S";
};

const rule = (x: number, y: number, length: number, weight: number, color: string): string => {
  const height = pdfNumber(PAGE.height - y);
  return `${colorOf(color)} RG ${pdfNumber(weight)} w ${pdfNumber(x)} ${height} m ${pdfNumber(x + length)} ${height} l S`;
};

interface PlacedSpan {
  readonly span: Span;
  readonly font: EmbeddedFont;
  /** The operand of TJ. */
  readonly shown: string;
  /** Points. */
  readonly width: number;
}

function placeSpan(span: Span, { size, isTabular = false }: LineInk["style"], parts: PageParts): PlacedSpan {
  const font = parts.fontOf(fontOf(span));
  const { typeface } = font;
  const { unitsPerEm } = typeface.file;
  let units = 0;
  let shown = "<";
  for (const each of typeface.set(span.text, isTabular)) {
    units += typeface.advanceOf(each.glyph) + each.kerning;
    shown += font.codeOf(each);
    if (each.kerning !== 0) shown += `>${pdfNumber((-each.kerning * 1000) / unitsPerEm)}<`;
  }
  return { span, font, shown: `${shown}>`, width: (units * size) / unitsPerEm };
}

function lineOperators(ink: LineInk, parts: PageParts): string {
  const { line, style } = ink;
  const placed = line.spans.map((span) => placeSpan(span, style, parts));
  const width = placed.reduce((sum, each) => sum + each.width, 0);
  const x = ink.endsIn === undefined ? ink.x : ink.x + ink.endsIn - width;
  const baseline = ink.y + Math.max(...placed.map(({ font }) => font.typeface.ascent)) * style.size;
  const operators = [
    `BT ${colorOf(style.color)} rg 1 0 0 1 ${pdfNumber(x)} ${pdfNumber(PAGE.height - baseline)} Tm`,
    ...placed.map(({ font, shown }) => `/${font.name} ${pdfNumber(style.size)} Tf [${shown}] TJ`),
    "ET",
  ];
  let at = x;
  for (const each of placed) {
    const { below, weight } = each.font.typeface.underline;
    if (each.span.isUnderlined)
      operators.push(rule(at, baseline + below * style.size, each.width, weight * style.size, style.color));
    at += each.width;
  }
  return operators.join("\n");
}

function drawnPath({ outline, fill, stroke, weight, dash, clip }: DrawnPath, toPage: ToPage): string {
  const operators = [
    ...(clip === undefined ? [] : [outlineOperators(clip, toPage), "W n"]),
    ...(fill === undefined ? [] : [`${colorOf(fill)} rg`]),
    ...(stroke === undefined ? [] : [`${colorOf(stroke)} RG ${pdfNumber(weight)} w`]),
    ...(dash === undefined ? [] : [`[${dash.map(pdfNumber).join(" ")}] 0 d`]),
    outlineOperators(outline, toPage),
    paint(fill, stroke !== undefined, false),
  ];
  // What is clipped or dashed must not stay so.
  return clip === undefined && dash === undefined ? operators.join("\n") : `q\n${operators.join("\n")}\nQ`;
}

export function inkOperators(ink: Ink, parts: PageParts): string {
  switch (ink.type) {
    case "line":
      return lineOperators(ink, parts);
    case "rule":
      return rule(ink.x, ink.y, ink.length, ink.weight, ink.color);
    case "path": {
      const [first, ...others] = ink.points.map((point) => upright(point).map(pdfNumber).join(" "));
      return [
        `${colorOf(ink.color)} RG ${pdfNumber(ink.weight)} w`,
        ...(ink.fill === undefined ? [] : [`${colorOf(ink.fill)} rg`]),
        `${first} m ${others.map((point) => `${point} l`).join(" ")}${ink.isClosed ? " h" : ""} ${paint(ink.fill, true, ink.isClosed)}`,
      ].join("\n");
    }
    case "circle": {
      const isStroked = ink.weight > 0;
      return [
        ...(isStroked ? [`${colorOf(ink.color)} RG ${pdfNumber(ink.weight)} w`] : []),
        ...(ink.fill === undefined ? [] : [`${colorOf(ink.fill)} rg`]),
        circleOperators(ink, upright),
        paint(ink.fill, isStroked, true),
      ].join("\n");
    }
    case "drawing": {
      const toPage: ToPage = ([x, y]) => upright([ink.x + ink.left + x, ink.y + ink.top + y]);
      return ink.paths.map((path) => drawnPath(path, toPage)).join("\n");
    }
    case "picture": {
      const { name, picture } = parts.pictureOf(ink.picture);
      const { x, width, height } = ink;
      const box = { x, y: PAGE.height - ink.y - height, width, height };
      return `q ${picture.placeIn(box).map(pdfNumber).join(" ")} cm /${name} Do Q`;
    }
  }
}
