import { checkFile, type FileRules } from "@ridgebook/contract";
import { ImageError } from "./image-error.ts";
import { takesPictures, type PictureSource } from "./picture-kinds.ts";
import { nameByContent, resizeImage, uploadName } from "./resize-image.ts";

/** A file that may be sent, or why not, as its field says it. */
type PreparedFile = { readonly file: File } | { readonly message: string };

/**
 * What happens to a file before it is sent: its type is looked at, a picture is made smaller, HEIC and a service's WebP become JPEG,
 * and what is left is held against the rules. A photo straight from the camera may be too large until then.
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
