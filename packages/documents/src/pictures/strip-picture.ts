import { hasTextAt } from "./bytes.ts";
import { PNG_SIGNATURE } from "./png-chunks.ts";
import { stripGif } from "./strip-gif.ts";
import { stripJpeg } from "./strip-jpeg.ts";
import { stripPng } from "./strip-png.ts";

/**
 * Removes metadata from a JPEG, PNG or GIF: position, time, device, thumbnails, comments, and trailing data. Keeps pixels,
 * orientation and color profile. Returns the same array if there is nothing to remove, so stripping is idempotent. Returns
 * undefined if the file is truncated or has another format.
 */
export function stripPicture(bytes: Uint8Array): Uint8Array | undefined {
  if (hasTextAt(bytes, 0, "\xff\xd8")) return stripJpeg(bytes);
  if (hasTextAt(bytes, 0, PNG_SIGNATURE)) return stripPng(bytes);
  return hasTextAt(bytes, 0, "GIF87a") || hasTextAt(bytes, 0, "GIF89a") ? stripGif(bytes) : undefined;
}
