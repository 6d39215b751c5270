import { drawFitted } from "./draw-fitted.ts";
import { fitImage } from "./fit-image.ts";
import { decodeHeic } from "./heic/decode-heic.ts";
import type { ShrinkReply, ShrinkRequest } from "./shrink-messages.ts";

/* Resizes pictures in a worker, so that the page is not blocked. Imports no package, to load fast before the first picture. */

/** The part of a worker's global scope in use. The DOM types of the app know only the window's. */
interface WorkerScope {
  postMessage(reply: ShrinkReply, transfer?: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ShrinkRequest>) => void): void;
}

declare const self: WorkerScope;

/** A JPEG of 16x8 pixels that its EXIF data rotates to 8x16. */
const TURNED =
  "/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAA/9k=";

/**
 * Detects whether this browser applies the EXIF rotation when it decodes. Safari before 17.2 rejects the option for it, and its
 * behavior without the option is not known.
 */
async function lookWhetherTurned(width: number, options?: ImageBitmapOptions): Promise<boolean> {
  const bytes = Uint8Array.from(atob(TURNED), (letter) => letter.charCodeAt(0));
  const turned = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }), options);
  const isUpright = turned.width === width && turned.height === 2 * width;
  turned.close();
  return isUpright;
}

/**
 * Detects whether this browser scales well while it decodes, and after the rotation: one that scales the stored picture makes 4x2 or 2x4
 * of the test picture.
 */
async function lookWhetherScaled(): Promise<boolean> {
  let knowsQuality = false;
  const options: ImageBitmapOptions = {
    resizeWidth: 4,
    // Only a browser that knows the option reads it. Without it a photo would be scaled coarsely.
    get resizeQuality(): ResizeQuality {
      knowsQuality = true;
      return "high";
    },
  };
  return (await lookWhetherTurned(4, options).catch(() => false)) && knowsQuality;
}

interface BrowserDecoding {
  readonly turns: boolean;
  readonly scales: boolean;
}

async function lookAtBrowser(): Promise<BrowserDecoding> {
  const turns = await lookWhetherTurned(8);
  return { turns, scales: turns && (await lookWhetherScaled()) };
}

/** Cached, because it depends on the browser alone. */
let answer: Promise<BrowserDecoding> | undefined;

/**
 * Decodes a picture, at once in the size in which it will be drawn if the browser can: that saves 48 MB for a photo, the second copy of its
 * pixels.
 */
async function decode({ picture, sides, size, encodeAs }: ShrinkRequest, scales: boolean): Promise<ImageBitmap> {
  if (size === undefined || encodeAs === undefined || !scales) return await createImageBitmap(picture);
  const { width, height } = fitImage(size, sides);
  return await createImageBitmap(picture, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
}

async function shrink(request: ShrinkRequest): Promise<ArrayBuffer | undefined> {
  const { picture, decoder, encodeAs, sides, quality } = request;
  const { turns, scales } = await (answer ??= lookAtBrowser());
  if (!turns) throw new Error("This browser does not turn pictures upright in a worker.");
  const decoded = decoder === "video" ? await decodeHeic(picture) : await decode(request, scales);
  const canvas = new OffscreenCanvas(1, 1);
  try {
    if (encodeAs === undefined) return undefined;
    if (!drawFitted(canvas, decoded, { size: decoded, sides, encodeAs }))
      throw new Error("There is no canvas to draw on.");
    // The pixels of a photo take 48 MB: free them before encoding.
    decoded.close();
    const encoded = await canvas.convertToBlob({ type: encodeAs, quality });
    if (encoded.type !== encodeAs) throw new Error(`This browser does not write ${encodeAs}.`);
    return await encoded.arrayBuffer();
  } finally {
    decoded.close();
    // Frees the pixels, which otherwise stay until garbage collection.
    canvas.width = 0;
  }
}

self.addEventListener("message", ({ data }) => {
  shrink(data).then(
    (bytes) => self.postMessage({ bytes }, bytes && [bytes]),
    (error: unknown) => self.postMessage({ failure: String(error) }),
  );
});
