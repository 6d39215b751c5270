import { MAX_PICTURE_PIXELS } from "@ridgebook/documents/pictures";
import sharp from "sharp";

const MAX_SECONDS = 10;

/** Whether a picture can be drawn to its end: one that breaks off half way, or is too large to draw, cannot. */
export async function isWholeImage(bytes: Uint8Array): Promise<boolean> {
  try {
    // Every pixel is read, only the result is small.
    await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: "truncated" })
      .timeout({ seconds: MAX_SECONDS })
      .resize(16, 16, { fit: "fill" })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}
