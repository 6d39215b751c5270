import { UnreadableFile } from "./unreadable-file.ts";

/*
 * A workbook is a zip archive, and a small archive can hold gigabytes. Before anything is read, the sizes that its directory declares are
 * added up; then each part is unpacked once without being kept, and may not be larger than declared.
 */

/** A sheet of 50,000 rows with 20 columns unpacks to some 60 MB. */
export const MAX_UNZIPPED_BYTES = 200_000_000;
const MAX_PARTS = 500;

const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT_LENGTH = 65_535;
const PART_SIGNATURE = 0x02014b50;
const PART_LENGTH = 46;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;

const NOT_READABLE = "This file is damaged or is no workbook. Open it in your spreadsheet program and save it again.";
const TOO_LARGE = "This workbook is too large when it is unpacked. Save the sheet with the leads as CSV.";

interface Part {
  readonly method: number;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly size: number;
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let offset = last; offset >= Math.max(0, last - MAX_COMMENT_LENGTH); offset -= 1)
    if (view.getUint32(offset, true) === END_SIGNATURE) return offset;
  throw new UnreadableFile(NOT_READABLE);
}

function listParts(bytes: Uint8Array<ArrayBuffer>): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const short = (offset: number): number => view.getUint16(offset, true);
  const long = (offset: number): number => view.getUint32(offset, true);
  const end = findEnd(view);
  const count = short(end + 10);
  if (count > MAX_PARTS) throw new UnreadableFile(TOO_LARGE);
  let offset = long(end + 16);
  return Array.from({ length: count }, () => {
    if (long(offset) !== PART_SIGNATURE) throw new UnreadableFile(NOT_READABLE);
    const local = long(offset + 42);
    const start = local + LOCAL_LENGTH + short(local + 26) + short(local + 28);
    const packed = bytes.subarray(start, start + long(offset + 20));
    const part = { method: short(offset + 10), packed, size: long(offset + 24) };
    offset += PART_LENGTH + short(offset + 28) + short(offset + 30) + short(offset + 32);
    return part;
  });
}

/** The number of bytes that a part unpacks to; stops as soon as it is more than `limit`. */
async function measure(packed: Uint8Array<ArrayBuffer>, limit: number): Promise<number> {
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = unpacked.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.length;
    if (size <= limit) continue;
    reader.cancel().catch(() => undefined);
    return size;
  }
}

/** Throws UnreadableFile for what is no workbook, and for one that unpacks to more than MAX_UNZIPPED_BYTES or than it declares. */
export async function checkWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  let parts: Part[];
  try {
    parts = listParts(bytes);
  } catch (error) {
    // Numbers that point outside of the file.
    if (error instanceof RangeError) throw new UnreadableFile(NOT_READABLE);
    throw error;
  }
  if (parts.reduce((total, { size }) => total + size, 0) > MAX_UNZIPPED_BYTES) throw new UnreadableFile(TOO_LARGE);
  for (const { method, packed, size } of parts) {
    if (method === STORED ? packed.length !== size : method !== DEFLATED) throw new UnreadableFile(NOT_READABLE);
    if (method === STORED) continue;
    const unpacked = await measure(packed, size).catch(() => {
      throw new UnreadableFile(NOT_READABLE);
    });
    if (unpacked !== size) throw new UnreadableFile(unpacked > size ? TOO_LARGE : NOT_READABLE);
  }
}
