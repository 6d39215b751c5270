import { degrees, PDFDocument, type PDFImage } from "@cantoo/pdf-lib";
import { DocumentFileError, fileOf, type DocumentFile, type DocumentFiles } from "#pdf/document-file.ts";
import { fitPicture, readPictureSize, type PictureSize } from "#pdf/picture-size.ts";
import { strippedJpeg } from "#pdf/writing/embedded-picture.ts";
import { LEFT, PAGE, TOP, WIDTH } from "#pdf/type-styles.ts";

/** Counterclockwise rotation in degrees that turns a photo upright, by EXIF orientation. */
const TURN_BY_ORIENTATION: Readonly<Record<number, 90 | 180 | 270>> = { 3: 180, 6: 270, 8: 90 };

export const isPdf = ({ bytes }: DocumentFile): boolean =>
  String.fromCharCode(...bytes.subarray(0, 1024)).includes("%PDF-");

async function appendPdf(target: PDFDocument, fileId: string, file: DocumentFile): Promise<void> {
  let source: PDFDocument;
  try {
    source = await PDFDocument.load(file.bytes, { updateMetadata: false, throwOnInvalidObject: true });
  } catch (error) {
    const isLocked = error instanceof Error && /encrypted|password/i.test(error.message);
    throw new DocumentFileError(
      fileId,
      file,
      isLocked
        ? "is protected by a password, so its pages cannot be attached."
        : "is a broken PDF, so its pages cannot be attached.",
      error,
    );
  }
  try {
    const pages = await target.copyPages(source, source.getPageIndices());
    if (pages.length === 0) throw new Error("no pages");
    for (const page of pages) target.addPage(page);
  } catch (error) {
    throw new DocumentFileError(fileId, file, "is a broken PDF, so its pages cannot be attached.", error);
  }
}

/** Returns the position of an attached picture on its page, in points from the upper left corner. */
export function attachedPictureBox(seen: PictureSize): { x: number; y: number; width: number; height: number } {
  const size = fitPicture(seen, { width: WIDTH, height: PAGE.height - 2 * TOP });
  return { x: LEFT + (WIDTH - size.width) / 2, y: TOP, ...size };
}

async function appendPicture(target: PDFDocument, fileId: string, file: DocumentFile): Promise<void> {
  const seen = readPictureSize(fileId, file);
  let image: PDFImage;
  try {
    image = seen.format === "png" ? await target.embedPng(file.bytes) : await target.embedJpg(strippedJpeg(file.bytes));
  } catch (error) {
    throw new DocumentFileError(fileId, file, "is a broken picture, so it cannot be attached.", error);
  }
  const page = target.addPage([PAGE.width, PAGE.height]);
  const { x: left, y: top, ...size } = attachedPictureBox(seen);
  const bottom = PAGE.height - top - size.height;
  const turn = TURN_BY_ORIENTATION[seen.orientation];
  // The picture is rotated around its lower left corner, which becomes a different corner of the upright picture.
  const place = {
    none: { x: left, y: bottom, width: size.width, height: size.height },
    90: { x: left + size.width, y: bottom, width: size.height, height: size.width },
    180: { x: left + size.width, y: bottom + size.height, width: size.width, height: size.height },
    270: { x: left, y: bottom + size.height, width: size.height, height: size.width },
  }[turn ?? "none"];
  page.drawImage(image, { ...place, ...(turn !== undefined && { rotate: degrees(turn) }) });
}

/**
 * Appends the attachments to the document: PDF pages unchanged, each picture on a separate page. Returns the same bytes if there
 * are no attachments. Throws `DocumentFileError` for a file that cannot be read.
 */
export async function appendAttachments(
  document: Uint8Array,
  fileIds: readonly string[],
  files: DocumentFiles,
): Promise<Uint8Array> {
  if (fileIds.length === 0) return document;
  const target = await PDFDocument.load(document, { updateMetadata: false });
  for (const fileId of fileIds) {
    const file = fileOf(files, fileId);
    await (isPdf(file) ? appendPdf(target, fileId, file) : appendPicture(target, fileId, file));
  }
  return target.save({ useObjectStreams: true, updateFieldAppearances: false });
}
