import { drawFitted } from "./draw-fitted.ts";
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
async function lookWhetherTurned(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(TURNED), (letter) => letter.charCodeAt(0));
  const turned = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  const isUpright = turned.width < turned.height;
  turned.close();
  return isUpright;
}

/** Cached, because it depends on the browser alone. */
let answer: Promise<boolean> | undefined;
const turnsPictures = (): Promise<boolean> => (answer ??= lookWhetherTurned());

async function shrink({ picture, decoder, encodeAs, sides, quality }: ShrinkRequest): Promise<ArrayBuffer | undefined> {
  if (!(await turnsPictures())) throw new Error("This browser does not turn pictures upright in a worker.");
  const decoded = decoder === "video" ? await decodeHeic(picture) : await createImageBitmap(picture);
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
