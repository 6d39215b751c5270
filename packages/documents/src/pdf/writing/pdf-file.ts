import { zlibSync } from "fflate";

/*
 * A PDF file of numbered objects. Compression is the package's own code, because a browser's and Node's differ and the same
 * document has the same bytes on both.
 */

const HEADER = "%PDF-1.7\n%\u00ff\u00ff\u00ff\u00ff\n";

/** How hard bytes are packed, of 9: beyond it a document gets little smaller and takes much longer, pictures most of all. */
const LEVEL = { text: 6, pixels: 4 } as const;

/** A part of the file as characters of one byte each, or as bytes. */
type Part = string | Uint8Array;

/** Where an object is named, "12 0 R". */
export type Reference = `${number} 0 R`;

export interface PdfFile {
  /** Keeps a number for an object that is told later. */
  readonly reserve: () => Reference;
  readonly put: (reference: Reference, value: string) => void;
  readonly add: (value: string) => Reference;
  /** `entries` beside its length and its compression. */
  readonly addStream: (data: Uint8Array, entries?: string, kind?: keyof typeof LEVEL) => Reference;
  /** For bytes that are packed already; `entries` say how. */
  readonly addPacked: (data: Uint8Array, entries: string) => Reference;
  readonly toBytes: (options: { readonly root: Reference; readonly info: Reference }) => Uint8Array;
}

export const latinBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
};

/** A number with at most three decimals, without those that say nothing. */
export const pdfNumber = (value: number): string => {
  const rounded = Math.round(value * 1000) / 1000;
  // Very small ones would be written with an exponent, which a PDF cannot read.
  return Math.abs(rounded) < 0.001 ? "0" : String(rounded);
};

const hexOf = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");
export const hex16 = (value: number): string => hexOf(value, 4);
const BYTE_ORDER_MARK = "feff";

/** UTF-16 as hexadecimal digits. */
export const utf16Hex = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => hex16(text.charCodeAt(index))).join("");

/** Words for people, in any alphabet. */
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
