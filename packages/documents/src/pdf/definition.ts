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

/** What a document's PDF is made from, and nothing else. */
export interface PdfInput {
  readonly model: DocumentModel;
  /** Every file of `filesOf(model)`. */
  readonly files: DocumentFiles;
  readonly signatures: readonly PrintedSignature[];
  /** Of a signed document, hexadecimal. */
  readonly fingerprint: string | null;
  readonly fonts: FontFiles;
}

/** What a page shows, from its upper left corner. */
export interface LaidOutPage {
  readonly inks: readonly Ink[];
}

/**
 * The document's own pages, laid out; attachments follow behind them.
 *
 * Throws `DocumentFileError` for a picture that is missing or that is none.
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
        // Where people sign, and on the forms that they tear off, initials say nothing more.
        hasInitials: !placed.some(({ piece: { draw } }) => formPieces.has(draw) || closingDraws.has(draw)),
      }),
    ],
  }));
}

/** A picture that is shown, as a PDF can hold it. */
export interface PrintedPicture extends DocumentFile {
  /** Names it where it is broken. */
  readonly fileId: string;
}

/** A document as it is printed, as data: the same definition gives the same file. */
export interface PdfDefinition {
  readonly title: string;
  readonly author: string;
  /** YYYY-MM-DD; the day that the file says it was made on. */
  readonly date: string;
  readonly pages: readonly LaidOutPage[];
  /** By the names that the pages' inks call them. */
  readonly pictures: Readonly<Record<string, PrintedPicture>>;
}

/** The definition of the document's own pages. */
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
