import { fileExtension, IMAGE_QUALITY, MAX_IMAGE_SIDES } from "@ridgebook/contract";
import { findTooManyPixels, stripPicture } from "@ridgebook/documents/pictures";
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

/** "IMG_1.jpg" of "IMG_1.HEIC" and of "IMG_1". */
function withExtension(name: string, kind: PictureKindName): string {
  const extension = fileExtension(name);
  const base = extension === "" ? name : name.slice(0, -extension.length - 1);
  return `${base}.${pictureKind(kind).extensions[0] ?? ""}`;
}

/**
 * The file under a name that fits its content, where either is HEIC: HEIC without a name for it, or JPEG under
 * the name of HEIC. Every other file keeps its name. Throws ImageError.
 */
export async function nameByContent(file: File): Promise<File> {
  const [kind, named] = [await readKind(file), namedPictureKind(file.name)];
  if (kind === undefined || kind === named || (kind !== "heic" && named !== "heic")) return file;
  const { lastModified } = file;
  return new File([file], withExtension(file.name, kind), { type: pictureKind(kind).contentType, lastModified });
}

/** The name under which a picture is sent: that of a JPEG, where it is converted to one. */
export function uploadName(name: string, source: PictureSource): string {
  const named = namedPictureKind(name);
  return named !== undefined && isConverted(named, source) ? withExtension(name, "jpeg") : name;
}

/**
 * Where a worker cannot do it (an old browser, HEIC in some), the page can or says why not. HEIC comes last to the decoder of video: what a
 * browser opens as a picture has its colors from the browser.
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

/** One picture at a time, whatever part of the app asks: the pixels of one photo take 48 MB and more. */
function shrinkInTurn(request: ShrinkRequest): Promise<Blob | undefined> {
  const shrunk = last.then(() => shrink(request));
  last = shrunk.catch(() => undefined);
  return shrunk;
}

/**
 * Makes a picture fit for upload: within 1920x1080 or 1080x1920, encoded again at quality 0.8, HEIC and a service's WebP as JPEG.
 * Where that is not smaller, the pixels stay as they are, unless the kind is converted or there are more of them than the server takes
 * (1.§5). Metadata such as the position is taken out in any case. A file that is no picture stays as it is.
 *
 * A GIF is looked at and kept: it may move, and a canvas would keep one of its pictures only. Throws ImageError.
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
    ...{ picture, decoder: "picture", encodeAs: encodedAs },
    ...{ sides: MAX_IMAGE_SIDES, quality: IMAGE_QUALITY },
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
