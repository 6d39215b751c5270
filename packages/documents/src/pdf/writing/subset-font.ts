import type { TrueTypeFile } from "#pdf/true-type-file.ts";

/*
 * Creates a TrueType file with only the glyphs that a document prints, renumbered in order. The components of composite glyphs (é
 * of e and an accent) are appended at the end.
 */

const HAS_WORDS = 0x1;
const HAS_SCALE = 0x8;
const HAS_MORE = 0x20;
const HAS_TWO_SCALES = 0x40;
const HAS_MATRIX = 0x80;

const evenLength = (length: number): number => (length + 3) & ~3;

/** Returns the offsets of the component glyph indexes in a composite glyph, from its beginning. */
export function partsOf(glyph: DataView): readonly number[] {
  if (glyph.byteLength < 10 || glyph.getInt16(0) >= 0) return [];
  const parts: number[] = [];
  let at = 10;
  for (let hasMore = true; hasMore;) {
    const flags = glyph.getUint16(at);
    parts.push(at + 2);
    at += 4 + (flags & HAS_WORDS ? 4 : 2);
    if (flags & HAS_SCALE) at += 2;
    else if (flags & HAS_TWO_SCALES) at += 4;
    else if (flags & HAS_MATRIX) at += 8;
    hasMore = (flags & HAS_MORE) !== 0;
  }
  return parts;
}

/** Builds the font file. The first glyph must be 0, the one for missing characters. */
export function subsetFont(file: TrueTypeFile, glyphs: readonly number[]): Uint8Array {
  const { view, at, bytesOf } = file;
  const isLong = view.getInt16(at("head") + 50) === 1;
  const [loca, glyf, hmtx] = [at("loca"), bytesOf("glyf"), at("hmtx")];
  const measured = view.getUint16(at("hhea") + 34);
  const offsetOf = (glyph: number): number =>
    isLong ? view.getUint32(loca + glyph * 4) : view.getUint16(loca + glyph * 2) * 2;

  const order = [...glyphs];
  const numberOf = new Map(order.map((glyph, index) => [glyph, index]));
  const outlines: Uint8Array[] = [];
  // The list grows during the loop, because components can have components.
  for (let index = 0; index < order.length; index += 1) {
    const glyph = order[index] ?? 0;
    const outline = glyf.slice(offsetOf(glyph), offsetOf(glyph + 1));
    const outlineView = new DataView(outline.buffer);
    for (const part of partsOf(outlineView)) {
      const old = outlineView.getUint16(part);
      let number = numberOf.get(old);
      if (number === undefined) {
        number = order.length;
        numberOf.set(old, number);
        order.push(old);
      }
      outlineView.setUint16(part, number);
    }
    outlines.push(outline);
  }

  const newLoca = new DataView(new ArrayBuffer((order.length + 1) * 4));
  const newGlyf = new Uint8Array(outlines.reduce((sum, { length }) => sum + evenLength(length), 0));
  let end = 0;
  for (const [index, outline] of outlines.entries()) {
    newGlyf.set(outline, end);
    end += evenLength(outline.length);
    newLoca.setUint32((index + 1) * 4, end);
  }
  const newHmtx = new DataView(new ArrayBuffer(order.length * 4));
  for (const [index, glyph] of order.entries()) {
    const widths = hmtx + 4 * Math.min(glyph, measured - 1);
    newHmtx.setUint16(index * 4, view.getUint16(widths));
    newHmtx.setInt16(
      index * 4 + 2,
      glyph < measured ? view.getInt16(widths + 2) : view.getInt16(hmtx + 4 * measured + 2 * (glyph - measured)),
    );
  }
  const changed = (table: string, change: (of: DataView) => void): Uint8Array => {
    const bytes = bytesOf(table).slice();
    change(new DataView(bytes.buffer));
    return bytes;
  };
  return toFile([
    ["glyf", newGlyf],
    [
      "head",
      changed("head", (head) => {
        head.setUint32(8, 0);
        head.setInt16(50, 1);
      }),
    ],
    [
      "hhea",
      changed("hhea", (hhea) => {
        hhea.setUint16(34, order.length);
      }),
    ],
    ["hmtx", new Uint8Array(newHmtx.buffer)],
    ["loca", new Uint8Array(newLoca.buffer)],
    [
      "maxp",
      changed("maxp", (maxp) => {
        maxp.setUint16(4, order.length);
      }),
    ],
    // Keep the hinting programs that the file has, because glyph instructions may call them.
    ...["cvt ", "fpgm", "prep"].filter(file.has).map((table) => [table, bytesOf(table)] as const),
  ]);
}

/** Computes a table's checksum, the sum of its 32-bit numbers. The data must be padded to a multiple of four bytes. */
function checksumOf(view: DataView, at: number, length: number): number {
  let sum = 0;
  for (let offset = at; offset < at + evenLength(length); offset += 4) sum = (sum + view.getUint32(offset)) >>> 0;
  return sum;
}

const WHOLE_FILE = 0xb1b0afba;

function toFile(tables: readonly (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const directory = 12 + sorted.length * 16;
  const bytes = new Uint8Array(sorted.reduce((sum, [, { length }]) => sum + evenLength(length), directory));
  const view = new DataView(bytes.buffer);
  const power = Math.floor(Math.log2(sorted.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, sorted.length);
  view.setUint16(6, 16 * 2 ** power);
  view.setUint16(8, power);
  view.setUint16(10, sorted.length * 16 - 16 * 2 ** power);
  let at = directory;
  let head = 0;
  for (const [index, [tag, table]] of sorted.entries()) {
    const entry = 12 + index * 16;
    bytes.set(table, at);
    for (let letter = 0; letter < 4; letter += 1) view.setUint8(entry + letter, tag.charCodeAt(letter));
    view.setUint32(entry + 4, checksumOf(view, at, table.length));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.length);
    if (tag === "head") head = at;
    at += evenLength(table.length);
  }
  view.setUint32(head + 8, (WHOLE_FILE - checksumOf(view, 0, bytes.length)) >>> 0);
  return bytes;
}
