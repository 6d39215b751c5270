import type { ImageSides, ImageSize } from "./fit-image.ts";

/** A picture to resize. */
export interface ShrinkRequest {
  readonly picture: Blob;
  /** "video" is for HEIC only, and in workers only. */
  readonly decoder: "picture" | "video";
  /** Undefined to only decode the picture, which shows whether it is complete. */
  readonly encodeAs: "image/jpeg" | "image/png" | undefined;
  readonly sides: ImageSides;
  /** The size of the upright picture, if its header says it: it can be scaled while it is decoded. */
  readonly size?: ImageSize | undefined;
  /** The quality of the encoder, 0 to 1. */
  readonly quality: number;
}

/** `bytes` is undefined for a picture that was only decoded. */
export type ShrinkReply = { readonly bytes: ArrayBuffer | undefined } | { readonly failure: string };
