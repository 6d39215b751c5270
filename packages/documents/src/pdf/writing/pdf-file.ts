import { zlibSync } from "fflate";

/*
 * Writes a PDF file: numbered objects, the cross-reference table and the trailer. Compresses with fflate, because browsers and
 * Node compress differently and the same document must have the same bytes in both.
 */

const HEADER = "%PDF-1.7\n%\u00ff\u00ff\u00ff\u00ff\n";

/** Compression levels, up to 9. Higher levels hardly reduce the size and take much longer, most of all for pictures. */
const LEVEL = { text: 6, pixels: 4 } as const;

/** A part of the file: a string with one byte per character, or bytes. */
type Part = string | Uint8Array;

/** An indirect reference, "12 0 R". */
export type Reference = `${number} 0 R`;

export interface PdfFile {
  /** Reserves an object number for an object that is written later. */
  readonly reserve: () => Reference;
  readonly put: (reference: Reference, value: string) => void;
  readonly add: (value: string) => Reference;
  /** Adds a compressed stream. `entries` are added to the stream dictionary after its length and filter. */
  readonly addStream: (data: Uint8Array, entries?: string, kind?: keyof typeof LEVEL) => Reference;
  /** Adds a stream of already compressed bytes. `entries` must name the filter. */
  readonly addPacked: (data: Uint8Array, entries: string) => Reference;
  readonly toBytes: (options: { readonly root: Reference; readonly info: Reference }) => Uint8Array;
}

export const latinBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
};

/** Formats a number with at most three decimals, without trailing zeros. */
export const pdfNumber = (value: number): string => {
  const rounded = Math.round(value * 1000) / 1000;
  // Very small numbers would use exponent notation, which PDF does not support.
  return Math.abs(rounded) < 0.001 ? "0" : String(rounded);
};

const hexOf = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");
export const hex16 = (value: number): string => hexOf(value, 4);
const BYTE_ORDER_MARK = "feff";

/** Encodes text as UTF-16 in hexadecimal digits. */
export const utf16Hex = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => hex16(text.charCodeAt(index))).join("");

/** Encodes a text string in any script. */
export const pdfText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? `(${text.replace(/[\\()]/g, "\\$&")})` : `<${BYTE_ORDER_MARK}${utf16Hex(text)}>`;

export function createPdfFile(): PdfFile {
  const objects: (readonly Part[])[] = [];
  const numberOf = (reference: Reference): number => Number(reference.split(" ")[0]);
  const reserve = (): Reference => {
    objects.push([]);
    return `${objects.length} 0 R`;
  };
  const addParts = (parts: readonly Part[]): Reference => {
    const reference = reserve();
    objects[objects.length - 1] = parts;
    return reference;
  };
  const addPacked = (data: Uint8Array, entries: string): Reference =>
    addParts([`<</Length ${data.length}${entries}>>\nstream\n`, data, "\nendstream"]);
  return {
    reserve,
    put: (reference, value) => {
      objects[numberOf(reference) - 1] = [value];
    },
    add: (value) => addParts([value]),
    addStream: (data, entries = "", kind = "text") =>
      addPacked(zlibSync(data, { level: LEVEL[kind] }), `/Filter/FlateDecode${entries}`),
    addPacked,
    toBytes: ({ root, info }) => {
      const parts: Part[] = [HEADER];
      let length = HEADER.length;
      const add = (part: Part): void => {
        parts.push(part);
        length += part.length;
      };
      const offsets = objects.map((object, index) => {
        const offset = length;
        add(`${index + 1} 0 obj\n`);
        object.forEach(add);
        add("\nendobj\n");
        return offset;
      });
      const table = length;
      const size = objects.length + 1;
      add(`xref\n0 ${size}\n0000000000 65535 f \n`);
      for (const offset of offsets) add(`${String(offset).padStart(10, "0")} 00000 n \n`);
      add(`trailer\n<</Size ${size}/Root ${root}/Info ${info}>>\nstartxref\n${table}\n%%EOF\n`);
      const bytes = new Uint8Array(length);
      let at = 0;
      for (const part of parts) {
        bytes.set(typeof part === "string" ? latinBytes(part) : part, at);
        at += part.length;
      }
      return bytes;
    },
  };
}
