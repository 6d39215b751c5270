import { hasTextAt, viewOf } from "./bytes.ts";
import { isFrame, orientationOfSegment, readJpegSegments } from "./jpeg-segments.ts";
import type { Orientation } from "./orientation.ts";
import { PNG_SIGNATURE, readPngChunks } from "./png-chunks.ts";

/** The header of a picture. Width and height are those of the stored pixels, before applying the orientation. */
export interface PictureHeader {
  readonly format: "png" | "jpeg" | "gif";
  readonly width: number;
  readonly height: number;
  /** From the EXIF data of a JPEG; 1 for other formats. */
  readonly orientation: Orientation;
}

function headerOfJpeg(bytes: Uint8Array): PictureHeader | undefined {
  let orientation: Orientation | undefined;
  for (const segment of readJpegSegments(bytes)) {
    if (segment === "broken") return undefined;
    orientation ??= orientationOfSegment(segment);
    const { marker, content } = segment;
    if (!isFrame(marker)) continue;
    if (content.length < 5) return undefined;
    const view = viewOf(content);
    return { format: "jpeg", width: view.getUint16(3), height: view.getUint16(1), orientation: orientation ?? 1 };
  }
  return undefined;
}

function headerOfPng(bytes: Uint8Array): PictureHeader | undefined {
  const first = readPngChunks(bytes).next().value;
  if (!first || first === "broken" || first.name !== "IHDR" || first.content.length < 8) return undefined;
  const view = viewOf(first.content);
  return { format: "png", width: view.getUint32(0), height: view.getUint32(4), orientation: 1 };
}

/** Reads the size of a JPEG, PNG or GIF without decoding it. Returns undefined for any other file, and for a broken header. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  if (hasTextAt(bytes, 0, "\xff\xd8")) return headerOfJpeg(bytes);
  if (hasTextAt(bytes, 0, PNG_SIGNATURE)) return headerOfPng(bytes);
  if (!hasTextAt(bytes, 0, "GIF8") || bytes.length < 10) return undefined;
  const view = viewOf(bytes);
  return { format: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true), orientation: 1 };
}
