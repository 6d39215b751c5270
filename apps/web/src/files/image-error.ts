import { imageFailureMessage, type ImageFailure } from "@ridgebook/contract";

/** For browsers without a decoder for HEIC. */
export const HEIC_MESSAGE =
  "Photos in HEIC can't be opened by this browser. On an iPad or iPhone they work; or save them as JPEG.";

/** Thrown for a picture that cannot be used; the message is shown to the user (1.§5). */
export class ImageError extends Error {
  override readonly name = "ImageError";

  constructor(reason: ImageFailure | { readonly words: string }) {
    super(typeof reason === "string" ? imageFailureMessage(reason) : reason.words);
  }
}
