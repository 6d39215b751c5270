import { hasTextAt, viewOf } from "./bytes.ts";
import { readOrientation, type Orientation } from "./orientation.ts";

/** One segment of a JPEG file, from one marker to the next. */
export interface JpegSegment {
  readonly marker: number;
  /** Includes the marker and, for a scan, the compressed pixels after it. */
  readonly bytes: Uint8Array;
  /** The bytes after the length, or the pixels of a scan. */
  readonly content: Uint8Array;
}

export const JPEG_MARKERS = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee };

/** Whether a marker has no segment: restart markers and a reserved one. 0 is not a marker. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Whether a segment states the size of the picture. */
export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Returns the end of the compressed pixels that start at `from`, at the next marker; -1 if the file ends first. */
function endOfPixels(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return -1;
    // In pixel data, 0xff is followed by 0 or by another 0xff as padding.
    if (!isAlone(next) && next !== 0xff) return at;
    if (next !== 0xff) at += 1;
  }
  return -1;
}

/**
 * Iterates over the segments of a JPEG file. Like decoders, it skips bytes between segments. Ends with "broken" if the file is
 * truncated or not a JPEG.
 */
export function* readJpegSegments(bytes: Uint8Array): Generator<JpegSegment | "broken", void, void> {
  if (bytes[0] !== 0xff || bytes[1] !== JPEG_MARKERS.start) return yield "broken";
  const view = viewOf(bytes);
  let at = 2;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1) return yield "broken";
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at];
    if (marker === undefined || marker === JPEG_MARKERS.start) return yield "broken";
    at += 1;
    if (marker === JPEG_MARKERS.end) return;
    if (isAlone(marker)) continue;
    if (at + 2 > bytes.length) return yield "broken";
    const length = view.getUint16(at);
    const end = at + length;
    if (length < 2 || end > bytes.length) return yield "broken";
    const next = marker === JPEG_MARKERS.scan ? endOfPixels(bytes, end) : end;
    if (next === -1) return yield "broken";
    yield { marker, bytes: bytes.subarray(at - 2, next), content: bytes.subarray(at + 2, end) };
    at = next;
  }
}

const EXIF = "Exif\0\0";

/** Returns the orientation that a segment states; undefined for any other segment. */
export const orientationOfSegment = ({ marker, content }: JpegSegment): Orientation | undefined =>
  marker === JPEG_MARKERS.app1 && hasTextAt(content, 0, EXIF)
    ? readOrientation(content.subarray(EXIF.length))
    : undefined;
