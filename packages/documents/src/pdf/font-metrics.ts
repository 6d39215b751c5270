import { readTrueType } from "#pdf/true-type-file.ts";

/*
 * Text widths: advance widths from a TrueType file, without kerning. Kerning only tightens text, so a line that fits here fits on
 * the page. Lines are broken with these widths, which are the same on every device, and printed with those breaks.
 */

export interface FontMetrics {
  /** As a fraction of the font size, like `lineHeight`. */
  readonly ascent: number;
  readonly lineHeight: number;
  /** Width as a fraction of the font size. With `isTabular`, every digit has the width of the widest one. */
  readonly widthOf: (text: string, isTabular?: boolean) => number;
  readonly hasGlyph: (codePoint: number) => boolean;
  /** The glyph index in the file; 0 if the font has no glyph. */
  readonly glyphOf: (codePoint: number) => number;
}

const TABULAR = new Set(Array.from("0123456789$€£¢+-−=<>×÷±", (character) => character.codePointAt(0) ?? 0));
/** Inter's tabular figures are slightly wider than its widest proportional digit. */
const TABULAR_FACTOR = 1.012;
const ASTRAL_FORMAT = 12;
const BMP_FORMAT = 4;

const metricsByFile = new WeakMap<Uint8Array, FontMetrics>();

/** Caches the results of `read`, which is called thousands of times. */
function remembered(read: (codePoint: number) => number): (codePoint: number) => number {
  const answers = new Map<number, number>();
  return (codePoint) => {
    let answer = answers.get(codePoint);
    if (answer === undefined) answers.set(codePoint, (answer = read(codePoint)));
    return answer;
  };
}

/** Reads the metrics of a TrueType file, cached per file. Throws for bytes that are not a TrueType file. */
export function fontMetrics(file: Uint8Array): FontMetrics {
  let metrics = metricsByFile.get(file);
  if (!metrics) metricsByFile.set(file, (metrics = readMetrics(file)));
  return metrics;
}

function readMetrics(file: Uint8Array): FontMetrics {
  const { view, at, unitsPerEm } = readTrueType(file);
  const hhea = at("hhea");
  const ascent = view.getInt16(hhea + 4) / unitsPerEm;
  const descent = view.getInt16(hhea + 6) / unitsPerEm;
  const measured = view.getUint16(hhea + 34);
  const hmtx = at("hmtx");
  const glyphOf = remembered(readCharacterMap(view, at("cmap")));
  const plain = remembered(
    (codePoint) => view.getUint16(hmtx + 4 * Math.min(glyphOf(codePoint), measured - 1)) / unitsPerEm,
  );
  const tabularWidth = Math.max(...Array.from("0123456789", (digit) => plain(digit.charCodeAt(0)))) * TABULAR_FACTOR;
  return {
    ascent,
    lineHeight: ascent - descent,
    glyphOf,
    hasGlyph: (codePoint) => glyphOf(codePoint) !== 0,
    widthOf: (text, isTabular = false) => {
      let width = 0;
      for (let index = 0; index < text.length; index += 1) {
        const codePoint = text.codePointAt(index) ?? 0;
        if (codePoint > 0xffff) index += 1;
        const advance = plain(codePoint);
        width += isTabular && TABULAR.has(codePoint) ? Math.max(tabularWidth, advance) : advance;
      }
      return width;
    },
  };
}

/** Reads the cmap table. The result maps a code point to a glyph index, 0 if the font has none. */
function readCharacterMap(view: DataView, cmap: number): (codePoint: number) => number {
  const tables = Array.from({ length: view.getUint16(cmap + 2) }, (_, index) => {
    const offset = cmap + view.getUint32(cmap + 4 + index * 8 + 4);
    return { offset, format: view.getUint16(offset) };
  });
  const whole = tables.find(({ format }) => format === ASTRAL_FORMAT);
  if (whole) {
    const { offset } = whole;
    const groups = view.getUint32(offset + 12);
    return (codePoint) => {
      let low = 0;
      let high = groups - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        const group = offset + 16 + middle * 12;
        const first = view.getUint32(group);
        if (codePoint < first) high = middle - 1;
        else if (codePoint > view.getUint32(group + 4)) low = middle + 1;
        else return view.getUint32(group + 8) + codePoint - first;
      }
      return 0;
    };
  }
  const plane = tables.find(({ format }) => format === BMP_FORMAT);
  if (!plane) throw new Error("A font file of a document maps no characters.");
  const { offset } = plane;
  const segments = view.getUint16(offset + 6) / 2;
  return (codePoint) => {
    if (codePoint > 0xffff) return 0;
    for (let index = 0; index < segments; index += 1) {
      if (codePoint > view.getUint16(offset + 14 + index * 2)) continue;
      const starts = offset + 16 + segments * 2 + index * 2;
      const start = view.getUint16(starts);
      if (codePoint < start) return 0;
      const delta = view.getUint16(starts + segments * 2);
      const rangeAt = starts + segments * 4;
      const range = view.getUint16(rangeAt);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = view.getUint16(rangeAt + range + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
