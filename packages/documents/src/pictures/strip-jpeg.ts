import { hasTextAt, joinParts } from "./bytes.ts";
import { isFrame, JPEG_MARKERS, orientationOfSegment, readJpegSegments, type JpegSegment } from "./jpeg-segments.ts";
import { writeOrientation, type Orientation } from "./orientation.ts";

/** A JFIF segment without its thumbnail: name, version, unit, two densities, thumbnail width and height. */
const JFIF_LENGTH = 14;

const segment = (marker: number, content: Uint8Array): Uint8Array =>
  Uint8Array.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content);

const exifSegment = (orientation: Orientation): Uint8Array =>
  segment(JPEG_MARKERS.app1, Uint8Array.of(...new TextEncoder().encode("Exif\0\0"), ...writeOrientation(orientation)));

const isJfif = ({ marker, content }: JpegSegment): boolean =>
  marker === JPEG_MARKERS.app0 && hasTextAt(content, 0, "JFIF\0") && content.length >= JFIF_LENGTH;

/** Removes the segment's thumbnail, which may show parts that were cropped away. */
function withoutThumbnail({ content }: JpegSegment): Uint8Array {
  const head = content.slice(0, JFIF_LENGTH);
  head[12] = 0;
  head[13] = 0;
  return segment(JPEG_MARKERS.app0, head);
}

/** Whether decoders need a segment: tables, frames, scans, the color profile and color encoding. */
function isNeeded({ marker, content }: JpegSegment): boolean {
  if (marker === JPEG_MARKERS.app2) return hasTextAt(content, 0, "ICC_PROFILE\0");
  if (marker === JPEG_MARKERS.app14) return hasTextAt(content, 0, "Adobe");
  return marker >= 0xc0 && marker <= 0xdf;
}

/** See `stripPicture`. Keeps the first orientation if the picture is not upright without it. */
export function stripJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const kept: Uint8Array[] = [];
  let jfif: Uint8Array | undefined;
  let orientation: Orientation | undefined;
  let hasFrame = false;
  let hasPixels = false;
  for (const each of readJpegSegments(bytes)) {
    if (each === "broken") return undefined;
    orientation ??= orientationOfSegment(each);
    if (isJfif(each)) jfif ??= withoutThumbnail(each);
    if (!isNeeded(each)) continue;
    hasFrame ||= isFrame(each.marker);
    hasPixels ||= each.marker === JPEG_MARKERS.scan;
    kept.push(each.bytes);
  }
  if (!hasFrame || !hasPixels) return undefined;
  const head = [Uint8Array.of(0xff, JPEG_MARKERS.start), ...(jfif ? [jfif] : [])];
  if (orientation !== undefined && orientation !== 1) head.push(exifSegment(orientation));
  return joinParts([...head, ...kept, Uint8Array.of(0xff, JPEG_MARKERS.end)], bytes);
}
