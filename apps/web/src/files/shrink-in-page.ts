import { drawFitted } from "./draw-fitted.ts";
import { ImageError } from "./image-error.ts";
import type { ShrinkRequest } from "./shrink-messages.ts";

/** A drawn `<img>` is upright in every browser, and Safari decodes HEIC in it. */
async function decodeImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => {
    throw new ImageError("Image loading error");
  });
  return image;
}

/** Makes a picture smaller in the page, which stands still meanwhile: for browsers whose workers cannot. Throws ImageError. */
export async function shrinkInPage({ picture, encodeAs, sides, quality }: ShrinkRequest): Promise<Blob | undefined> {
  const url = URL.createObjectURL(picture);
  const canvas = document.createElement("canvas");
  try {
    const image = await decodeImage(url);
    if (encodeAs === undefined) return undefined;
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    if (!drawFitted(canvas, image, { size, sides, encodeAs })) throw new ImageError("Failed to get canvas context");
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (blob) => {
          // A browser that cannot write the type asked for writes another, which the file's name would not fit.
          if (blob?.type === encodeAs) resolve(blob);
          else reject(new ImageError("Blob creation failed"));
        },
        encodeAs,
        quality,
      );
    });
  } finally {
    URL.revokeObjectURL(url);
    // Safari keeps the pixels of a canvas until it is collected.
    canvas.width = 0;
  }
}
