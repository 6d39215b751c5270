import type { FontName } from "#pdf/font-files.ts";
import type { Ink } from "#pdf/ink.ts";
import { fontOf } from "#pdf/typesetter.ts";
import type { SetGlyph, Typeface } from "#pdf/writing/typeface.ts";

/* Glyph positions of a line, shared by the PDF and the pages on the screen, so that they agree. */

export type LineInk = Extract<Ink, { type: "line" }>;

export interface PlacedSpan {
  readonly text: string;
  readonly font: FontName;
  readonly glyphs: readonly SetGlyph[];
  /** Points from the left edge of the sheet. */
  readonly x: number;
  readonly width: number;
  readonly underline: { readonly y: number; readonly weight: number } | null;
}

export interface PlacedLine {
  readonly x: number;
  /** Points from the top edge of the sheet. */
  readonly baseline: number;
  readonly spans: readonly PlacedSpan[];
}

export function placeLine(
  { line, style: { size, isTabular = false }, x, y, endsIn }: LineInk,
  typefaceOf: (font: FontName) => Typeface,
): PlacedLine {
  const measured = line.spans.map((span) => {
    const font = fontOf(span);
    const typeface = typefaceOf(font);
    const glyphs = typeface.set(span.text, isTabular);
    const units = glyphs.reduce((sum, { glyph, kerning }) => sum + typeface.advanceOf(glyph) + kerning, 0);
    return { span, font, typeface, glyphs, width: (units * size) / typeface.file.unitsPerEm };
  });
  const width = measured.reduce((sum, each) => sum + each.width, 0);
  const left = endsIn === undefined ? x : x + endsIn - width;
  const baseline = y + Math.max(...measured.map(({ typeface }) => typeface.ascent)) * size;
  let at = left;
  const spans = measured.map(({ span: { text, isUnderlined }, font, typeface, glyphs, width: own }): PlacedSpan => {
    const { below, weight } = typeface.underline;
    const underline = isUnderlined ? { y: baseline + below * size, weight: weight * size } : null;
    const placed = { text, font, glyphs, x: at, width: own, underline };
    at += own;
    return placed;
  });
  return { x: left, baseline, spans };
}
