import { readPictureHeader } from "./picture-header.ts";

/** More than phone and tablet cameras take. A picture of a few kilobytes can require gigabytes of memory. */
export const MAX_PICTURE_PIXELS = 40_000_000;

const megapixels = (pixels: number): string => String(Math.ceil(pixels / 100_000) / 10);

/** Why a picture has too many pixels to be stored, according to its header; undefined if it does not, or is no JPEG, PNG or GIF. */
export function findTooManyPixels(bytes: Uint8Array): string | undefined {
  const header = readPictureHeader(bytes);
  const pixels = header ? header.width * header.height : 0;
  if (pixels <= MAX_PICTURE_PIXELS) return undefined;
  return `The picture has ${megapixels(pixels)} megapixels. At most ${megapixels(MAX_PICTURE_PIXELS)} are allowed.`;
}
