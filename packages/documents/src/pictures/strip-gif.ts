import { hasTextAt, joinParts } from "./bytes.ts";

const HEADER = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
/** A frame's duration and transparent color. */
const FRAME_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** The loop count, under both names, and the color profile. */
const NEEDED_APPLICATIONS = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"];

/** The size of the color table announced by a flags byte. */
const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The end of a sequence of sub-blocks; -1 if the file ends first. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  for (let at = from; ;) {
    const size = bytes[at];
    if (size === undefined) return -1;
    at += 1 + size;
    if (size === 0) return at;
  }
}

/** See `stripPicture`. Keeps animations. */
export function stripGif(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < HEADER) return undefined;
  let at = HEADER + tableSize(bytes[10] ?? 0);
  if (at > bytes.length) return undefined;
  const kept = [bytes.subarray(0, at)];
  let hasPixels = false;
  // Many files lack the trailer.
  while (at < bytes.length && bytes[at] !== TRAILER) {
    const isImage = bytes[at] === IMAGE;
    if (!isImage && bytes[at] !== EXTENSION) return undefined;
    const label = bytes[at + 1];
    // An image: a descriptor of ten bytes, its color table, one byte for the code size.
    const end = endOfBlocks(bytes, isImage ? at + 11 + tableSize(bytes[at + 9] ?? 0) : at + 2);
    if (end === -1) return undefined;
    const isNeeded =
      isImage ||
      label === FRAME_CONTROL ||
      (label === APPLICATION && NEEDED_APPLICATIONS.some((name) => hasTextAt(bytes, at + 3, name)));
    if (isNeeded) kept.push(bytes.subarray(at, end));
    hasPixels ||= isImage;
    at = end;
  }
  return hasPixels ? joinParts([...kept, Uint8Array.of(TRAILER)], bytes) : undefined;
}
