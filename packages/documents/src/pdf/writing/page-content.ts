import { printedColor, type DrawnPath, type Ink } from "#pdf/ink.ts";
import type { FontName } from "#pdf/font-files.ts";
import { PAGE } from "#pdf/type-styles.ts";
import type { EmbeddedFont } from "#pdf/writing/embedded-font.ts";
import type { EmbeddedPicture } from "#pdf/writing/embedded-picture.ts";
import { circleOperators, outlineOperators, type ToPage } from "#pdf/writing/path-operators.ts";
import { pdfNumber } from "#pdf/writing/pdf-file.ts";
import { placeLine, type LineInk, type PlacedSpan } from "#pdf/writing/placed-line.ts";

/* Writes a page's content stream. Converts positions from the upper left corner to the lower left origin of a PDF. */

interface PageParts {
  readonly fontOf: (name: FontName) => EmbeddedFont;
  /** Returns a picture and the resource name that pages use. */
  readonly pictureOf: (key: string) => { readonly name: string; readonly picture: EmbeddedPicture };
}

const upright: ToPage = ([x, y]) => [x, PAGE.height - y];

const colors = new Map<string, string>();

/** Converts "#0f181d" to three values from 0 to 1. */
function colorOf(color: string): string {
  let shares = colors.get(color);
  if (shares === undefined) {
    const digits = printedColor(color).slice(1);
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

/** Returns the operand of TJ: glyph codes, with kerning adjustments between them. */
function shownText({ glyphs }: PlacedSpan, font: EmbeddedFont): string {
  const { unitsPerEm } = font.typeface.file;
  let shown = "<";
  for (const each of glyphs) {
    shown += font.codeOf(each);
    if (each.kerning !== 0) shown += `>${pdfNumber((-each.kerning * 1000) / unitsPerEm)}<`;
  }
  return `${shown}>`;
}

function lineOperators(ink: LineInk, parts: PageParts): string {
  const { style } = ink;
  const { x, baseline, spans } = placeLine(ink, (name) => parts.fontOf(name).typeface);
  return [
    `BT ${colorOf(style.color)} rg 1 0 0 1 ${pdfNumber(x)} ${pdfNumber(PAGE.height - baseline)} Tm`,
    ...spans.map((span) => {
      const font = parts.fontOf(span.font);
      return `/${font.name} ${pdfNumber(style.size)} Tf [${shownText(span, font)}] TJ`;
    }),
    "ET",
    ...spans.flatMap(({ x: left, width, underline }) =>
      underline ? [rule(left, underline.y, width, underline.weight, style.color)] : [],
    ),
  ].join("\n");
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
  // Save and restore the graphics state, so that clipping and dashes do not affect later drawing.
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
