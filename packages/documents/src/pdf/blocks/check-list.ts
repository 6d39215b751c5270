import type { CheckItem } from "#model/document-model.ts";
import { inParts, inkBox, inkLines, type Ink } from "#pdf/ink.ts";
import type { Flow } from "#pdf/paginate.ts";
import { columnWidth, INK, LEFT, OUTLINE, STYLES } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

const BOX = 8.5;
const TEXT_FROM = 19.5;
const GAP = 5.5;
const COLUMN_GAP = 24;
/** Minimum number of rows at the bottom of a page before a list is divided. */
const FEWEST_ROWS = 2;
/** Maximum number of lines of an item that is not divided; more would not fit on a page. */
const MOST_LINES = 40;

/** Draws a filled box with a check mark, or an outline. */
function inkCheckBox(isChecked: boolean, x: number, top: number): readonly Ink[] {
  const y = top + (STYLES.text.leading - BOX) / 2;
  if (!isChecked) return [inkBox({ x, y, width: BOX, height: BOX, weight: 0.75, color: OUTLINE })];
  return [
    inkBox({ x, y, width: BOX, height: BOX, weight: 0.9, color: INK }),
    {
      type: "path",
      points: [
        [x + 1.9, y + 4.4],
        [x + 3.6, y + 6.1],
        [x + 6.7, y + 2.5],
      ],
      isClosed: false,
      weight: 1.3,
      color: INK,
    },
  ];
}

interface Entry {
  readonly height: number;
  readonly draw: (x: number, top: number) => readonly Ink[];
}

/** Sums the heights, including the gaps. */
const heightOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { height }) => sum + height, 0) + Math.max(0, entries.length - 1) * GAP;

/** Divides entries, in order, between two columns so that the taller one is as short as possible. */
function columnsOf(entries: readonly Entry[], columns: number): readonly (readonly Entry[])[] {
  if (columns === 1) return [entries];
  let best = Math.ceil(entries.length / 2);
  let least = Number.POSITIVE_INFINITY;
  for (let cut = Math.ceil(entries.length / 2); cut <= entries.length; cut += 1) {
    const height = Math.max(heightOf(entries.slice(0, cut)), heightOf(entries.slice(cut)));
    if (height >= least) break;
    best = cut;
    least = height;
  }
  return [entries.slice(0, best), entries.slice(best)];
}

const heightOfColumns = (entries: readonly Entry[], columns: number): number =>
  Math.max(...columnsOf(entries, columns).map(heightOf));

function flowOf(entries: readonly Entry[], columns: 1 | 2, before: number): Flow {
  const step = columnWidth(columns, COLUMN_GAP) + COLUMN_GAP;
  const pieceOf = (some: readonly Entry[]) => ({
    height: heightOfColumns(some, columns),
    before,
    draw: (top: number) =>
      columnsOf(some, columns).flatMap((column, index) => {
        let y = top;
        return column.flatMap(({ height, draw }) => {
          const inks = draw(LEFT + index * step, y);
          y += height + GAP;
          return inks;
        });
      }),
  });
  const fewest = Math.min(entries.length, FEWEST_ROWS * columns);
  return {
    before,
    height: heightOfColumns(entries.slice(0, fewest), columns),
    flow: (available) => {
      let count = entries.length;
      while (count >= 1 && heightOfColumns(entries.slice(0, count), columns) > available) count -= 1;
      if (count === 0) return null;
      const rest = entries.slice(count);
      return { piece: pieceOf(entries.slice(0, count)), rest: rest.length > 0 ? flowOf(rest, columns, 0) : null };
    },
  };
}

/** Sets items with a checkbox each, included in the work or not. In two columns, the left one comes first. */
export function checkList({
  type,
  items,
  columns,
  before,
}: {
  type: Typesetter;
  items: readonly CheckItem[];
  columns: 1 | 2;
  before: number;
}): Flow[] {
  if (items.length === 0) return [];
  const width = columnWidth(columns, COLUMN_GAP) - TEXT_FROM;
  const entries = items.flatMap(({ checked, runs }): Entry[] => {
    const style = checked ? STYLES.text : STYLES.faintText;
    return inParts(type.linesOf(runs, style, width), MOST_LINES).map((lines, part) => ({
      height: lines.length * style.leading,
      draw: (x, top) => [
        ...(part === 0 ? inkCheckBox(checked, x, top) : []),
        ...inkLines({ type, lines, style, x: x + TEXT_FROM, top }),
      ],
    }));
  });
  return [flowOf(entries, columns, before)];
}
