import { gifToPng, isGif } from "#pdf/gif-to-png.ts";

/** A file that a document needs, by file id. */
export interface DocumentFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** As people know it, "warranty.pdf"; used when it cannot be read. */
  readonly name?: string;
}

export type DocumentFiles = ReadonlyMap<string, DocumentFile>;

/** A file that cannot be put into the document; the message names it and says why. */
export class DocumentFileError extends Error {
  override readonly name = "DocumentFileError";
  readonly fileId: string;

  constructor(fileId: string, file: DocumentFile | undefined, reason: string, cause?: unknown) {
    super(`The file "${file?.name ?? fileId}" ${reason}`, { cause });
    this.fileId = fileId;
  }
}

const pngByGif = new WeakMap<Uint8Array, Uint8Array>();

/** The file as a PDF can hold it (a GIF as PNG), or an error that says which one is missing or broken. */
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
