import { MAX_FILE_BYTES } from "#constants.ts";
import { fileExtension } from "#entities/file.ts";

/** Types shown as pictures and resized in the browser (1.§5, 3.§9). */
export const IMAGE_EXTENSIONS = ["jpg", "jpeg", "png", "gif"] as const;
/** Allowed uploads (3.§9). */
const UPLOAD_EXTENSIONS = [...IMAGE_EXTENSIONS, "pdf", "doc", "xls", "docx", "xlsx", "csv"] as const;
export type UploadExtension = (typeof UPLOAD_EXTENSIONS)[number];

/** Maximum longest and shortest side of a picture in pixels, in either orientation (1.§9). */
export const MAX_IMAGE_SIDES = { long: 1920, short: 1080 } as const;
/** Quality of reencoded pictures, 0 to 1 (1.§9). */
export const IMAGE_QUALITY = 0.8;

export interface FileRules {
  /** Bytes. Without a minimum, only an empty file is too small. */
  readonly minBytes?: number;
  readonly maxBytes: number;
  readonly extensions: readonly UploadExtension[];
}

export const UPLOAD_RULES: FileRules = { maxBytes: MAX_FILE_BYTES, extensions: UPLOAD_EXTENSIONS };
export const IMAGE_RULES: FileRules = { maxBytes: MAX_FILE_BYTES, extensions: IMAGE_EXTENSIONS };

/** The PDF of a document. */
export const PDF_RULES: FileRules = { maxBytes: MAX_FILE_BYTES, extensions: ["pdf"] };

const BYTES_IN_MB = 1_048_576;

/** Bytes in megabytes for messages, with at most one decimal: 10,000,000 bytes are "9.5" (OP-79). */
const megabytes = (bytes: number): string => String(Math.round((bytes / BYTES_IN_MB) * 10) / 10);

/** The texts of the file rules (3.§5). */
export const fileMessages = {
  empty: "File is empty.",
  tooSmall: (minBytes: number) => `File must be at least ${megabytes(minBytes)} MB.`,
  tooLarge: (maxBytes: number) => `File exceeds limit of ${megabytes(maxBytes)} MB.`,
  type: (extensions: readonly string[]) => `Invalid file type. Only ${extensions.join(", ")} files allowed.`,
} as const;

/** Why a picture is unusable (1.§5). */
export const IMAGE_FAILURES = [
  "Invalid image",
  "Image loading error",
  "File reading error",
  "Failed to get canvas context",
  "Blob creation failed",
] as const;
export type ImageFailure = (typeof IMAGE_FAILURES)[number];
export const imageFailureMessage = (reason: ImageFailure): string => `Error processing image file: ${reason}`;

/**
 * All errors of a file, as messages for its field; empty if it is accepted (3.§5).
 *
 * The type is the name's. `contentExtensions` are the extensions that the detected content allows: a text called .png is not a png.
 */
export function checkFile(
  file: { readonly name: string; readonly size: number; readonly contentExtensions?: readonly string[] | undefined },
  { minBytes = 0, maxBytes, extensions }: FileRules,
): string[] {
  const messages: string[] = [];
  if (file.size === 0) messages.push(fileMessages.empty);
  else if (file.size < minBytes) messages.push(fileMessages.tooSmall(minBytes));
  if (file.size > maxBytes) messages.push(fileMessages.tooLarge(maxBytes));
  const extension = fileExtension(file.name);
  const isNamed = extensions.some((allowed) => allowed === extension);
  // An empty file's content cannot be detected.
  const isContained = file.size === 0 || (file.contentExtensions?.includes(extension) ?? true);
  if (!isNamed || !isContained) messages.push(fileMessages.type(extensions));
  return messages;
}
