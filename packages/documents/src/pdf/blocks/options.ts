import type { Block } from "#model/document-model.ts";
import { columnWidths, gridRow, inkRule, type GridColumn, type GridRow } from "#pdf/blocks/grid.ts";
import { paragraph } from "#pdf/blocks/paragraph.ts";
import type { Ink } from "#pdf/ink.ts";
import { keepTogether, type Piece } from "#pdf/paginate.ts";
import { INK, OUTLINE, STYLES, type TextStyle } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

type OptionsBlock = Extract<Block, { kind: "options" }>;

const RADIUS = 4.4;
const DOT = 2.1;
const NOTE_GAP = 5;
const MOST_TOGETHER = 16;

const COLUMNS: readonly GridColumn[] = [
  { align: "left", grow: 0 },
  { align: "left", grow: 2 },
  { align: "left", grow: 3 },
  { align: "right", grow: 0 },
  { align: "right", grow: 0 },
];

function inkRadio(isChosen: boolean, x: number, y: number): readonly Ink[] {
  const circle = { type: "circle", x: x + RADIUS, y: y + RADIUS } as const;
  if (!isChosen) return [{ ...circle, radius: RADIUS, weight: 0.75, color: OUTLINE }];
  return [
    { ...circle, radius: RADIUS, weight: 1, color: INK },
    { ...circle, radius: DOT, weight: 0, color: INK, fill: INK },
  ];
}

/** Sets one line per option; the chosen one has a filled circle and strong type. */
export function options({ type, block, before }: { type: Typesetter; block: OptionsBlock; before: number }): Piece[] {
  const rows = block.rows.map(({ chosen, name, detail, middle, amount }): GridRow => {
    const words = chosen ? STYLES.strongWords : STYLES.words;
    const figures = chosen ? STYLES.strongCell : STYLES.cell;
    const cell = (text: string, style: TextStyle) => ({ texts: [{ text, style }] });
    return [
      {
        texts: [],
        drawing: { width: 2 * RADIUS, height: 2 * RADIUS, draw: (x, y) => inkRadio(chosen, x, y) },
      },
      cell(name, words),
      cell(detail, words),
      cell(middle, figures),
      cell(amount, figures),
    ];
  });
  const widths = columnWidths(type, COLUMNS, rows);
  const rule: Piece = { height: 0, before, staysWithNext: true, draw: (top) => [inkRule(top, "rule")] };
  const pieces = [
    ...(rows.length > 0 ? [rule] : []),
    ...rows.flatMap((row) => gridRow({ type, columns: COLUMNS, widths, row, below: "hairline", isCentered: true })),
    ...(block.note === ""
      ? []
      : paragraph({ type, text: block.note, style: STYLES.caption, before: rows.length > 0 ? NOTE_GAP : before })),
  ];
  // Keep the options on one page; a very long list breaks like a table.
  return rows.length <= MOST_TOGETHER ? keepTogether(pieces) : pieces;
}
