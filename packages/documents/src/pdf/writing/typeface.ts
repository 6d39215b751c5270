import { fontMetrics } from "#pdf/font-metrics.ts";
import { readTrueType, type TrueTypeFile } from "#pdf/true-type-file.ts";
import { readGlyphLayout } from "#pdf/writing/glyph-layout.ts";

/* A font for printing: the glyphs of a text, and the advance of each. */

export interface SetGlyph {
  /** Glyph index in the font file. */
  readonly glyph: number;
  /** The text that searching or copying the glyph returns. */
  readonly text: string;
  /** Adjustment of the advance after this glyph, in font units. */
  readonly kerning: number;
}

export interface Typeface {
  readonly file: TrueTypeFile;
  /** As a fraction of the font size, above the baseline. */
  readonly ascent: number;
  /** Returns the advance in font units, see `file.unitsPerEm`. */
  readonly advanceOf: (glyph: number) => number;
  readonly set: (text: string, isTabular: boolean) => readonly SetGlyph[];
  /** As fractions of the font size: distance below the baseline, and thickness. */
  readonly underline: { readonly below: number; readonly weight: number };
}

const typefaces = new WeakMap<Uint8Array, Typeface>();

/** Reads a typeface, cached per file for all documents of this thread. Printing does not change it. */
export function typefaceOf(bytes: Uint8Array): Typeface {
  let typeface = typefaces.get(bytes);
  if (!typeface) typefaces.set(bytes, (typeface = readTypeface(bytes)));
  return typeface;
}

function readTypeface(bytes: Uint8Array): Typeface {
  const file = readTrueType(bytes);
  const { view, at, unitsPerEm } = file;
  const { ascent, glyphOf } = fontMetrics(bytes);
  const { ligatures, tabular, kerningOf } = readGlyphLayout(file);
  const measured = view.getUint16(at("hhea") + 34);
  const hmtx = at("hmtx");
  const post = at("post");
  const glyphs = new Map<string, number>();
  const glyphOfCharacter = (character: string): number => {
    let glyph = glyphs.get(character);
    if (glyph === undefined) glyphs.set(character, (glyph = glyphOf(character.codePointAt(0) ?? 0)));
    return glyph;
  };

  /** Returns the longest ligature that begins here. */
  const ligatureAt = (characters: readonly string[], index: number, first: number) =>
    ligatures
      .get(first)
      ?.find(({ rest }) => rest.every((glyph, part) => glyphOfCharacter(characters[index + 1 + part] ?? "") === glyph));

  return {
    file,
    ascent,
    advanceOf: (glyph) => view.getUint16(hmtx + 4 * Math.min(glyph, measured - 1)),
    underline: {
      below: -view.getInt16(post + 8) / unitsPerEm,
      weight: view.getInt16(post + 10) / unitsPerEm,
    },
    set: (text, isTabular) => {
      const characters = Array.from(text);
      const found: { glyph: number; text: string; kerning: number }[] = [];
      for (let index = 0; index < characters.length; index += 1) {
        const character = characters[index] ?? "";
        const own = glyphOfCharacter(character);
        const ligature = isTabular ? undefined : ligatureAt(characters, index, own);
        if (ligature) {
          const { length } = ligature.rest;
          found.push({
            glyph: ligature.glyph,
            text: characters.slice(index, index + 1 + length).join(""),
            kerning: 0,
          });
          index += length;
        } else found.push({ glyph: isTabular ? (tabular.get(own) ?? own) : own, text: character, kerning: 0 });
      }
      for (const [index, each] of found.entries()) {
        const next = found[index + 1];
        if (next) each.kerning = kerningOf(each.glyph, next.glyph);
      }
      return found;
    },
  };
}
