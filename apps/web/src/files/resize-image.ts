import { fileExtension, IMAGE_QUALITY, MAX_IMAGE_SIDES } from "@ridgebook/contract";
import { findTooManyPixels, readPictureHeader, stripPicture } from "@ridgebook/documents/pictures";
import type { ImageSize } from "./fit-image.ts";
import { HEIC_MESSAGE, ImageError } from "./image-error.ts";
import {
  isConverted,
  isTaken,
  namedPictureKind,
  pictureKind,
  pictureKindOf,
  SIGNATURE_BYTES,
  type PictureKindName,
  type PictureSource,
} from "./picture-kinds.ts";
import { shrinkInPage } from "./shrink-in-page.ts";
import { shrinkInWorker } from "./shrink-in-worker.ts";
import type { ShrinkRequest } from "./shrink-messages.ts";

async function readBytes(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = await blob.arrayBuffer().catch(() => {
    throw new ImageError("File reading error");
  });
  return new Uint8Array(buffer);
}

const readKind = async (file: File): Promise<PictureKindName | undefined> =>
  pictureKindOf(await readBytes(file.slice(0, SIGNATURE_BYTES)));

/** The header of a JPEG comes after its metadata, which may hold a preview of 64 KB. */
const HEADER_BYTES = 256 * 1024;

/** The size of a picture when it is shown; undefined if its header does not say it. */
function uprightSize(start: Uint8Array): ImageSize | undefined {
  const header = readPictureHeader(start);
  if (!header) return undefined;
  const { width, height, orientation } = header;
  // These four turn the picture by a quarter.
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** "IMG_1.jpg" for "IMG_1.HEIC" and for "IMG_1". */
function withExtension(name: string, kind: PictureKindName): string {
  const extension = fileExtension(name);
  const base = extension === "" ? name : name.slice(0, -extension.length - 1);
  return `${base}.${pictureKind(kind).extensions[0] ?? ""}`;
}

/**
 * Renames a file to fit its content, if either is HEIC: HEIC with another extension, or JPEG with the extension of
 * HEIC. Other files keep their name. Throws ImageError.
 */
export async function nameByContent(file: File): Promise<File> {
  const [kind, named] = [await readKind(file), namedPictureKind(file.name)];
  if (kind === undefined || kind === named || (kind !== "heic" && named !== "heic")) return file;
  const { lastModified } = file;
  return new File([file], withExtension(file.name, kind), { type: pictureKind(kind).contentType, lastModified });
}

/** The name of a picture at the upload: with the extension of JPEG, if it is converted. */
export function uploadName(name: string, source: PictureSource): string {
  const named = namedPictureKind(name);
  return named !== undefined && isConverted(named, source) ? withExtension(name, "jpeg") : name;
}

/**
 * Tries a worker, then the page (for old browsers, and HEIC in some), which throws the reason if it fails. The video decoder is the last
 * resort for HEIC, because a picture decoder gives the right colors.
 */
async function shrink(request: ShrinkRequest): Promise<Blob | undefined> {
  try {
    return await shrinkInWorker(request).catch(() => shrinkInPage(request));
  } catch (error) {
    if (request.picture.type !== pictureKind("heic").contentType) throw error;
    return shrinkInWorker({ ...request, decoder: "video" });
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Serializes all resizing in the app: the pixels of one photo take 48 MB and more. */
function shrinkInTurn(request: ShrinkRequest): Promise<Blob | undefined> {
  const shrunk = last.then(() => shrink(request));
  last = shrunk.catch(() => undefined);
  return shrunk;
}

/**
 * Resizes a picture for the upload: within 1920x1080 or 1080x1920, encoded at quality 0.8, HEIC and a service's WebP as JPEG. If
 * the result is not smaller, keeps the pixels, unless the kind is converted or the server does not accept that many (1.§5). Always
 * removes metadata such as the position. Returns other files unchanged.
 *
 * Checks a GIF but keeps it, because a canvas would lose its animation. Throws ImageError.
 */
export async function resizeImage(file: File, source: PictureSource = "person"): Promise<File> {
  const named = namedPictureKind(file.name);
  if (named === undefined) return file;
  const kind = await readKind(file);
  if (kind === undefined || !isTaken(kind, source)) throw new ImageError("Invalid image");
  const becomesJpeg = isConverted(named, source);
  const { encodedAs } = pictureKind(named);
  const picture = new Blob([file], { type: pictureKind(kind).contentType });
  const request: ShrinkRequest = {
    picture,
    decoder: "picture",
    encodeAs: encodedAs,
    sides: MAX_IMAGE_SIDES,
    quality: IMAGE_QUALITY,
    size: uprightSize(await readBytes(file.slice(0, HEADER_BYTES))),
  };
  const encoded = await shrinkInTurn(request).catch((error: unknown) => {
    throw named === "heic" ? new ImageError({ words: HEIC_MESSAGE }) : error;
  });
  const { lastModified } = file;
  const bytes = await readBytes(file);
  const plain = stripPicture(bytes);
  const tooLarge = findTooManyPixels(bytes);
  if (encoded && (becomesJpeg || !plain || tooLarge !== undefined || encoded.size < plain.length)) {
    const drawn = stripPicture(await readBytes(encoded));
    if (!drawn) throw new ImageError("Blob creation failed");
    return new File([drawn.slice()], uploadName(file.name, source), { type: encoded.type, lastModified });
  }
  if (!plain) throw new ImageError("Invalid image");
  if (tooLarge !== undefined) throw new ImageError({ words: tooLarge });
  return plain === bytes ? file : new File([plain.slice()], file.name, { type: file.type, lastModified });
}

/** Tiles are up to 270 px wide, and screens have two or three pixels in one. */
const SMALL_SIDES = { long: 480, short: 480 };

/** A small copy of a stored picture. Undefined for a GIF, which may move, and for what is no picture. Throws if it cannot be decoded. */
export async function makeSmallCopy(bytes: Uint8Array): Promise<Blob | undefined> {
  const name = pictureKindOf(bytes);
  if (name === undefined) return undefined;
  const { contentType, encodedAs } = pictureKind(name);
  if (encodedAs === undefined) return undefined;
  const picture = new Blob([bytes.slice().buffer], { type: contentType });
  return await shrinkInTurn({
    picture,
    decoder: "picture",
    encodeAs: encodedAs,
    sides: SMALL_SIDES,
    quality: IMAGE_QUALITY,
    size: uprightSize(bytes),
  });
}
