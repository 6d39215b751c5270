import { imageFailureMessage, type ImageFailure } from "@ridgebook/contract";

/** Where no decoder of the browser reads HEIC. */
export const HEIC_MESSAGE =
  "Photos in HEIC can't be opened by this browser. On an iPad or iPhone they work; or save them as JPEG.";

/** Thrown for a picture that cannot be used; the message is the one to show (1.§5). */
export class ImageError extends Error {
  override readonly name = "ImageError";

  constructor(reason: ImageFailure | { readonly words: string }) {
    super(typeof reason === "string" ? imageFailureMessage(reason) : reason.words);
  }
}
