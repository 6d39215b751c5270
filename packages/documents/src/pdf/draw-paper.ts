import { attachedPictureBox, isPdf } from "#pdf/append-attachments.ts";
import { pdfDefinition, type PdfInput, type PrintedPicture } from "#pdf/definition.ts";
import { fileOf } from "#pdf/document-file.ts";
import type { FontFiles, FontName } from "#pdf/font-files.ts";
import { printedColor, type DrawnPath, type Ink } from "#pdf/ink.ts";
import { pictureKey } from "#pdf/blocks/pictures.ts";
import { readPictureSize } from "#pdf/picture-size.ts";
import { placeLine } from "#pdf/writing/placed-line.ts";
import { typefaceOf } from "#pdf/writing/typeface.ts";

/*
 * The pages of a document for the screen: the layout that the PDF is written from, as plain data that a worker can post. Places are
 * points from the upper left corner of the sheet.
 */

export type Mark =
  | {
      readonly type: "text";
      readonly baseline: number;
      readonly size: number;
      readonly color: string;
      /** Figures have one width, and no letters are joined. */
      readonly isTabular: boolean;
      readonly spans: readonly {
        readonly text: string;
        readonly font: FontName;
        readonly x: number;
        readonly width: number;
      }[];
    }
  | Exclude<Ink, { type: "line" }>;

export type PaperPage =
  | { readonly kind: "page"; readonly marks: readonly Mark[] }
  /** An attached PDF, whose pages only a PDF reader can show. */
  | { readonly kind: "file"; readonly name: string };

export interface DrawnPaper {
  readonly title: string;
  readonly pages: readonly PaperPage[];
  /** By the names that marks call them. */
  readonly pictures: Readonly<Record<string, PrintedPicture>>;
}

const printedPath = ({ fill, stroke, ...path }: DrawnPath): DrawnPath => ({
  ...path,
  ...(fill !== undefined && { fill: printedColor(fill) }),
  ...(stroke !== undefined && { stroke: printedColor(stroke) }),
});

function marksOf(ink: Ink, fonts: FontFiles): readonly Mark[] {
  if (ink.type === "drawing") return [{ ...ink, paths: ink.paths.map(printedPath) }];
  if (ink.type !== "line") return [ink];
  const { size, color, isTabular = false } = ink.style;
  const { baseline, spans } = placeLine(ink, (font) => typefaceOf(fonts[font]));
  return [
    {
      type: "text",
      baseline,
      size,
      color,
      isTabular,
      spans: spans.map(({ text, font, x, width }) => ({ text, font, x, width })),
    },
    ...spans.flatMap(({ x, width, underline }): Mark[] =>
      underline ? [{ type: "rule", x, y: underline.y, length: width, weight: underline.weight, color }] : [],
    ),
  ];
}

/** The document's own pages and its attachments. Throws `DocumentFileError` for a picture that is missing or broken. */
export function drawPaper(input: PdfInput): DrawnPaper {
  const { model, files, fonts } = input;
  const { title, pages, pictures } = pdfDefinition(input);
  const attached = model.attachmentFileIds.map((fileId) => ({ fileId, file: fileOf(files, fileId) }));
  return {
    title,
    pages: [
      ...pages.map(({ inks }) => ({ kind: "page" as const, marks: inks.flatMap((ink) => marksOf(ink, fonts)) })),
      ...attached.map(({ fileId, file }): PaperPage => {
        if (isPdf(file)) return { kind: "file", name: file.name ?? "" };
        const box = attachedPictureBox(readPictureSize(fileId, file));
        return { kind: "page", marks: [{ type: "picture", picture: pictureKey(fileId), ...box }] };
      }),
    ],
    pictures: {
      ...pictures,
      ...Object.fromEntries(
        attached.flatMap(({ fileId, file }) =>
          isPdf(file) ? [] : [[pictureKey(fileId), { ...file, fileId }] as const],
        ),
      ),
    },
  };
}
