/* The box format of ISO media files (ISO/IEC 14496-12): size, four letters of a type, content. */

/** The content of a box: a part of the file, and where it is in it. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Reads big-endian numbers in order. Throws RangeError at the end of its part. */
interface Cursor {
  /** Absolute in the file. */
  readonly at: number;
  /** A number of 0 to 8 bytes; no bytes are 0. */
  readonly uint: (bytes: number) => number;
  readonly letters: () => string;
  readonly hasMore: () => boolean;
}

export function cursorIn(file: Uint8Array, { start, end }: Pick<Box, "start" | "end">): Cursor {
  let at = start;
  const uint = (bytes: number): number => {
    if (at + bytes > Math.min(end, file.length)) throw new RangeError("The file ends early.");
    let value = 0;
    for (const byte of file.subarray(at, at + bytes)) value = value * 256 + byte;
    at += bytes;
    return value;
  };
  return {
    get at() {
      return at;
    },
    uint,
    letters: () => String.fromCharCode(uint(1), uint(1), uint(1), uint(1)),
    hasMore: () => at < end,
  };
}

/** The boxes that follow each other in a part of the file. */
export function boxesIn(file: Uint8Array, { start, end }: Pick<Box, "start" | "end">): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end;) {
    const head = cursorIn(file, { start: at, end });
    const size = head.uint(4);
    const type = head.letters();
    // 1: the size follows in eight bytes. 0: up to the end.
    const length = size === 1 ? head.uint(8) : size === 0 ? end - at : size;
    const boxEnd = at + length;
    if (boxEnd < head.at || boxEnd > end) throw new RangeError("A box does not fit its place.");
    boxes.push({ type, start: head.at, end: boxEnd });
    at = boxEnd;
  }
  return boxes;
}
