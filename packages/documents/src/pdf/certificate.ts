import type { DocumentModel } from "#model/document-model.ts";
import { mapTexts } from "#printing/model-texts.ts";
import { replaceUnprintable } from "#printing/unprintable-texts.ts";
import { columnWidths, gridRow, type GridColumn, type GridRow } from "#pdf/blocks/grid.ts";
import { paragraph } from "#pdf/blocks/paragraph.ts";
import { cover } from "#pdf/cover.ts";
import { hashLines } from "#pdf/closing.ts";
import type { LaidOutPage, PdfDefinition } from "#pdf/definition.ts";
import type { FontFiles } from "#pdf/font-files.ts";
import { pageFurniture, topOf } from "#pdf/page-furniture.ts";
import { paginate, type Piece } from "#pdf/paginate.ts";
import { STYLES, type TextStyle } from "#pdf/type-styles.ts";
import { createTypesetter, type Typesetter } from "#pdf/typesetter.ts";
import { writePdf } from "#pdf/write-pdf.ts";

/** One entry of the log of a document, in words. */
export interface CertificateEvent {
  /** "Signed" */
  readonly what: string;
  readonly who: string;
  /** As it is read, with the time zone: the device's clock, the server's. */
  readonly when: string;
  /** A line each: device, address, hash of the entry. */
  readonly details: readonly string[];
}

export interface CertificateInput {
  readonly model: DocumentModel;
  readonly documentId: number;
  /** SHA-256 of the signed file, hexadecimal. */
  readonly fileHash: string;
  /** SHA-256 of content and signatures, as the paper shows it. */
  readonly fingerprint: string;
  readonly events: readonly CertificateEvent[];
  readonly fonts: FontFiles;
}

/** A hash is wider than its column, so it is printed in two halves. */
const HASH_HALVES = /([0-9a-f]{32})([0-9a-f]{32})/g;

const cell = (text: string, style: TextStyle) => ({ texts: [{ text, style }] });

/** Names of accounts and devices, and papers of earlier releases, were never asked to be printable; no box may stand for them. */
const readable = (text: string): string => replaceUnprintable(text, () => "[another script]");

function rowsOf(
  type: Typesetter,
  {
    columns,
    labels,
    rows,
    before,
  }: { columns: readonly GridColumn[]; labels: readonly string[]; rows: readonly GridRow[]; before: number },
): Piece[] {
  const head: GridRow = labels.map((label) => cell(label, STYLES.tableHead));
  const widths = columnWidths(type, columns, [head, ...rows]);
  const headPieces = gridRow({ type, columns, widths, row: head, below: "rule", padding: 4 });
  const [repeated] = headPieces;
  return [
    ...headPieces.map((piece, index) => ({ ...piece, before: index === 0 ? before : 0, staysWithNext: true })),
    ...rows.flatMap((row) =>
      gridRow({ type, columns, widths, row, below: "hairline" }).map((piece) => ({
        ...piece,
        ...(repeated && { head: repeated }),
      })),
    ),
  ];
}

const heading = (type: Typesetter, text: string): Piece[] =>
  paragraph({ type, text, style: STYLES.heading, before: 22, staysWithNext: true });

/** Pages that say who signed what, when and with which words, and how the file is known again; one where it fits. */
function layOutCertificate({
  model: stored,
  documentId,
  fileHash,
  fingerprint,
  events,
  fonts,
}: CertificateInput): readonly LaidOutPage[] {
  const type = createTypesetter(fonts);
  const model = mapTexts(stored, readable);
  const page: DocumentModel = {
    ...model,
    // A certificate is worked with: its letterhead is the company's name.
    kind: "workOrder",
    title: "Certificate of signatures",
    company: { ...model.company, logoFileId: null },
    parties: [
      { caption: "Document", strong: [model.title], lines: [`No. ${model.number}`, `Record ${documentId}`] },
      ...model.parties.slice(0, 2),
    ],
    keyFigures: [],
    footer: { lines: [`${model.company.name} · Certificate of ${model.number}`], hasInitials: false },
  };
  const signers = model.closing?.signatures ?? [];
  const hash = (text: string): GridRow[number] => ({
    texts: hashLines(text).map((line) => ({ text: line, style: STYLES.cell })),
  });
  const pieces = [
    cover({ type, model: page, files: new Map() }),
    ...heading(type, "Who signed"),
    ...rowsOf(type, {
      before: 4,
      columns: [
        { align: "left", grow: 3 },
        { align: "left", grow: 7 },
      ],
      labels: ["Signer", "Agreed to"],
      rows: signers.map(({ name, role, consent }) => [
        {
          texts: [
            { text: name, style: STYLES.strongWords },
            { text: role, style: STYLES.quietWords },
          ],
        },
        cell(consent, STYLES.words),
      ]),
    }),
    ...heading(type, "What happened"),
    ...rowsOf(type, {
      before: 4,
      columns: [
        { align: "left", grow: 2 },
        { align: "left", grow: 3 },
        { align: "left", grow: 5 },
      ],
      labels: ["Event", "By", "When"],
      rows: events.map(({ what, who, when, details }) => [
        cell(what, STYLES.strongWords),
        cell(readable(who), STYLES.words),
        {
          texts: [
            { text: when, style: STYLES.words },
            ...details.map((text) => ({
              text: readable(text).replace(HASH_HALVES, "$1 $2"),
              style: { ...STYLES.quietWords, size: 8, leading: 12 },
            })),
          ],
        },
      ]),
    }),
    ...heading(type, "How to know it again"),
    ...rowsOf(type, {
      before: 4,
      columns: [
        { align: "left", grow: 3 },
        { align: "left", grow: 7 },
      ],
      labels: ["SHA-256 of", ""],
      rows: [
        [cell("The signed file", STYLES.strongWords), hash(fileHash)],
        [cell("Content and signatures, as printed on it", STYLES.strongWords), hash(fingerprint)],
      ],
    }),
  ];
  const furniture = pageFurniture(type, page);
  const pages = paginate(pieces, { top: topOf, bottom: furniture.bottom });
  return pages.map((placed, index) => ({
    inks: [
      ...placed.flatMap(({ piece, top }) => piece.draw(top)),
      ...furniture.draw({ index, count: pages.length, hasInitials: false }),
    ],
  }));
}

/** The certificate of a signed document as a PDF. */
export function renderCertificate(input: CertificateInput): Uint8Array {
  const { model, fonts } = input;
  const definition: PdfDefinition = {
    title: `Certificate of signatures, ${model.title} ${model.number}`,
    author: model.company.name,
    date: model.date,
    pages: layOutCertificate(input),
    pictures: {},
  };
  return writePdf(definition, fonts);
}
