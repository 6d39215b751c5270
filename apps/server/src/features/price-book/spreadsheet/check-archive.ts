import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { UnreadableWorkbook } from "./workbook.ts";

/*
 * A workbook is a zip archive, and a small archive can hold gigabytes. Before anything reads it, what each part says of its
 * size is counted, and each part is unpacked once with that size as the limit, so that no part is larger than it says.
 */

/** A workbook of 20,000 rows unpacks to some 20 MB. */
export const MAX_UNZIPPED_BYTES = 100_000_000;
const MAX_PARTS = 500;

const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT_LENGTH = 65_535;
const PART_SIGNATURE = 0x02014b50;
const PART_LENGTH = 46;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;

const inflate = promisify(inflateRaw);
const NOT_READABLE = "The file cannot be read as a spreadsheet.";
const TOO_LARGE = "The spreadsheet is too large when it is unpacked.";

interface Part {
  readonly method: number;
  readonly packed: Buffer;
  readonly size: number;
}

function findEnd(archive: Buffer): number {
  for (
    let offset = archive.length - END_LENGTH;
    offset >= 0 && offset >= archive.length - END_LENGTH - MAX_COMMENT_LENGTH;
    offset -= 1
  )
    if (archive.readUInt32LE(offset) === END_SIGNATURE) return offset;
  throw new UnreadableWorkbook(NOT_READABLE);
}

function listParts(archive: Buffer): Part[] {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > MAX_PARTS) throw new UnreadableWorkbook(TOO_LARGE);
  const parts: Part[] = [];
  let offset = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(offset) !== PART_SIGNATURE) throw new UnreadableWorkbook(NOT_READABLE);
    const packedSize = archive.readUInt32LE(offset + 20);
    const local = archive.readUInt32LE(offset + 42);
    const start = local + LOCAL_LENGTH + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    parts.push({
      method: archive.readUInt16LE(offset + 10),
      packed: archive.subarray(start, start + packedSize),
      size: archive.readUInt32LE(offset + 24),
    });
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(offset + place));
    offset += PART_LENGTH + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return parts;
}

/** Raises UnreadableWorkbook for what is no archive, and for one that unpacks to more than MAX_UNZIPPED_BYTES. */
export async function checkArchive(bytes: Uint8Array): Promise<void> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts: Part[];
  try {
    parts = listParts(archive);
  } catch (error) {
    // Numbers that point outside of the file.
    if (error instanceof RangeError) throw new UnreadableWorkbook(NOT_READABLE);
    throw error;
  }
  if (parts.reduce((total, { size }) => total + size, 0) > MAX_UNZIPPED_BYTES) throw new UnreadableWorkbook(TOO_LARGE);
  for (const { method, packed, size } of parts) {
    if (method === STORED ? packed.length !== size : method !== DEFLATED) throw new UnreadableWorkbook(NOT_READABLE);
    if (method === STORED) continue;
    try {
      const unpacked = await inflate(packed, { maxOutputLength: Math.max(size, 1) });
      if (unpacked.length !== size) throw new UnreadableWorkbook(NOT_READABLE);
    } catch (error) {
      if (error instanceof UnreadableWorkbook) throw error;
      const isLarger = error instanceof RangeError;
      throw new UnreadableWorkbook(isLarger ? TOO_LARGE : NOT_READABLE);
    }
  }
}
