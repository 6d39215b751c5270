import { filesOf, type DocumentModel } from "#model/document-model.ts";
import { pictureKey } from "#pdf/blocks/pictures.ts";
import { cancellationForms, closingPieces, signatureKey, type PrintedSignature } from "#pdf/closing.ts";
import { cover } from "#pdf/cover.ts";
import { fileOf, type DocumentFile, type DocumentFiles } from "#pdf/document-file.ts";
import type { FontFiles } from "#pdf/font-files.ts";
import type { Ink } from "#pdf/ink.ts";
import { pageFurniture, topOf } from "#pdf/page-furniture.ts";
import { paginate, type Content } from "#pdf/paginate.ts";
import { sectionContents } from "#pdf/section.ts";
import { createTypesetter } from "#pdf/typesetter.ts";

/** The complete input of a document's PDF. */
export interface PdfInput {
  readonly model: DocumentModel;
  /** Contains every file of `filesOf(model)`. */
  readonly files: DocumentFiles;
  readonly signatures: readonly PrintedSignature[];
  /** The hash of a signed document, hexadecimal; null for an unsigned one. */
  readonly fingerprint: string | null;
  readonly fonts: FontFiles;
}

/** The content of a page, with positions from its upper left corner. */
export interface LaidOutPage {
  readonly inks: readonly Ink[];
}

/**
 * Lays out the document's pages; attachments are appended later.
 *
 * Throws `DocumentFileError` for a missing file or one that is not a picture.
 */
function layOutDocument({ model, files, signatures, fingerprint, fonts }: PdfInput): readonly LaidOutPage[] {
  const type = createTypesetter(fonts);
  const furniture = pageFurniture(type, model);
  const closing = closingPieces({ type, model, signatures, fingerprint });
  const forms = cancellationForms(type, model.closing);
  const contents: Content[] = [
    cover({ type, model, files }),
    ...model.sections.flatMap((section) => sectionContents({ type, section, files })),
    ...closing,
    ...forms,
  ];
  const pages = paginate(contents, { top: topOf, bottom: furniture.bottom });
  const formPieces = new Set<unknown>(forms.map(({ draw }) => draw));
  const closingDraws = new Set<unknown>(closing.map(({ draw }) => draw));
  return pages.map((placed, index) => ({
    inks: [
      ...placed.flatMap(({ piece, top }) => piece.draw(top)),
      ...furniture.draw({
        index,
        count: pages.length,
        // Initials are redundant on the signature page and on the tear-off forms.
        hasInitials: !placed.some(({ piece: { draw } }) => formPieces.has(draw) || closingDraws.has(draw)),
      }),
    ],
  }));
}

/** A picture in a format that a PDF supports. */
export interface PrintedPicture extends DocumentFile {
  /** Identifies the picture in error messages. */
  readonly fileId: string;
}

/** A printable document as data. The same definition always produces the same file. */
export interface PdfDefinition {
  readonly title: string;
  readonly author: string;
  /** Creation date in the file's metadata, YYYY-MM-DD. */
  readonly date: string;
  readonly pages: readonly LaidOutPage[];
  /** Keyed by the `picture` of the pages' inks. */
  readonly pictures: Readonly<Record<string, PrintedPicture>>;
}

/** Creates the definition of the document's pages, without attachments. */
export function pdfDefinition(input: PdfInput): PdfDefinition {
  const { model, files, signatures } = input;
  const shown = filesOf({ ...model, attachmentFileIds: [] });
  return {
    title: model.number === "" ? model.title : `${model.title} ${model.number}`,
    author: model.company.name,
    date: model.date,
    pages: layOutDocument(input),
    pictures: Object.fromEntries<PrintedPicture>([
      ...shown.map((fileId) => [pictureKey(fileId), { ...fileOf(files, fileId), fileId }] as const),
      ...signatures.map(
        ({ key, picture }) =>
          [signatureKey(key), { fileId: signatureKey(key), contentType: "image/png", bytes: picture }] as const,
      ),
    ]),
  };
}
