import type { Block } from "#model/document-model.ts";
import { inkLines, inParts } from "#pdf/ink.ts";
import type { Piece } from "#pdf/paginate.ts";
import { columnWidth, HAIRLINE_WEIGHT, INK, LEFT, STYLES } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

type BlanksBlock = Extract<Block, { kind: "blanks" }>;

export const BLANK_GAP = 36;
/** Space to write above a line. */
const WRITING_HEIGHT = 30;
const LABEL_GAP = 4;

/** Sets lines to fill in by hand, two in a row. */
export function blanks({
  type,
  block: { labels },
  before,
  column: firstColumn = 0,
}: {
  type: Typesetter;
  block: BlanksBlock;
  before: number;
  /** The column of the first blank in a row: left (0) or right (1) half. */
  column?: 0 | 1;
}): Piece[] {
  if (labels.length === 0) return [];
  const width = columnWidth(2, BLANK_GAP);
  return inParts(labels, 2).map((row, index): Piece => {
    const cells = row.map((label) => type.linesOf(label, STYLES.caption, width));
    const most = Math.max(...cells.map((lines) => lines.length));
    return {
      height: WRITING_HEIGHT + LABEL_GAP + most * STYLES.caption.leading,
      before: index === 0 ? before : 6,
      draw: (top) =>
        cells.flatMap((lines, column) => {
          const x = LEFT + (column + firstColumn) * (width + BLANK_GAP);
          return [
            {
              type: "rule" as const,
              x,
              y: top + WRITING_HEIGHT,
              length: width,
              weight: HAIRLINE_WEIGHT * 1.5,
              color: INK,
            },
            ...inkLines({ type, lines, style: STYLES.caption, x, top: top + WRITING_HEIGHT + LABEL_GAP }),
          ];
        }),
    };
  });
}
