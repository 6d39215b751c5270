import { createHash } from "node:crypto";
import { imageFailureMessage, Problem, UPLOAD_FIELD, type UploadedFile } from "@ridgebook/contract";
import { findTooManyPixels, stripPicture } from "@ridgebook/documents/pictures";
import { isWholeImage } from "./is-whole-image.ts";

interface StorableFile extends UploadedFile {
  /** SHA-256 of the bytes. */
  readonly bytesHash: string;
}

export const hashBytes = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export const isPicture = ({ contentType }: { contentType: string }): boolean => contentType.startsWith("image/");

/** Why a PDF may not be shown to others: it would run code or navigate by itself; undefined if it may. */
export type CheckPdf = (bytes: Uint8Array) => Promise<string | undefined>;

/** Throws validation at the upload's field for a PDF that may not be shown to others. */
export async function assertHarmless({ contentType, bytes }: UploadedFile, checkPdf: CheckPdf): Promise<void> {
  const refusal = contentType === "application/pdf" ? await checkPdf(bytes) : undefined;
  if (refusal !== undefined) throw new Problem("validation", { errors: { [UPLOAD_FIELD]: [refusal] } });
}

/**
 * Prepares an upload for storage, stripping a picture's metadata. Throws validation at the upload's field for a picture that is too large
 * or cannot be decoded.
 */
export async function toStorableFile(file: UploadedFile): Promise<StorableFile> {
  if (!isPicture(file)) return { ...file, bytesHash: hashBytes(file.bytes) };
  // Before decoding.
  const tooLarge = findTooManyPixels(file.bytes);
  if (tooLarge !== undefined) throw new Problem("validation", { errors: { [UPLOAD_FIELD]: [tooLarge] } });
  const stripped = (await isWholeImage(file.bytes)) ? stripPicture(file.bytes) : undefined;
  if (!stripped)
    throw new Problem("validation", { errors: { [UPLOAD_FIELD]: [imageFailureMessage("Invalid image")] } });
  return { ...file, bytes: stripped, bytesHash: hashBytes(stripped) };
}
