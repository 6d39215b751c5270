import { crc32 } from "#pictures/crc32.ts";
import { hex16, latinBytes, pdfNumber, utf16Hex, type PdfFile, type Reference } from "#pdf/writing/pdf-file.ts";
import { subsetFont } from "#pdf/writing/subset-font.ts";
import type { SetGlyph, Typeface } from "#pdf/writing/typeface.ts";

/** A subset of one font with the glyphs that a document prints. */
export interface EmbeddedFont {
  /** The resource name that pages use, "F1". */
  readonly name: string;
  readonly typeface: Typeface;
  /** Returns the glyph's code in this document, four hexadecimal digits, and adds the glyph to the subset. */
  readonly codeOf: (glyph: SetGlyph) => string;
  /** Writes the font with the glyphs requested from `codeOf`. */
  readonly write: (file: PdfFile) => Reference;
}

/** Maximum number of entries in one `bfchar` block of a CMap. */
const BLOCK = 100;
const SYMBOLIC = 4;
const SERIF = 2;
const ITALIC = 64;
const POSTSCRIPT_NAME = 6;
const WINDOWS = 3;

export function embedFont(name: string, typeface: Typeface): EmbeddedFont {
  const codes = new Map<number, string>([[0, "0000"]]);
  const texts: string[] = [""];
  return {
    name,
    typeface,
    codeOf: ({ glyph, text }) => {
      let code = codes.get(glyph);
      if (code === undefined) {
        code = hex16(texts.length);
        codes.set(glyph, code);
        texts.push(text);
      }
      return code;
    },
    write: (file) => writeFont(file, typeface, [...codes.keys()], texts),
  };
}

/** Reads the PostScript name, "SourceSerif4-Regular". */
function postScriptName({ view, at }: Typeface["file"]): string {
  const table = at("name");
  const strings = table + view.getUint16(table + 4);
  for (let index = 0; index < view.getUint16(table + 2); index += 1) {
    const entry = table + 6 + index * 12;
    if (view.getUint16(entry + 6) !== POSTSCRIPT_NAME || view.getUint16(entry) !== WINDOWS) continue;
    const start = strings + view.getUint16(entry + 10);
    const characters = view.getUint16(entry + 8) / 2;
    return Array.from({ length: characters }, (_, each) => String.fromCharCode(view.getUint16(start + each * 2)))
      .join("")
      .replace(/[^A-Za-z0-9-]/g, "");
  }
  return "Typeface";
}

/** Returns the subset tag: six letters derived from the subset's bytes. */
function tagOf(subset: Uint8Array): string {
  let rest = crc32(subset) >>> 0;
  let letters = "";
  for (let index = 0; index < 6; index += 1) {
    letters += String.fromCharCode(65 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return letters;
}

function writeFont(file: PdfFile, typeface: Typeface, glyphs: readonly number[], texts: readonly string[]): Reference {
  const { view, at, has, unitsPerEm } = typeface.file;
  const perMille = (units: number): string => pdfNumber((units * 1000) / unitsPerEm);
  const subset = subsetFont(typeface.file, glyphs);
  const name = `${tagOf(subset)}+${postScriptName(typeface.file)}`;
  const [head, hhea, post] = [at("head"), at("hhea"), at("post")];
  const box = [36, 38, 40, 42].map((each) => perMille(view.getInt16(head + each))).join(" ");
  const angle = view.getInt32(post + 4) / 0x10000;
  const ascent = perMille(view.getInt16(hhea + 4));
  const os2 = has("OS/2") ? at("OS/2") : undefined;
  const hasHeights = os2 !== undefined && view.getUint16(os2) >= 2;
  const capitals = hasHeights ? perMille(view.getInt16(os2 + 88)) : ascent;
  const weight = os2 === undefined ? 400 : view.getUint16(os2 + 4);
  const flags = SYMBOLIC | (name.includes("Serif") ? SERIF : 0) | (angle === 0 ? 0 : ITALIC);
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${box}]/ItalicAngle ${pdfNumber(angle)}` +
      `/Ascent ${ascent}/Descent ${perMille(view.getInt16(hhea + 6))}/CapHeight ${capitals}/StemV ${pdfNumber(weight / 5)}` +
      `/FontFile2 ${file.addStream(subset, `/Length1 ${subset.length}`)}>>`,
  );
  const widths = glyphs.map((glyph) => perMille(typeface.advanceOf(glyph))).join(" ");
  const descendant = file.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor}/CIDToGIDMap/Identity/DW 0/W[0[${widths}]]>>`,
  );
  const characters = file.addStream(latinBytes(characterMap(texts)));
  return file.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${characters}>>`,
  );
}

/** Builds the ToUnicode CMap, which maps codes to text. */
export function characterMap(texts: readonly string[]): string {
  const entries = texts.flatMap((text, code) => (text === "" ? [] : [`<${hex16(code)}><${utf16Hex(text)}>`]));
  const blocks: string[] = [];
  for (let start = 0; start < entries.length; start += BLOCK) {
    const block = entries.slice(start, start + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def",
    "/CMapName/Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange",
    "<0000><ffff>",
    "endcodespacerange",
    ...blocks,
    "endcmap",
    "CMapName currentdict /CMap defineresource pop",
    "end",
    "end",
  ].join("\n");
}
