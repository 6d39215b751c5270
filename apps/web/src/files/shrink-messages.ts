import type { ImageSides } from "./fit-image.ts";

/** A picture to make smaller. */
export interface ShrinkRequest {
  readonly picture: Blob;
  /** "video" is for HEIC only, and in workers only. */
  readonly decoder: "picture" | "video";
  /** Undefined: the picture is only decoded, to see whether it is whole. */
  readonly encodeAs: "image/jpeg" | "image/png" | undefined;
  readonly sides: ImageSides;
  /** 0 to 1. */
  readonly quality: number;
}

/** `bytes` is undefined for a picture that was only decoded. */
export type ShrinkReply = { readonly bytes: ArrayBuffer | undefined } | { readonly failure: string };
