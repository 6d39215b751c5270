import type { FontFiles } from "#pdf/font-files.ts";
import { FONT_NAMES } from "#pdf/font-files.ts";
import { readTrueType, type TrueTypeFile } from "#pdf/true-type-file.ts";
import { characterMap } from "#pdf/writing/embedded-font.ts";
import { partsOf } from "#pdf/writing/subset-font.ts";
import { typefaceOf, type Typeface } from "#pdf/writing/typeface.ts";
import { PdfDifference, unexpectedEntry } from "#pdf-compare/pdf-difference.ts";
import type { ReadFile } from "#pdf-compare/read-file.ts";
import { Name, Stream, type Dict, type Value } from "#pdf-compare/read-value.ts";

/* A font of a received PDF: the text of its codes, and whether its letters are those of our typefaces. */

export interface ReadFont {
  /** A code's text; "" without one. */
  readonly textOf: (code: number) => string;
  /** A code's advance width in thousandths of the size. */
  readonly widthOf: (code: number) => number;
}

const KEYS = {
  font: ["Type", "Subtype", "BaseFont", "Encoding", "DescendantFonts", "ToUnicode"],
  descendant: ["Type", "Subtype", "BaseFont", "CIDSystemInfo", "FontDescriptor", "CIDToGIDMap", "DW", "W"],
  descriptor: [
    "Type",
    "FontName",
    "Flags",
    "FontBBox",
    "ItalicAngle",
    "Ascent",
    "Descent",
    "CapHeight",
    "StemV",
    "FontFile2",
  ],
} as const;

const TABLES = new Set(["glyf", "head", "hhea", "hmtx", "loca", "maxp", "cvt ", "fpgm", "prep"]);
/** Hinting programs, which move outline points. */
const PROGRAMS = ["cvt ", "fpgm", "prep"];
const MAX_DEPTH = 6;

const other = (what: string): PdfDifference => new PdfDifference(`The PDF has a font that is not ours: ${what}.`);

function onlyKeys(dict: Dict, keys: readonly string[]): void {
  for (const key of dict.keys()) if (!keys.includes(key)) throw unexpectedEntry(key);
}

const isName = (value: Value | undefined, name: string): boolean => value instanceof Name && value.value === name;

/** Throws `PdfDifference` for another kind of font, or for text that our maps cannot express. */
export function readFont(file: ReadFile, font: Dict, faces: FontFiles | undefined): ReadFont {
  onlyKeys(font, KEYS.font);
  const [descendants, toUnicode] = [file.lookup(font.get("DescendantFonts")), file.lookup(font.get("ToUnicode"))];
  if (!isName(font.get("Subtype"), "Type0") || !isName(font.get("Encoding"), "Identity-H")) throw other("its kind");
  if (!Array.isArray(descendants) || descendants.length !== 1 || !(toUnicode instanceof Stream))
    throw other("its parts");
  const descendant = file.dictOf((descendants as readonly Value[])[0]);
  onlyKeys(descendant, KEYS.descendant);
  if (!isName(descendant.get("Subtype"), "CIDFontType2") || !isName(descendant.get("CIDToGIDMap"), "Identity"))
    throw other("its kind");
  const descriptor = file.dictOf(descendant.get("FontDescriptor"));
  onlyKeys(descriptor, KEYS.descriptor);
  const program = file.lookup(descriptor.get("FontFile2"));
  if (!(program instanceof Stream)) throw other("it has no letters");

  const texts = readTexts(file.unpack(toUnicode));
  const widths = readWidths(file.lookup(descendant.get("W")));
  if (descendant.get("DW") !== 0) throw other("its widths");
  if (faces) checkLetters(file.unpack(program), { texts, widths, faces });
  return { textOf: (code) => texts[code] ?? "", widthOf: (code) => widths[code] ?? 0 };
}

/** Texts by code, from a map written exactly like ours. */
function readTexts(bytes: Uint8Array): readonly string[] {
  const map = new TextDecoder("latin1").decode(bytes);
  const texts: string[] = [""];
  for (const [, code = "", text = ""] of map.matchAll(/^<([0-9a-f]{4})><((?:[0-9a-f]{4})+)>$/gm)) {
    const number = Number.parseInt(code, 16);
    // The range of all codes is written like an entry of code 0, which has none.
    if (number === 0) continue;
    while (texts.length < number) texts.push("");
    texts[number] = text.replace(/.{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)));
  }
  if (characterMap(texts) !== map) throw other("what its letters mean");
  return texts;
}

function readWidths(value: Value | undefined): readonly number[] {
  const [first, widths, ...more] = Array.isArray(value) ? (value as readonly Value[]) : [];
  if (first !== 0 || !Array.isArray(widths) || more.length > 0) throw other("its widths");
  return (widths as readonly Value[]).map((width) => (typeof width === "number" ? width : NaN));
}

interface Letters {
  readonly texts: readonly string[];
  readonly widths: readonly number[];
  readonly faces: FontFiles;
}

/** A text that identifies a glyph's outline, whatever its number in the file. */
function outlineOf(file: TrueTypeFile, glyph: number, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError("A letter is made of itself.");
  const { view, at, bytesOf } = file;
  const isLong = view.getInt16(at("head") + 50) === 1;
  const loca = at("loca");
  const offsetOf = (each: number): number =>
    isLong ? view.getUint32(loca + each * 4) : view.getUint16(loca + each * 2) * 2;
  const outline = bytesOf("glyf").slice(offsetOf(glyph), offsetOf(glyph + 1));
  const outlineView = new DataView(outline.buffer);
  const parts = partsOf(outlineView).map((place) => {
    const part = outlineView.getUint16(place);
    outlineView.setUint16(place, 0);
    return outlineOf(file, part, depth + 1);
  });
  let own = "";
  for (const byte of outline) own += String.fromCharCode(byte);
  // Zero padding may follow an outline.
  return [own.replace(/\0+$/, ""), ...parts].join("|");
}

function metricsOf({ view, at }: TrueTypeFile, glyph: number): readonly [advance: number, left: number] {
  const [measured, hmtx] = [view.getUint16(at("hhea") + 34), at("hmtx")];
  const widths = hmtx + 4 * Math.min(glyph, measured - 1);
  const left = glyph < measured ? widths + 2 : hmtx + 4 * measured + 2 * (glyph - measured);
  return [view.getUint16(widths), view.getInt16(left)];
}

const outlines = new WeakMap<Typeface, Map<number, string>>();

function faceOutline(face: Typeface, glyph: number): string {
  let known = outlines.get(face);
  if (!known) outlines.set(face, (known = new Map<number, string>()));
  let outline = known.get(glyph);
  if (outline === undefined) known.set(glyph, (outline = outlineOf(face.file, glyph)));
  return outline;
}

/** The glyphs of a letter or ligature in a typeface. */
const glyphsFor = (face: Typeface, text: string): readonly number[] =>
  [false, true].flatMap((isTabular) => {
    const [only, ...more] = face.set(text, isTabular);
    return only && more.length === 0 && only.glyph !== 0 ? [only.glyph] : [];
  });

/** Throws unless every letter has an outline and width of our typefaces. */
function checkLetters(bytes: Uint8Array, { texts, widths, faces }: Letters): void {
  let font: TrueTypeFile;
  try {
    font = readTrueType(bytes);
    const count = font.view.getUint16(4);
    for (let index = 0; index < count; index += 1) {
      const tag = String.fromCharCode(...bytes.subarray(12 + index * 16, 16 + index * 16));
      if (!TABLES.has(tag)) throw other(`it has a table "${tag}"`);
    }
    const typefaces = FONT_NAMES.map((name) => typefaceOf(faces[name]));
    const face = typefaces.find((each) => hasPrograms(font, each.file));
    const closest = face ? typefaces.filter((each) => hasPrograms(font, each.file)) : [];
    const wrong = closest.map((each) => wrongLetter(font, each, { texts, widths }));
    if (wrong.includes(undefined)) return;
    const [first] = wrong;
    throw first === undefined ? other("how it is drawn") : other(`its "${first}" is drawn otherwise`);
  } catch (error) {
    if (error instanceof PdfDifference) throw error;
    throw other("it cannot be read");
  }
}

const isSameBytes = (one: Uint8Array, another: Uint8Array): boolean =>
  one.length === another.length && one.every((byte, index) => byte === another[index]);

const hasPrograms = (font: TrueTypeFile, face: TrueTypeFile): boolean =>
  font.unitsPerEm === face.unitsPerEm &&
  PROGRAMS.every((table) => isSameBytes(font.bytesOf(table), face.bytesOf(table)));

/** The first text that the font draws differently. */
function wrongLetter(
  font: TrueTypeFile,
  face: Typeface,
  { texts, widths }: Pick<Letters, "texts" | "widths">,
): string | undefined {
  return texts.find((text, code) => {
    const candidates = code === 0 ? [0] : text === "" ? [] : glyphsFor(face, text);
    return !candidates.some((glyph) => {
      const [own, given] = [metricsOf(face.file, glyph), metricsOf(font, code)];
      const width = (own[0] * 1000) / face.file.unitsPerEm;
      return (
        own[0] === given[0] &&
        own[1] === given[1] &&
        Math.abs((widths[code] ?? NaN) - width) < 0.01 &&
        faceOutline(face, glyph) === outlineOf(font, code)
      );
    });
  });
}
