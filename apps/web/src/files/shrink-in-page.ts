import { drawFitted } from "./draw-fitted.ts";
import { ImageError } from "./image-error.ts";
import type { ShrinkRequest } from "./shrink-messages.ts";

/** Every browser draws an `<img>` upright, and Safari decodes HEIC in it. */
async function decodeImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => {
    throw new ImageError("Image loading error");
  });
  return image;
}

/** Resizes a picture in the page, which blocks it meanwhile: for browsers whose workers cannot. Throws ImageError. */
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
          // A browser that cannot encode the requested type uses another one, which would not fit the file's name.
          if (blob?.type === encodeAs) resolve(blob);
          else reject(new ImageError("Blob creation failed"));
        },
        encodeAs,
        quality,
      );
    });
  } finally {
    URL.revokeObjectURL(url);
    // Frees the pixels: Safari keeps them until garbage collection.
    canvas.width = 0;
  }
}
