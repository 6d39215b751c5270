import {
  fileExtension,
  IMAGE_EXTENSIONS,
  IMAGE_QUALITY,
  imageFailureMessage,
  type ImageFailure,
} from "@ridgebook/contract";
import { fitImage } from "./fit-image.ts";

/** Raised for a picture that cannot be used; the message is the one to show (1.§5). */
export class ImageError extends Error {
  override readonly name = "ImageError";

  constructor(reason: ImageFailure) {
    super(imageFailureMessage(reason));
  }
}

/** What a picture is encoded as again: as what it was, so that a transparent one stays transparent. */
const TYPES: Readonly<Record<string, string>> = { jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png" };

/** What the first bytes of our pictures are; a content of another kind is not handed to the browser's readers. */
const SIGNATURES: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
];

async function readImage(file: File): Promise<Blob> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new ImageError("File reading error");
  });
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (!SIGNATURES.some((signature) => signature.every((byte, index) => start[index] === byte)))
    throw new ImageError("Invalid image");
  return new Blob([bytes]);
}

/** A picture as pixels, turned upright as the camera noted it. */
const decodeImage = (image: Blob): Promise<ImageBitmap> =>
  createImageBitmap(image, { imageOrientation: "from-image" }).catch(() => {
    throw new ImageError("Image loading error");
  });

function encodeImage(picture: ImageBitmap, type: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, fitImage(picture));
  const context = canvas.getContext("2d");
  if (!context) throw new ImageError("Failed to get canvas context");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        // A browser that cannot write the type asked for writes another, which the file's name would not fit.
        if (blob?.type === type) resolve(blob);
        else reject(new ImageError("Blob creation failed"));
      },
      type,
      IMAGE_QUALITY,
    );
  });
}

/**
 * Makes a picture fit for upload: within 1920x1080 or 1080x1920, encoded again at quality 0.8. Where that is not smaller,
 * the file stays as it is, and so does every file that is no picture (1.§5).
 *
 * A GIF is looked at and kept: it may move, and a canvas would keep one of its pictures only. Raises ImageError.
 */
export async function resizeImage(file: File): Promise<File> {
  const extension = fileExtension(file.name);
  if (!IMAGE_EXTENSIONS.some((known) => known === extension)) return file;
  const picture = await decodeImage(await readImage(file));
  try {
    const type = TYPES[extension];
    if (type === undefined) return file;
    const encoded = await encodeImage(picture, type);
    if (encoded.size >= file.size) return file;
    return new File([encoded], file.name, { type, lastModified: file.lastModified });
  } finally {
    picture.close();
  }
}
