import { checkFile, type FileRules } from "@ridgebook/contract";
import { ImageError, resizeImage } from "./resize-image.ts";

/** A file that may be sent, or why not, as its field says it. */
export type PreparedFile = { readonly file: File } | { readonly message: string };

/**
 * What happens to a file that somebody chose, before it is sent: its type is looked at, a picture is made smaller, and
 * what is left is held against the rules. A photo straight from the camera may be too large until then.
 */
export async function prepareFile(chosen: File, rules: FileRules): Promise<PreparedFile> {
  const messages = checkFile(chosen, { ...rules, maxBytes: Infinity });
  if (messages.length > 0) return { message: messages.join(" ") };
  try {
    const file = await resizeImage(chosen);
    const left = checkFile(file, { ...rules, minBytes: 0 });
    return left.length > 0 ? { message: left.join(" ") } : { file };
  } catch (error) {
    if (error instanceof ImageError) return { message: error.message };
    throw error;
  }
}
