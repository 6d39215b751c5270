import { checkFile, type FileRules } from "@ridgebook/contract";
import { ImageError } from "./image-error.ts";
import { takesPictures, type PictureSource } from "./picture-kinds.ts";
import { nameByContent, resizeImage, uploadName } from "./resize-image.ts";

/** A file to send, or the field's error message. */
type PreparedFile = { readonly file: File } | { readonly message: string };

/**
 * Prepares a file for the upload: checks its type, resizes a picture, converts HEIC and a service's WebP to JPEG, and then checks the
 * rules, because a camera's photo may be too large before that.
 */
export async function prepareFile(
  chosen: File,
  rules: FileRules,
  source: PictureSource = "person",
): Promise<PreparedFile> {
  try {
    const named = takesPictures(rules) ? await nameByContent(chosen) : chosen;
    const { name, size } = named;
    const messages = checkFile({ name: uploadName(name, source), size }, { ...rules, maxBytes: Infinity });
    if (messages.length > 0) return { message: messages.join(" ") };
    const file = await resizeImage(named, source);
    const left = checkFile(file, { ...rules, minBytes: 0 });
    return left.length > 0 ? { message: left.join(" ") } : { file };
  } catch (error) {
    if (error instanceof ImageError) return { message: error.message };
    throw error;
  }
}
