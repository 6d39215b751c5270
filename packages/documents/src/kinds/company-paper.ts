import {
  DOCUMENT_LABELS,
  documentKindOf,
  formatLeadPhone,
  leadName,
  summaryKey,
  type DocumentKind,
  type EstimateCopy,
} from "@ridgebook/contract";
import { documentLines } from "#lines/document-lines.ts";
import type { DocumentLine } from "#lines/document-line.ts";
import type { Block, DocumentModel, DocumentSection, Party, TableColumn, TableRow } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { parseRichText } from "#rich-text/parse-rich-text.ts";
import { copiesIn, copyTitle } from "#wording/copy-titles.ts";
import { documentFrame, placeLines } from "#wording/document-frame.ts";

/* Common parts of unsigned papers: those for suppliers, crews and the company itself, and the itemized estimate. */

const present = (lines: readonly string[]): string[] => lines.filter((line) => line.trim() !== "");

type Content = Pick<DocumentModel, "parties" | "keyFigures" | "sections" | "total">;

/**
 * A paper without signatures.
 *
 * @param source its number is the paper's
 * @param reference what the paper belongs to, for its footer: "for contract 2026-0514-K7QD"
 */
export function companyPaper(
  source: DocumentSource,
  { kind, title, reference = "", ...content }: { kind: DocumentKind; title: string; reference?: string } & Content,
): DocumentModel {
  const frame = documentFrame(source, { kind, title });
  const [first = "", ...rest] = frame.footer.lines;
  return {
    ...frame,
    footer: { ...frame.footer, lines: [present([first, reference]).join(" "), ...rest] },
    ...content,
    closing: null,
    attachmentFileIds: [],
    runningTotal: null,
  };
}

/** "work order 2026-0514-K7QD": the source document; "" without one. */
export function sourceName({ madeFrom }: Pick<DocumentSource, "madeFrom">): string {
  const kind = madeFrom && documentKindOf(madeFrom.type);
  if (!kind) return "";
  return present([DOCUMENT_LABELS[kind].toLowerCase(), madeFrom.data["number"] ?? ""]).join(" ");
}

/** "for contract 2026-0514-K7QD". */
export function referenceTo(source: Pick<DocumentSource, "madeFrom">): string {
  const name = sourceName(source);
  return name === "" ? "" : `for ${name}`;
}

/** A copy with its lines, as a section of a paper. */
export interface CopyOnPaper {
  readonly copy: EstimateCopy;
  /** `summaryKey` of the copy. */
  readonly key: string;
  readonly title: string;
  /** "1", "2"; "" if the paper has only one copy. */
  readonly number: string;
  /** Top-level lines. */
  readonly lines: readonly DocumentLine[];
}

/** The copies of a paper in display order, without those removed from the estimate. */
export function copiesOnPaper(source: DocumentSource, copies: readonly EstimateCopy[]): readonly CopyOnPaper[] {
  const held = copiesIn(source, copies);
  return held.map((copy, index) => ({
    copy,
    key: summaryKey(copy),
    title: copyTitle(source, copy),
    number: held.length > 1 ? String(index + 1) : "",
    lines: documentLines(source, [copy]),
  }));
}

export const party = (caption: string, strong: readonly string[], lines: readonly string[]): Party => ({
  caption,
  strong: present(strong),
  lines: present(lines),
});

/** The house: owner, address and phone. */
export const houseParty = (
  { lead }: Pick<DocumentSource, "lead">,
  caption: string,
  more: readonly string[] = [],
): Party =>
  party(caption, [leadName(lead)], [...placeLines(lead), formatLeadPhone(lead, { first: "mobilePhone" }), ...more]);

export const section = (
  id: string,
  {
    heading = "",
    number = "",
    note = "",
    blocks,
  }: Partial<Pick<DocumentSection, "heading" | "number" | "note">> & { readonly blocks: Block[] },
): DocumentSection => ({ id, number, heading, note, aside: null, blocks, startsPage: false });

/** A written text as blocks; empty without one. Tasks are in two columns. */
function textBlocks(html: string | undefined, taskColumns: 1 | 2 = 1): Block[] {
  const blocks = parseRichText(html ?? "");
  return blocks.length === 0 ? [] : [{ kind: "text", blocks: blocks, taskColumns, tone: "plain" }];
}

/** Notes for this paper, under their own heading; empty without any. */
export function notesSections(html: string | undefined): DocumentSection[] {
  const blocks = textBlocks(html);
  return blocks.length === 0 ? [] : [section("notes", { heading: "Notes", blocks })];
}

export const column = (
  label: string,
  { align = "left", grow = 0, tone = "plain" }: Partial<Omit<TableColumn, "label">> = {},
): TableColumn => ({ label, align, grow, tone });

export const row = (...cells: string[]): TableRow => ({ cells, indent: 0 });

export const table = (
  columns: TableColumn[],
  rows: TableRow[],
  { totals = [], note = "" }: { readonly totals?: TableRow[]; readonly note?: string } = {},
): Block => ({ kind: "table", columns, rows, totals, note });
