import { fileExtension, IMAGE_QUALITY, MAX_IMAGE_SIDES } from "@ridgebook/contract";
import { ImageError } from "./image-error.ts";
import {
  namedPictureKind,
  pictureKind,
  pictureKindOf,
  SIGNATURE_BYTES,
  type PictureKindName,
} from "./picture-kinds.ts";
import { shrinkInPage } from "./shrink-in-page.ts";
import { shrinkInWorker } from "./shrink-in-worker.ts";
import type { ShrinkRequest } from "./shrink-messages.ts";

async function readKind(file: File): Promise<PictureKindName | undefined> {
  const start = await file
    .slice(0, SIGNATURE_BYTES)
    .arrayBuffer()
    .catch(() => {
      throw new ImageError("File reading error");
    });
  return pictureKindOf(new Uint8Array(start));
}

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

/** The name under which a picture is sent: HEIC is converted to JPEG. */
export const uploadName = (name: string): string =>
  namedPictureKind(name) === "heic" ? withExtension(name, "jpeg") : name;

/** Where a worker cannot do it (an old browser, HEIC in some), the page can or says why not. */
const shrink = (request: ShrinkRequest): Promise<Blob | undefined> =>
  shrinkInWorker(request).catch(() => shrinkInPage(request));

let last: Promise<unknown> = Promise.resolve();

/** One picture at a time, whatever part of the app asks: the pixels of one photo take 48 MB and more. */
function shrinkInTurn(request: ShrinkRequest): Promise<Blob | undefined> {
  const shrunk = last.then(() => shrink(request));
  last = shrunk.catch(() => undefined);
  return shrunk;
}

/**
 * Makes a picture fit for upload: within 1920x1080 or 1080x1920, encoded again at quality 0.8, HEIC as JPEG. Where that is not
 * smaller, the file stays as it is unless it is HEIC, and so does every file that is no picture (1.§5).
 *
 * A GIF is looked at and kept: it may move, and a canvas would keep one of its pictures only. Throws ImageError.
 */
export async function resizeImage(file: File): Promise<File> {
  const named = namedPictureKind(file.name);
  if (named === undefined) return file;
  const kind = await readKind(file);
  if (kind === undefined) throw new ImageError("Invalid image");
  const isConverted = named === "heic";
  const { encodedAs } = pictureKind(named);
  const picture = new Blob([file], { type: pictureKind(kind).contentType });
  const request = { picture, encodeAs: encodedAs, sides: MAX_IMAGE_SIDES, quality: IMAGE_QUALITY };
  const encoded = await shrinkInTurn(request).catch((error: unknown) => {
    throw isConverted ? new ImageError("HEIC") : error;
  });
  if (!encoded || (!isConverted && encoded.size >= file.size)) return file;
  return new File([encoded], uploadName(file.name), { type: encoded.type, lastModified: file.lastModified });
}
