import { crc32 } from "#pdf/crc32.ts";
import { DocumentFileError, type DocumentFile } from "#pdf/document-file.ts";

/** A picture as it is seen: a photo that was taken on its side is counted upright. */
export interface PictureSize {
  readonly format: "png" | "jpeg";
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TURNED_FROM = 5;

const sizeByBytes = new WeakMap<Uint8Array, PictureSize>();

/** Reads the size of a PNG or JPEG picture, which are what a PDF can hold. Throws for any other file, naming it. */
export function readPictureSize(fileId: string, file: DocumentFile): PictureSize {
  const { bytes } = file;
  const size =
    sizeByBytes.get(bytes) ??
    (PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)
      ? sizeOfPng(bytes)
      : bytes[0] === 0xff && bytes[1] === 0xd8
        ? sizeOfJpeg(bytes)
        : undefined);
  if (!size || size.width === 0 || size.height === 0)
    throw new DocumentFileError(fileId, file, "is not a PNG or JPEG picture that can be printed, or it is broken.");
  sizeByBytes.set(bytes, size);
  return size;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Undefined unless every part of the file is whole: what writes the PDF unpacks a PNG later, where nobody could be told. */
function sizeOfPng(bytes: Uint8Array): PictureSize | undefined {
  const view = viewOf(bytes);
  let size: PictureSize | undefined;
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return undefined;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === "IHDR" && length >= 13)
      size = { format: "png", width: view.getUint32(at + 8), height: view.getUint32(at + 12), orientation: 1 };
    if (name === "IEND") return size;
    at = end + 4;
  }
  return undefined;
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function sizeOfJpeg(bytes: Uint8Array): PictureSize | undefined {
  const view = viewOf(bytes);
  let orientation = 1;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (marker === 0xe1) orientation = orientationOf(bytes.subarray(at + 4, at + 2 + length)) ?? orientation;
    if (isFrame(marker)) {
      const height = view.getUint16(at + 5);
      const width = view.getUint16(at + 7);
      const isTurned = orientation >= TURNED_FROM;
      return { format: "jpeg", width: isTurned ? height : width, height: isTurned ? width : height, orientation };
    }
    at += 2 + length;
  }
  return undefined;
}

/** Tag 0x0112 of the first directory of EXIF data. */
function orientationOf(segment: Uint8Array): number | undefined {
  if (segment.length < 20 || String.fromCharCode(...segment.subarray(0, 4)) !== "Exif") return undefined;
  const view = viewOf(segment);
  const isLittle = view.getUint16(6) === 0x4949;
  const directory = 6 + view.getUint32(10, isLittle);
  if (directory + 2 > segment.length) return undefined;
  const entries = view.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > segment.length) return undefined;
    if (view.getUint16(entry, isLittle) !== 0x0112) continue;
    const orientation = view.getUint16(entry + 8, isLittle);
    return orientation >= 1 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}

/** As large as fits into a box, without changing its form. */
export function fitPicture(
  { width, height }: Pick<PictureSize, "width" | "height">,
  box: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}
