import { MAX_PICTURE_PIXELS } from "@ridgebook/documents/pictures";
import sharp from "sharp";

const MAX_SECONDS = 10;

/** Whether a picture can be decoded completely: neither truncated nor too large. */
export async function isWholeImage(bytes: Uint8Array): Promise<boolean> {
  try {
    // Decodes every pixel into a small result.
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
