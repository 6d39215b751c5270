import type { TextRun } from "#model/document-model.ts";
import { inkLines, type Ink } from "#pdf/ink.ts";
import type { Piece } from "#pdf/paginate.ts";
import { LEFT, WIDTH, type TextStyle } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

/** Minimum number of lines before and after a page break (orphans and widows). */
const KEPT_LINES = 2;

/**
 * Sets a paragraph with one piece per line, so that a page break can divide it, but without leaving an orphan or a widow.
 *
 * @param mark drawn beside the first line: a bullet, a number
 */
export function paragraph({
  type,
  text,
  style,
  x = LEFT,
  width = WIDTH,
  before = 0,
  mark,
  staysWithNext = false,
}: {
  type: Typesetter;
  text: string | readonly TextRun[];
  style: TextStyle;
  x?: number;
  width?: number;
  before?: number;
  mark?: (top: number) => readonly Ink[];
  staysWithNext?: boolean;
}): Piece[] {
  const lines = type.linesOf(text, style, width);
  const last = lines.length - 1;
  return lines.map((line, index) => ({
    height: style.leading,
    before: index === 0 ? before : 0,
    staysWithNext: index === last ? staysWithNext : index < KEPT_LINES - 1 || index >= lines.length - KEPT_LINES,
    draw: (top) => [...(index === 0 && mark ? mark(top) : []), ...inkLines({ type, lines: [line], style, x, top })],
  }));
}
