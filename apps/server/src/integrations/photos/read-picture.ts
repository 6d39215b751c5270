import { createHash } from "node:crypto";
import { MAX_FILE_BYTES } from "@ridgebook/contract";
import { MAX_PICTURE_PIXELS, readPictureHeader, readWebp, stripPicture } from "@ridgebook/documents/pictures";
import { fileTypeFromBuffer } from "file-type";
import { ProviderFailure } from "#integrations/connection/provider.ts";

/** A picture in transit from the service to the device. It is not stored here. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly extension: string;
  readonly etag: string;
}
export type PictureSize = "thumbnail" | "original";

/** Types that papers can show come first. The device converts others to JPEG. */
export const ACCEPTED_PICTURES =
  "image/jpeg, image/png, image/gif, image/webp;q=0.5, image/heic;q=0.4, image/heif;q=0.4";

/** An original may exceed the limit of stored files: the device shrinks it first. */
export const MAX_PICTURE_BYTES: Readonly<Record<PictureSize, number>> = {
  thumbnail: MAX_FILE_BYTES,
  original: 25_000_000,
};
/** Many thumbnails are drawn at once. Originals are decoded one by one; phones take up to 64 megapixels. */
const MAX_PIXELS: Readonly<Record<PictureSize, number>> = { thumbnail: MAX_PICTURE_PIXELS, original: 100_000_000 };

type Read = Omit<Picture, "etag"> & { readonly pixels: number };

/** A picture without metadata; undefined for anything else. */
async function read(body: Uint8Array): Promise<Read | undefined> {
  const plain = stripPicture(body);
  const header = plain && readPictureHeader(plain);
  if (plain && header) {
    const { format, width, height } = header;
    return {
      bytes: plain,
      contentType: `image/${format}`,
      pixels: width * height,
      extension: format === "jpeg" ? "jpg" : format,
    };
  }
  const webp = readWebp(body);
  if (webp)
    return { bytes: webp.bytes, contentType: "image/webp", extension: "webp", pixels: webp.width * webp.height };
  // The device drops its metadata, using pixels only. Its pixel count is not in the first bytes.
  const type = await fileTypeFromBuffer(body).catch(() => undefined);
  if (type?.ext !== "heic") return undefined;
  return { bytes: body, contentType: "image/heic", extension: "heic", pixels: 0 };
}

/** Throws unreadable for anything but a picture, such as a page or a PDF; tooLarge for more pixels than a device can draw. */
export async function readPicture(body: Uint8Array, size: PictureSize): Promise<Picture> {
  const picture = await read(body);
  if (!picture) throw new ProviderFailure("unreadable");
  const { pixels, ...rest } = picture;
  if (pixels > MAX_PIXELS[size]) throw new ProviderFailure("tooLarge");
  return { ...rest, etag: createHash("sha256").update(rest.bytes).digest("hex") };
}
