import { unzlibSync } from "fflate";

/* Parses a PNG file, and decodes it to pixels if a PDF cannot embed it as stored. */

export interface Png {
  readonly width: number;
  readonly height: number;
  /** Bits per sample. */
  readonly depth: number;
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
  readonly colorType: number;
  readonly isInterlaced: boolean;
  readonly palette: Uint8Array;
  /** Alpha of the palette's colors, or the one transparent color; empty if the picture has no transparency. */
  readonly clear: Uint8Array;
  /** The compressed pixels. */
  readonly data: Uint8Array;
}

const SAMPLES_BY_TYPE: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const NOTHING = new Uint8Array();
/** Interlace passes: the first pixel of each, and the distance between its pixels. */
const PASSES = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 },
] as const;
const WHOLE = [{ x: 0, y: 0, across: 1, down: 1 }] as const;

export const samplesOf = ({ colorType }: Png): number => SAMPLES_BY_TYPE[colorType] ?? 1;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Parses a file that `readPictureSize` has validated. Throws a RangeError for invalid formats. */
export function readPng(bytes: Uint8Array): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let palette: Uint8Array = NOTHING;
  let clear: Uint8Array = NOTHING;
  const data: Uint8Array[] = [];
  const header = { width: 0, height: 0, depth: 0, colorType: 0, isInterlaced: false };
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (name === "IHDR") {
      header.width = view.getUint32(at + 8);
      header.height = view.getUint32(at + 12);
      header.depth = view.getUint8(at + 16);
      header.colorType = view.getUint8(at + 17);
      header.isInterlaced = view.getUint8(at + 20) === 1;
    }
    if (name === "PLTE") palette = chunk;
    if (name === "tRNS") clear = chunk;
    if (name === "IDAT") data.push(chunk);
    if (name === "IEND") break;
    at += 12 + length;
  }
  if (!(header.colorType in SAMPLES_BY_TYPE) || ![1, 2, 4, 8, 16].includes(header.depth))
    throw new RangeError("The picture is of an unknown kind.");
  return { ...header, palette, clear, data: joined(data) };
}

const paeth = (left: number, above: number, corner: number): number => {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};

/** Reverses the row filters in place. Rows begin at `at`, each with its filter type as the first byte. */
function unfilter(data: Uint8Array, at: number, rowBytes: number, rows: number, pixelBytes: number): void {
  for (let row = 0; row < rows; row += 1) {
    const kind = data[at + row * (rowBytes + 1)] ?? 0;
    const start = at + row * (rowBytes + 1) + 1;
    const above = start - rowBytes - 1;
    if (kind > 4) throw new RangeError("The picture is broken.");
    for (let index = 0; kind > 0 && index < rowBytes; index += 1) {
      const left = index >= pixelBytes ? (data[start + index - pixelBytes] ?? 0) : 0;
      const up = row > 0 ? (data[above + index] ?? 0) : 0;
      const corner = row > 0 && index >= pixelBytes ? (data[above + index - pixelBytes] ?? 0) : 0;
      const guess = kind === 1 ? left : kind === 2 ? up : kind === 3 ? (left + up) >> 1 : paeth(left, up, corner);
      data[start + index] = ((data[start + index] ?? 0) + guess) & 0xff;
    }
  }
}

/**
 * Decodes the samples of all pixels in reading order: one byte per sample, two for 16 bits. Samples below 8 bits are not scaled.
 * Throws a RangeError for truncated data.
 */
export function unpackPng(png: Png): Uint8Array {
  const { width, height, depth, isInterlaced } = png;
  const samples = samplesOf(png);
  const sampleBytes = depth === 16 ? 2 : 1;
  const pixelBytes = samples * sampleBytes;
  const passes = (isInterlaced ? PASSES : WHOLE).map((pass) => {
    const columns = Math.max(0, Math.ceil((width - pass.x) / pass.across));
    const rows = columns === 0 ? 0 : Math.max(0, Math.ceil((height - pass.y) / pass.down));
    return { ...pass, columns, rows, rowBytes: Math.ceil((columns * samples * depth) / 8) };
  });
  const needed = passes.reduce((sum, { rows, rowBytes }) => sum + rows * (rowBytes + 1), 0);
  const packed = new Uint8Array(needed);
  const data = unzlibSync(png.data, { out: packed });
  if (data.length < needed) throw new RangeError("The picture ends too early.");
  const pixels = new Uint8Array(width * height * pixelBytes);
  const mask = (1 << depth) - 1;
  let at = 0;
  for (const { x, y, across, down, columns, rows, rowBytes } of passes) {
    unfilter(data, at, rowBytes, rows, Math.max(1, (samples * depth) >> 3));
    for (let row = 0; row < rows; row += 1) {
      const start = at + row * (rowBytes + 1) + 1;
      const line = (y + row * down) * width;
      if (depth >= 8 && across === 1) pixels.set(data.subarray(start, start + rowBytes), (line + x) * pixelBytes);
      else
        for (let column = 0; column < columns; column += 1) {
          const to = (line + x + column * across) * pixelBytes;
          if (depth >= 8)
            for (let byte = 0; byte < pixelBytes; byte += 1)
              pixels[to + byte] = data[start + column * pixelBytes + byte] ?? 0;
          else {
            const bit = column * depth;
            pixels[to] = ((data[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & mask;
          }
        }
    }
    at += rows * (rowBytes + 1);
  }
  return pixels;
}
