import { hasTextAt } from "./bytes.ts";
import { PNG_SIGNATURE } from "./png-chunks.ts";
import { stripGif } from "./strip-gif.ts";
import { stripJpeg } from "./strip-jpeg.ts";
import { stripPng } from "./strip-png.ts";

/**
 * A JPEG, PNG or GIF without what a camera or a program wrote beside the picture: position, time, device, thumbnails, comments, and
 * whatever follows its end. Pixels, orientation and color profile stay as they are. Returns the same array where nothing had to go,
 * so stripping twice changes nothing. Undefined where the file breaks off or is no such picture.
 */
export function stripPicture(bytes: Uint8Array): Uint8Array | undefined {
  if (hasTextAt(bytes, 0, "\xff\xd8")) return stripJpeg(bytes);
  if (hasTextAt(bytes, 0, PNG_SIGNATURE)) return stripPng(bytes);
  return hasTextAt(bytes, 0, "GIF87a") || hasTextAt(bytes, 0, "GIF89a") ? stripGif(bytes) : undefined;
}
