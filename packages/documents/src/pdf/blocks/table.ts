import type { Block, TableColumn, TableRow } from "#model/document-model.ts";
import { columnWidths, emptyAfter, gridRow, type GridCell, type GridRow } from "#pdf/blocks/grid.ts";
import { paragraph } from "#pdf/blocks/paragraph.ts";
import { keepTogether, type Piece } from "#pdf/paginate.ts";
import { STYLES, type TextStyle } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

type TableBlock = Extract<Block, { kind: "table" }>;

const INDENT = 10;
/** Number of rows that stay with the head, and that stay with the totals. */
const KEPT_ROWS = 2;
const NOTE_GAP = 5;
const SUBTOTAL_PADDING = 2;

/** Tabular figures only where figures are aligned in a column; in running text they would widen the hyphen. */
const styleOf = (style: TextStyle, align: TableColumn["align"]): TextStyle =>
  align === "right" ? style : { ...style, isTabular: false };

const STYLE_BY_TONE = {
  plain: STYLES.cell,
  strong: STYLES.strongCell,
  quiet: STYLES.quietCell,
} as const satisfies Record<TableColumn["tone"], TextStyle>;

const cellOf = (text: string, style: TextStyle, indent = 0): GridCell => ({ texts: [{ text, style }], indent });

/** Returns the index of the column with the row names, in which sub-rows are indented. */
function nameColumn(columns: readonly TableColumn[]): number {
  const strong = columns.findIndex(({ tone, align }) => tone === "strong" && align === "left");
  return strong === -1 ? 0 : strong;
}

/**
 * Sets a table with a rule below the head and above the result, and hairlines between rows. The head repeats on every page, rows
 * are not divided, and totals stay with the last two rows.
 */
export function table({ type, block, before }: { type: Typesetter; block: TableBlock; before: number }): Piece[] {
  const { columns, rows, totals, note } = block;
  const named = nameColumn(columns);
  const headCells: GridRow = columns.map(({ label }) => cellOf(label, STYLES.tableHead));
  const cellsOf = ({ cells, indent }: TableRow): GridRow =>
    columns.map(({ tone, align }, index) => {
      const isPart = indent === 1 && tone === "strong" && align === "left";
      return cellOf(
        cells[index] ?? "",
        styleOf(isPart ? STYLES.cell : STYLE_BY_TONE[tone], align),
        indent === 1 && index === named ? INDENT : 0,
      );
    });
  const totalCells = ({ cells }: TableRow, isResult: boolean): GridRow =>
    columns.map(({ align }, index) => {
      const result = index === columns.length - 1 ? STYLES.result : STYLES.strongCell;
      return cellOf(cells[index] ?? "", styleOf(isResult ? result : STYLES.cell, align));
    });
  const bodyRows = rows.map(cellsOf);
  const totalRows = totals.map((total, index) => totalCells(total, index === totals.length - 1));
  // The name of a total may be longer than the row names; it extends into the empty cells beside it.
  const widths = columnWidths(type, columns, [
    headCells,
    ...bodyRows,
    ...totalRows.map((row) =>
      row.map((cell, index) => (emptyAfter(columns, row, index) > 0 ? cellOf("", STYLES.cell) : cell)),
    ),
  ]);

  const head: Piece[] = columns.some(({ label }) => label !== "")
    ? gridRow({ type, columns, widths, row: headCells, below: "rule", padding: 4 })
    : gridRow({ type, columns, widths, row: columns.map(() => ({ texts: [] })), below: "rule", padding: 0 });
  const repeated = head.length === 1 ? head[0] : undefined;
  const withHead = (pieces: readonly Piece[]): Piece[] =>
    pieces.map((piece) => (repeated ? { ...piece, head: repeated } : piece));

  const body = bodyRows.map((row, index) => {
    const isLast = index === bodyRows.length - 1;
    return withHead(
      gridRow({ type, columns, widths, row, below: isLast && totals.length === 1 ? undefined : "hairline" }),
    );
  });
  const closing = totalRows.map((row, index) => {
    const isResult = index === totalRows.length - 1;
    return withHead(
      gridRow({
        type,
        columns,
        widths,
        row,
        above: isResult ? "rule" : undefined,
        ...(isResult ? {} : { padding: SUBTOTAL_PADDING }),
        runsOver: true,
      }),
    );
  });
  const afterword =
    note === "" ? [] : keepTogether(paragraph({ type, text: note, style: STYLES.caption, before: NOTE_GAP }));

  const isKept = (index: number): boolean =>
    // The first rows stay with the head.
    index < KEPT_ROWS - 1 ||
    // The last rows stay with the totals or the note.
    (index >= body.length - KEPT_ROWS && (index < body.length - 1 || closing.length > 0 || afterword.length > 0));
  const bodyPieces = body.flatMap((pieces, index) =>
    pieces.map((piece, part) =>
      part === pieces.length - 1 && isKept(index) ? { ...piece, staysWithNext: true } : piece,
    ),
  );
  const closingPieces = closing.flat();
  const lastOfAll = closingPieces.length - 1;
  return [
    ...head.map((piece, index) => ({ ...piece, staysWithNext: true, before: index === 0 ? before : 0 })),
    ...bodyPieces,
    ...closingPieces.map((piece, index) => ({
      ...piece,
      staysWithNext: index < lastOfAll || afterword.length > 0,
    })),
    ...afterword,
  ];
}
