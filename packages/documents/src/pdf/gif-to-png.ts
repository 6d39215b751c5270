import { crc32 } from "#pictures/crc32.ts";

/*
 * Converts the first frame of a GIF to PNG, because a PDF supports only PNG and JPEG and a company logo may be a GIF. The PNG is
 * uncompressed, since the PDF compresses it. No browser API is used, so that every device produces the same bytes.
 */

/** Maximum number of pixels; larger pictures are rejected. */
const MOST_PIXELS = 16_000_000;
const MOST_CODES = 4096;

export const isGif = (bytes: Uint8Array): boolean => /^GIF8[79]a$/.test(String.fromCharCode(...bytes.subarray(0, 6)));

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Reads bytes sequentially. Throws at the end of the data. */
class ByteReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new RangeError("The picture ends too early.");
    this.at += 1;
    return byte;
  }

  word(): number {
    const low = this.byte();
    return low + this.byte() * 256;
  }

  slice(length: number): Uint8Array {
    const slice = this.#bytes.subarray(this.at, this.at + length);
    if (slice.length < length) throw new RangeError("The picture ends too early.");
    this.at += length;
    return slice;
  }

  /** Reads data sub-blocks up to the empty terminator and joins them. */
  subBlocks(): Uint8Array {
    const blocks: Uint8Array[] = [];
    for (let length = this.byte(); length > 0; length = this.byte()) blocks.push(this.slice(length));
    const all = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const block of blocks) {
      all.set(block, at);
      at += block.length;
    }
    return all;
  }
}

/** Decompresses the color indexes of `pixels` pixels (LZW with variable code width). */
function unpack(data: Uint8Array, leastBits: number, pixels: number): Uint8Array {
  if (leastBits < 2 || leastBits > 8) throw new RangeError("The picture is packed in an unknown way.");
  const clear = 1 << leastBits;
  const end = clear + 1;
  const prefix = new Uint16Array(MOST_CODES);
  const suffix = new Uint8Array(MOST_CODES);
  const stack = new Uint8Array(MOST_CODES + 1);
  for (let code = 0; code < clear; code += 1) suffix[code] = code;
  const colors = new Uint8Array(pixels);
  let filled = 0;
  let bits = leastBits + 1;
  let next = clear + 2;
  let previous = -1;
  let first = 0;
  let held = 0;
  let heldBits = 0;
  for (const byte of data) {
    held |= byte << heldBits;
    heldBits += 8;
    while (heldBits >= bits) {
      const code = held & ((1 << bits) - 1);
      held >>>= bits;
      heldBits -= bits;
      if (code === end || filled === pixels) return colors;
      if (code === clear) {
        bits = leastBits + 1;
        next = clear + 2;
        previous = -1;
        continue;
      }
      if (code > next || (previous === -1 && code >= clear)) throw new RangeError("The picture is broken.");
      let depth = 0;
      let current = code;
      if (code === next) {
        stack[depth] = first;
        depth += 1;
        current = previous;
      }
      while (current >= clear) {
        stack[depth] = suffix[current] ?? 0;
        depth += 1;
        current = prefix[current] ?? 0;
      }
      first = suffix[current] ?? 0;
      stack[depth] = first;
      depth += 1;
      while (depth > 0 && filled < pixels) {
        depth -= 1;
        colors[filled] = stack[depth] ?? 0;
        filled += 1;
      }
      if (previous !== -1 && next < MOST_CODES) {
        prefix[next] = previous;
        suffix[next] = first;
        next += 1;
        if (next === 1 << bits && bits < 12) bits += 1;
      }
      previous = code;
    }
  }
  return colors;
}

/** Returns the row numbers of an interlaced picture in stored order. */
const rowOrder = (height: number, isInterlaced: boolean): readonly number[] => {
  const rows = Array.from({ length: height }, (_, row) => row);
  if (!isInterlaced) return rows;
  return [
    ...rows.filter((row) => row % 8 === 0),
    ...rows.filter((row) => row % 8 === 4),
    ...rows.filter((row) => row % 4 === 2),
    ...rows.filter((row) => row % 2 === 1),
  ];
};

const colorTable = (reader: ByteReader, flags: number): Uint8Array | undefined =>
  (flags & 0x80) === 0 ? undefined : reader.slice(3 * (1 << ((flags & 7) + 1)));

function readGif(bytes: Uint8Array): Bitmap {
  const reader = new ByteReader(bytes, 6);
  const width = reader.word();
  const height = reader.word();
  if (width * height === 0 || width * height > MOST_PIXELS) throw new RangeError("The picture has no usable size.");
  const flags = reader.byte();
  reader.at += 2;
  const shared = colorTable(reader, flags);
  let clearColor = -1;
  for (;;) {
    const kind = reader.byte();
    if (kind === 0x21) {
      const isControl = reader.byte() === 0xf9;
      const block = reader.subBlocks();
      if (isControl && ((block[0] ?? 0) & 1) === 1) clearColor = block[3] ?? -1;
      continue;
    }
    if (kind !== 0x2c) throw new RangeError("The file holds no picture.");
    const [left, top, partWidth, partHeight] = [reader.word(), reader.word(), reader.word(), reader.word()];
    const partFlags = reader.byte();
    const colors = colorTable(reader, partFlags) ?? shared;
    if (!colors || left + partWidth > width || top + partHeight > height)
      throw new RangeError("The picture is broken.");
    const leastBits = reader.byte();
    const numbers = unpack(reader.subBlocks(), leastBits, partWidth * partHeight);
    const rgba = new Uint8Array(width * height * 4);
    rowOrder(partHeight, (partFlags & 0x40) !== 0).forEach((row, index) => {
      for (let x = 0; x < partWidth; x += 1) {
        const color = numbers[index * partWidth + x] ?? 0;
        if (color === clearColor) continue;
        const at = ((top + row) * width + left + x) * 4;
        rgba.set(colors.subarray(color * 3, color * 3 + 3), at);
        rgba[at + 3] = 255;
      }
    });
    return { width, height, rgba };
  }
}

/* PNG with stored (uncompressed) blocks. */

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return high * 65536 + low;
}

const MOST_STORED = 65_535;

function store(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / MOST_STORED));
  const stored = new Uint8Array(2 + bytes.length + blocks * 5 + 4);
  const view = new DataView(stored.buffer);
  stored.set([0x78, 0x01]);
  let at = 2;
  for (let block = 0; block < blocks; block += 1) {
    const part = bytes.subarray(block * MOST_STORED, (block + 1) * MOST_STORED);
    stored[at] = block === blocks - 1 ? 1 : 0;
    view.setUint16(at + 1, part.length, true);
    view.setUint16(at + 3, part.length ^ 0xffff, true);
    stored.set(part, at + 5);
    at += 5 + part.length;
  }
  view.setUint32(at, adler32(bytes));
  return stored;
}

function writePng({ width, height, rgba }: Bitmap): Uint8Array {
  const rows = new Uint8Array(height * (1 + width * 4));
  for (let row = 0; row < height; row += 1)
    rows.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), row * (1 + width * 4) + 1);
  const header = new Uint8Array(13);
  const size = new DataView(header.buffer);
  size.setUint32(0, width);
  size.setUint32(4, height);
  // Eight bits each for red, green, blue and alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const chunks = (
    [
      ["IHDR", header],
      ["IDAT", store(rows)],
      ["IEND", new Uint8Array()],
    ] as const
  ).map(([name, data]) => {
    const chunk = new Uint8Array(12 + data.length);
    const view = new DataView(chunk.buffer);
    view.setUint32(0, data.length);
    chunk.set(
      Array.from(name, (letter) => letter.charCodeAt(0)),
      4,
    );
    chunk.set(data, 8);
    view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
    return chunk;
  });
  const png = new Uint8Array(8 + chunks.reduce((sum, { length }) => sum + length, 0));
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  let at = 8;
  for (const chunk of chunks) {
    png.set(chunk, at);
    at += chunk.length;
  }
  return png;
}

/** Converts the first frame of a GIF to PNG and keeps its transparency. Throws a RangeError for a broken file. */
export const gifToPng = (bytes: Uint8Array): Uint8Array => writePng(readGif(bytes));
