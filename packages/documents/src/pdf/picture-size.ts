import { DocumentFileError, type DocumentFile } from "#pdf/document-file.ts";
import { viewOf } from "#pictures/bytes.ts";
import { crc32 } from "#pictures/crc32.ts";
import { readPictureHeader } from "#pictures/picture-header.ts";
import { readPngChunks } from "#pictures/png-chunks.ts";

/** The displayed size of a picture, after applying the EXIF orientation. */
export interface PictureSize {
  readonly format: "png" | "jpeg";
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
}

const TURNED_FROM = 5;

const sizeByBytes = new WeakMap<Uint8Array, PictureSize>();

/** Reads the size of a PNG or JPEG picture, the formats that a PDF supports. Throws `DocumentFileError` for any other file. */
export function readPictureSize(fileId: string, file: DocumentFile): PictureSize {
  const { bytes } = file;
  const size = sizeByBytes.get(bytes) ?? sizeOf(bytes);
  if (!size || size.width === 0 || size.height === 0)
    throw new DocumentFileError(fileId, file, "is not a PNG or JPEG picture that can be printed, or it is broken.");
  sizeByBytes.set(bytes, size);
  return size;
}

function sizeOf(bytes: Uint8Array): PictureSize | undefined {
  const header = readPictureHeader(bytes);
  if (!header || header.format === "gif" || (header.format === "png" && !isWholePng(bytes))) return undefined;
  const { format, width, height, orientation } = header;
  const isTurned = orientation >= TURNED_FROM;
  return { format, width: isTurned ? height : width, height: isTurned ? width : height, orientation };
}

/**
 * Checked here, because the PNG is decompressed only when the PDF is written, which is too late to report a broken file by name.
 */
function isWholePng(bytes: Uint8Array): boolean {
  for (const chunk of readPngChunks(bytes)) {
    if (chunk === "broken") return false;
    const end = chunk.bytes.length - 4;
    if (crc32(chunk.bytes.subarray(4, end)) !== viewOf(chunk.bytes).getUint32(end)) return false;
  }
  return true;
}

/** Scales a size to fit a box, keeping the aspect ratio. */
export function fitPicture(
  { width, height }: Pick<PictureSize, "width" | "height">,
  box: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}
