import type { Content as PdfContent, ContentText, TDocumentDefinitions } from "pdfmake/interfaces";
import { filesOf, type DocumentModel } from "#model/document-model.ts";
import { pictureKey } from "#pdf/blocks/pictures.ts";
import { cancellationForms, closingPieces, signatureKey, type PrintedSignature } from "#pdf/closing.ts";
import { cover } from "#pdf/cover.ts";
import { fileOf, type DocumentFile, type DocumentFiles } from "#pdf/document-file.ts";
import type { FontFiles } from "#pdf/font-files.ts";
import type { Ink } from "#pdf/ink.ts";
import { pageFurniture, topOf } from "#pdf/page-furniture.ts";
import { paginate, type Content } from "#pdf/paginate.ts";
import { readPictureSize } from "#pdf/picture-size.ts";
import { sectionContents } from "#pdf/section.ts";
import type { TextStyle } from "#pdf/type-styles.ts";
import { createTypesetter, type Span } from "#pdf/typesetter.ts";

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
export function layOutDocument({ model, files, signatures, fingerprint, fonts }: PdfInput): readonly LaidOutPage[] {
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

/* From inks to pdfmake's nodes. Everything has its place already: pdfmake embeds fonts and pictures and writes the file. */

const FAMILIES = { sans: "Inter", sansMedium: "Inter Medium", serif: "Source Serif 4" } as const;

/** pdfmake's families, by names in its file system. */
export const PDF_FONTS = {
  Inter: { normal: "sans", bold: "sansBold", italics: "sans", bolditalics: "sansBold" },
  "Inter Medium": { normal: "sansMedium", bold: "sansBold", italics: "sansMedium", bolditalics: "sansBold" },
  "Source Serif 4": {
    normal: "serif",
    bold: "serifBold",
    italics: "serifItalic",
    bolditalics: "serifBoldItalic",
  },
} as const;

const round = (value: number): number => Math.round(value * 1000) / 1000;

const spanNode = ({ text, family, isBold, isItalic, isUnderlined }: Span): ContentText => ({
  text,
  font: FAMILIES[family],
  ...(isBold && { bold: true }),
  ...(isItalic && { italics: true }),
  ...(isUnderlined && { decoration: "underline" }),
});

const textStyle = ({ size, color, isTabular = false }: TextStyle) => ({
  fontSize: size,
  color,
  noWrap: true,
  ...(isTabular && { fontFeatures: TABULAR_FIGURES }),
});

/**
 * Tabular figures, without Inter's contextual alternates: they cost a third of the time and change nothing in amounts. The library
 * passes an object on to its font engine as well as a list; its types know only the list.
 */
const TABULAR_FIGURES = { tnum: true, calt: false } as unknown as ["tnum"];

function nodeOf(ink: Ink): PdfContent {
  switch (ink.type) {
    case "line": {
      const [only, ...others] = ink.line.spans;
      const text = {
        ...(only && others.length === 0 ? spanNode(only) : { text: ink.line.spans.map(spanNode) }),
        ...textStyle(ink.style),
      };
      const absolutePosition = { x: round(ink.x), y: round(ink.y) };
      return ink.endsIn === undefined
        ? { ...text, absolutePosition }
        : { columns: [{ ...text, width: round(ink.endsIn), alignment: "right" }], absolutePosition };
    }
    case "rule":
      return {
        canvas: [
          { type: "line", x1: 0, y1: 0, x2: round(ink.length), y2: 0, lineWidth: ink.weight, lineColor: ink.color },
        ],
        absolutePosition: { x: round(ink.x), y: round(ink.y) },
      };
    case "path":
      return {
        canvas: [
          {
            type: "polyline",
            points: ink.points.map(([x, y]) => ({ x: round(x), y: round(y) })),
            closePath: ink.isClosed,
            lineWidth: ink.weight,
            lineColor: ink.color,
            ...(ink.fill !== undefined && { color: ink.fill }),
          },
        ],
        absolutePosition: { x: 0, y: 0 },
      };
    case "circle":
      return {
        canvas: [
          {
            type: "ellipse",
            x: round(ink.x),
            y: round(ink.y),
            r1: ink.radius,
            r2: ink.radius,
            ...(ink.weight > 0 && { lineWidth: ink.weight, lineColor: ink.color }),
            ...(ink.fill !== undefined && { color: ink.fill }),
          },
        ],
        absolutePosition: { x: 0, y: 0 },
      };
    case "drawing":
      return {
        svg: ink.svg,
        width: ink.width,
        height: ink.height,
        absolutePosition: { x: round(ink.x), y: round(ink.y) },
      };
    case "picture":
      return {
        image: ink.picture,
        width: round(ink.width),
        height: round(ink.height),
        absolutePosition: { x: round(ink.x), y: round(ink.y) },
      };
  }
}

/** Bytes that one call of `fromCharCode` takes. */
const CHUNK = 0x8000;

function dataUrl(contentType: string, bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return `data:${contentType};base64,${btoa(binary)}`;
}

function pictureUrl(fileId: string, file: DocumentFile): string {
  return dataUrl(`image/${readPictureSize(fileId, file).format}`, file.bytes);
}

/** Noon, so that the day is the same wherever the file is looked at. */
const madeOn = (date: string): Date => new Date(`${date}T12:00:00.000Z`);

/** pdfmake's definition of laid-out pages, as data: the same pages give the same definition, and that the same bytes. */
export function definitionOf(
  pages: readonly LaidOutPage[],
  {
    title,
    author,
    date,
    pictures,
  }: { title: string; author: string; date: string; pictures: Readonly<Record<string, string>> },
): TDocumentDefinitions {
  return {
    version: "1.7",
    language: "en-US",
    displayTitle: true,
    compress: true,
    info: {
      title,
      author,
      creator: "Ridgebook",
      producer: "Ridgebook",
      creationDate: madeOn(date),
      modDate: madeOn(date),
    },
    pageSize: "LETTER",
    // Everything stands at its place; the margins of design "Documents" are in those places.
    pageMargins: 0,
    defaultStyle: { font: FAMILIES.serif },
    images: { ...pictures },
    content: pages.map(({ inks }, index) => ({
      stack: [{ text: "", fontSize: 1, absolutePosition: { x: 0, y: 0 } }, ...inks.map(nodeOf)],
      ...(index > 0 && { pageBreak: "before" as const }),
    })),
  };
}

/** The definition of the document's own pages. */
export function pdfDefinition(input: PdfInput): TDocumentDefinitions {
  const { model, files, signatures } = input;
  const shown = filesOf({ ...model, attachmentFileIds: [] });
  const pictures = Object.fromEntries([
    ...shown.map((fileId) => [pictureKey(fileId), pictureUrl(fileId, fileOf(files, fileId))] as const),
    ...signatures.map(({ key, picture }) => [signatureKey(key), dataUrl("image/png", picture)] as const),
  ]);
  return definitionOf(layOutDocument(input), {
    title: model.number === "" ? model.title : `${model.title} ${model.number}`,
    author: model.company.name,
    date: model.date,
    pictures,
  });
}
