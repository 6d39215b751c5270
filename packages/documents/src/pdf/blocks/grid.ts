import { inParts, inkLines, type Ink } from "#pdf/ink.ts";
import type { Piece } from "#pdf/paginate.ts";
import { HAIRLINE, HAIRLINE_WEIGHT, INK, LEFT, RULE_WEIGHT, WIDTH, type TextStyle } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

/*
 * Rows with columns, the layout that tables, windows and options share. A column takes the width of its longest cell; the
 * remaining width goes to columns that grow. There are no vertical rules.
 */

export interface GridColumn {
  readonly align: "left" | "right";
  /** Share of the remaining width. */
  readonly grow: number;
}

/** Text with styles; each text is a separate paragraph. A drawing is centered in its cell. */
export interface GridCell {
  readonly texts: readonly { readonly text: string; readonly style: TextStyle }[];
  readonly indent?: number;
  readonly drawing?: {
    readonly width: number;
    readonly height: number;
    readonly draw: (x: number, y: number) => readonly Ink[];
  };
}

export type GridRow = readonly GridCell[];

const COLUMN_GAP = 12;
/** A narrower gap for many columns, so that the text columns keep enough width. */
const CLOSE_COLUMN_GAP = 8;
const MANY_COLUMNS = 8;

const gapOf = ({ length }: readonly unknown[]): number => (length >= MANY_COLUMNS ? CLOSE_COLUMN_GAP : COLUMN_GAP);
const CELL_PADDING = 3.5;
/** Minimum width of a text column, even if other columns have long words. */
const LEAST_GROWING = 72;
/** Remaining widths below this, in points, are not distributed. */
const TOO_LITTLE = 0.5;
/** Maximum number of lines of a row that is not divided; more would not fit on a page. */
const MOST_LINES = 46;

const naturalWidth = (type: Typesetter, { texts, indent = 0, drawing }: GridCell): number =>
  Math.max(drawing?.width ?? 0, ...texts.map(({ text, style }) => Math.ceil(type.widthOf(text, style) + indent)));

/**
 * Computes the column widths, without gaps. Amounts and short words get their natural width. Growing text columns divide the rest
 * by their shares, but none exceeds its longest line while another one still breaks lines.
 */
export function columnWidths(
  type: Typesetter,
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
): readonly number[] {
  const room = WIDTH - gapOf(columns) * (columns.length - 1);
  const natural = columns.map((_, index) =>
    Math.max(0, ...rows.map((row) => (row[index] ? naturalWidth(type, row[index]) : 0))),
  );
  const isText = ({ align, grow }: GridColumn): boolean => grow > 0 && align === "left";
  const least = natural.map((width, index) =>
    columns[index] && isText(columns[index]) ? Math.min(width, LEAST_GROWING) : width,
  );
  const cap = capOf(least, room);
  const widths = least.map((width) => Math.min(width, cap));
  let left = room - widths.reduce((sum, width) => sum + width, 0);
  // Repeat, because width that one column does not need goes to the others.
  for (let turn = 0; turn < columns.length && left > TOO_LITTLE; turn += 1) {
    const needy = columns.flatMap((column, index) =>
      isText(column) && (widths[index] ?? 0) < (natural[index] ?? 0) ? [{ index, grow: column.grow }] : [],
    );
    const shares = needy.reduce((sum, { grow }) => sum + grow, 0);
    const given = left;
    for (const { index, grow } of needy) {
      const more = Math.min((given * grow) / shares, (natural[index] ?? 0) - (widths[index] ?? 0));
      widths[index] = (widths[index] ?? 0) + more;
      left -= more;
    }
  }
  const shares = columns.reduce((sum, { grow }) => sum + grow, 0);
  // If no column grows, widen the first one, so that the last one ends at the margin.
  return widths.map((width, index) =>
    shares === 0 ? width + (index === 0 ? left : 0) : width + (left * (columns[index]?.grow ?? 0)) / shares,
  );
}

/** Returns the maximum width at which all columns fit; narrower columns keep their width. */
function capOf(widths: readonly number[], room: number): number {
  const sorted = [...widths].sort((one, other) => one - other);
  let left = room;
  for (const [index, width] of sorted.entries()) {
    const each = left / (sorted.length - index);
    if (width > each) return each;
    left -= width;
  }
  return Number.POSITIVE_INFINITY;
}

const startsOf = (widths: readonly number[]): readonly number[] =>
  widths.map((_, index) => LEFT + widths.slice(0, index).reduce((sum, width) => sum + width + gapOf(widths), 0));

const isEmpty = (cell: GridCell | undefined): boolean =>
  !cell || (!cell.drawing && cell.texts.every(({ text }) => text === ""));

/** Counts the empty cells directly after a left-aligned cell with content. */
export function emptyAfter(columns: readonly GridColumn[], row: GridRow, index: number): number {
  if (isEmpty(row[index]) || columns[index]?.align !== "left") return 0;
  let next = index + 1;
  while (next < row.length && isEmpty(row[next])) next += 1;
  return next - index - 1;
}

/** Returns a rule or a hairline over the full width. */
export const inkRule = (y: number, kind: "rule" | "hairline"): Ink => ({
  type: "rule",
  x: LEFT,
  y,
  length: WIDTH,
  weight: kind === "rule" ? RULE_WEIGHT : HAIRLINE_WEIGHT,
  color: kind === "rule" ? INK : HAIRLINE,
});

/**
 * Sets a row as a piece, including its padding, with optional rules `above` and `below`. A row with more lines than a page can
 * hold is divided into several pieces.
 */
export function gridRow({
  type,
  columns,
  widths,
  row,
  above,
  below,
  isCentered = false,
  padding = CELL_PADDING,
  runsOver = false,
}: {
  type: Typesetter;
  columns: readonly GridColumn[];
  widths: readonly number[];
  row: GridRow;
  above?: "rule" | "hairline" | undefined;
  below?: "rule" | "hairline" | undefined;
  /** Whether cells are vertically centered instead of aligned to the top. */
  isCentered?: boolean;
  padding?: number;
  /** Whether text may extend into empty cells beside it. */
  runsOver?: boolean;
}): Piece[] {
  const starts = startsOf(widths);
  const cells = row.map((cell, index) => {
    const { indent = 0 } = cell;
    const own = widths[index] ?? 0;
    const over = runsOver ? emptyAfter(columns, row, index) : 0;
    const extra = widths.slice(index + 1, index + 1 + over).reduce((sum, width) => sum + width + gapOf(widths), 0);
    const lines = cell.texts.flatMap(({ text, style }) =>
      type.linesOf(text, style, own + extra - indent).map((line) => ({ line, style })),
    );
    return { cell, lines, indent, width: own, x: (starts[index] ?? LEFT) + indent };
  });
  const longest = Math.max(1, ...cells.map(({ lines }) => lines.length));
  const parts = Math.ceil(longest / MOST_LINES);
  const linesOfPart = cells.map(({ lines }) => inParts(lines, MOST_LINES));
  return Array.from({ length: parts }, (_, part): Piece => {
    const isFirst = part === 0;
    const isLast = part === parts - 1;
    const heights = cells.map(({ cell }, index) =>
      Math.max(
        (linesOfPart[index]?.[part] ?? []).reduce((sum, { style }) => sum + style.leading, 0),
        isFirst ? (cell.drawing?.height ?? 0) : 0,
      ),
    );
    const inner = Math.max(...heights);
    // Bottom-align a row of single lines, so that a larger figure shares the baseline.
    const isOneLine = longest === 1;
    const height = inner + (isFirst ? padding : 0) + (isLast ? padding : 0);
    return {
      height,
      before: 0,
      draw: (top) => [
        ...(isFirst && above ? [inkRule(top, above)] : []),
        ...cells.flatMap(({ cell, indent, width, x }, index) => {
          const align = columns[index]?.align ?? "left";
          const free = inner - (heights[index] ?? 0);
          let y = top + (isFirst ? padding : 0) + (isCentered || isOneLine ? free / 2 : 0);
          const drawing = isFirst && cell.drawing;
          const drawn = drawing
            ? drawing.draw(x + (width - drawing.width) / 2, top + padding + (inner - drawing.height) / 2)
            : [];
          const texts = (linesOfPart[index]?.[part] ?? []).flatMap(({ line, style }) => {
            const inks = inkLines({
              type,
              lines: [line],
              style,
              x,
              top: y,
              ...(align === "right" && { endsIn: width - indent }),
            });
            y += style.leading;
            return inks;
          });
          return [...drawn, ...texts];
        }),
        ...(isLast && below ? [inkRule(top + height, below)] : []),
      ],
    };
  });
}
