import { gifToPng, isGif } from "#pdf/gif-to-png.ts";

/** A file that a document needs, such as a picture or an attachment. */
export interface DocumentFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The file name shown to users, "warranty.pdf"; used in error messages. */
  readonly name?: string;
}

export type DocumentFiles = ReadonlyMap<string, DocumentFile>;

/** Thrown for a file that cannot be put into the document. The message names the file and the reason. */
export class DocumentFileError extends Error {
  override readonly name = "DocumentFileError";
  readonly fileId: string;

  constructor(fileId: string, file: DocumentFile | undefined, reason: string, cause?: unknown) {
    super(`The file "${file?.name ?? fileId}" ${reason}`, { cause });
    this.fileId = fileId;
  }
}

const pngByGif = new WeakMap<Uint8Array, Uint8Array>();

/** Returns the file in a format that a PDF supports (a GIF as PNG). Throws `DocumentFileError` if it is missing or broken. */
export function fileOf(files: DocumentFiles, fileId: string): DocumentFile {
  const file = files.get(fileId);
  if (!file) throw new DocumentFileError(fileId, file, "is missing, so the document cannot be made.");
  if (!isGif(file.bytes)) return file;
  let png = pngByGif.get(file.bytes);
  if (!png)
    try {
      pngByGif.set(file.bytes, (png = gifToPng(file.bytes)));
    } catch (error) {
      throw new DocumentFileError(fileId, file, "is a broken picture, so it cannot be printed.", error);
    }
  return { ...file, contentType: "image/png", bytes: png };
}
