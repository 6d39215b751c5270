/*
 * A workbook is a zip archive, and a small archive can unpack to gigabytes. This reads its directory before anything is unpacked. App and
 * server unpack with their own means, limiting each part to its declared size.
 */

const MAX_PARTS = 500;

const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT_LENGTH = 65_535;
const PART_SIGNATURE = 0x02014b50;
const PART_LENGTH = 46;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;

/** A compressed part: its raw deflate bytes, and its declared unpacked size. */
interface ZipPart<Buffer extends ArrayBufferLike> {
  readonly packed: Uint8Array<Buffer>;
  readonly size: number;
}

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_LENGTH;
  for (let offset = last; offset >= Math.max(0, last - MAX_COMMENT_LENGTH); offset -= 1)
    if (view.getUint32(offset, true) === END_SIGNATURE) return offset;
  return undefined;
}

function listParts<Buffer extends ArrayBufferLike>(
  bytes: Uint8Array<Buffer>,
  mostBytes: number,
): ZipPart<Buffer>[] | "damaged" | "tooLarge" {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const short = (offset: number): number => view.getUint16(offset, true);
  const long = (offset: number): number => view.getUint32(offset, true);
  const end = findEnd(view);
  if (end === undefined) return "damaged";
  const count = short(end + 10);
  if (count > MAX_PARTS) return "tooLarge";
  const parts: (ZipPart<Buffer> & { readonly method: number })[] = [];
  for (let offset = long(end + 16); parts.length < count;) {
    if (long(offset) !== PART_SIGNATURE) return "damaged";
    const local = long(offset + 42);
    const start = local + LOCAL_LENGTH + short(local + 26) + short(local + 28);
    const packed = bytes.subarray(start, start + long(offset + 20));
    parts.push({ method: short(offset + 10), packed, size: long(offset + 24) });
    offset += PART_LENGTH + short(offset + 28) + short(offset + 30) + short(offset + 32);
  }
  if (parts.reduce((total, { size }) => total + size, 0) > mostBytes) return "tooLarge";
  if (parts.some(({ method, packed, size }) => (method === STORED ? packed.length !== size : method !== DEFLATED)))
    return "damaged";
  return parts.filter(({ method }) => method === DEFLATED);
}

/** The compressed parts of a zip archive; the reason if it is invalid or declares more than `mostBytes`. */
export function readZipParts<Buffer extends ArrayBufferLike>(
  bytes: Uint8Array<Buffer>,
  { mostBytes }: { mostBytes: number },
): ZipPart<Buffer>[] | "damaged" | "tooLarge" {
  try {
    return listParts(bytes, mostBytes);
  } catch (error) {
    // Offsets outside the file.
    if (error instanceof RangeError) return "damaged";
    throw error;
  }
}
