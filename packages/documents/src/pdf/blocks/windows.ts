import { thumbnailScale } from "#drawings/index.ts";
import type { Block } from "#model/document-model.ts";
import { columnWidths, gridRow, type GridColumn, type GridRow } from "#pdf/blocks/grid.ts";
import { windowDrawing } from "#pdf/blocks/window-drawing.ts";
import type { Piece } from "#pdf/paginate.ts";
import { STYLES } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

type WindowsBlock = Extract<Block, { kind: "windows" }>;

/** Side in points of the square that the largest window of the list fits. */
const BOX = 34;
const PADDING = 4;

const COLUMNS: readonly GridColumn[] = [
  { align: "left", grow: 0 },
  { align: "left", grow: 0 },
  { align: "left", grow: 1 },
  { align: "left", grow: 4 },
  { align: "right", grow: 0 },
  { align: "right", grow: 0 },
];
const LABELS = ["", "", "Window", "Made with", "Width × height", "Qty"];

/** Sets a list of windows with their drawings, all to one scale and seen from outside. */
export function windows({ type, block, before }: { type: Typesetter; block: WindowsBlock; before: number }): Piece[] {
  if (block.rows.length === 0) return [];
  const scale = thumbnailScale(
    block.rows.flatMap(({ look }) => (look ? [look] : [])),
    BOX,
  );
  const headCells: GridRow = LABELS.map((text) => ({ texts: [{ text, style: STYLES.tableHead }] }));
  const rows = block.rows.map(({ number, room, style, madeWith, size, quantity, look }): GridRow => {
    const drawing = windowDrawing(look, scale);
    return [
      { texts: [{ text: String(number), style: STYLES.quietCell }] },
      {
        texts: [],
        drawing: {
          // The same width for all, so that the drawings are aligned.
          width: BOX + 6,
          height: drawing?.height ?? 0,
          draw: (x, y) => (drawing ? [{ type: "drawing", ...drawing, x: x + (BOX + 6 - drawing.width) / 2, y }] : []),
        },
      },
      {
        texts: [
          ...(room === "" ? [] : [{ text: room, style: STYLES.strongWords }]),
          { text: style, style: STYLES.words },
        ],
      },
      { texts: [{ text: madeWith, style: STYLES.quietWords }] },
      { texts: [{ text: size, style: STYLES.cell }] },
      { texts: [{ text: quantity, style: STYLES.cell }] },
    ];
  });
  const widths = columnWidths(type, COLUMNS, [headCells, ...rows]);
  const head = gridRow({ type, columns: COLUMNS, widths, row: headCells, below: "rule", padding: PADDING });
  const [repeated] = head;
  return [
    ...head.map((piece, index) => ({ ...piece, staysWithNext: true, before: index === 0 ? before : 0 })),
    ...rows.flatMap((row, index) =>
      gridRow({
        type,
        columns: COLUMNS,
        widths,
        row,
        below: "hairline",
        isCentered: true,
        padding: PADDING,
      }).map((piece) => ({
        ...piece,
        ...(repeated && { head: repeated }),
        staysWithNext: (index === 0 && rows.length > 1) || index === rows.length - 2,
      })),
    ),
  ];
}
