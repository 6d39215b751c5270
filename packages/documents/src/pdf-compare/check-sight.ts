import { PdfDifference } from "#pdf-compare/pdf-difference.ts";
import type { Box, PageMark, TextMark } from "#pdf-compare/read-page.ts";
import { PAGE } from "#pdf/type-styles.ts";

/* Checks that everything on a page is visible: not too small, too pale, off the sheet or covered. */

/** Points; nothing of ours is set smaller than 8. */
const SMALLEST = 5;
/** The lightness above which text is hard to see on paper; our palest is a third. */
const PALEST = 0.6;
/** Lines this heavy cover what they cross. */
const HEAVY = 3;
const SLACK = 1;

/** The area of a line's small letters. */
const coreOf = ({ x, y, width, size }: TextMark): Box => ({
  left: x + SLACK,
  right: x + width - SLACK,
  bottom: y + size * 0.12,
  top: y + size * 0.45,
});

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.bottom < other.top && other.bottom < one.top;

const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  right: box.right + by,
  bottom: box.bottom - by,
  top: box.top + by,
});

/** Throws `PdfDifference` with the text that is not properly visible. */
export function checkSight(page: number, marks: readonly PageMark[]): void {
  const fail = ({ text }: TextMark, what: string): never => {
    throw new PdfDifference(`Page ${page}: "${text.trim()}" ${what}.`);
  };
  for (const mark of marks) {
    if (mark.kind !== "text" || mark.text.trim() === "") continue;
    if (!(mark.size >= SMALLEST)) fail(mark, `is set in ${mark.size} points, which nobody reads`);
    if (mark.largestSize > 40 || !mark.isSetForward) fail(mark, "is set so that its letters lie on each other");
    if (
      mark.x < 0 ||
      mark.y < 0 ||
      mark.x + mark.width > PAGE.width + SLACK ||
      mark.y + mark.size > PAGE.height + SLACK
    )
      fail(mark, "stands outside of the page");
    const [red = 1, green = 1, blue = 1] = mark.color;
    if (0.3 * red + 0.59 * green + 0.11 * blue > PALEST)
      fail(mark, "is printed in a color that cannot be seen on paper");
    const core = coreOf(mark);
    for (const other of marks) {
      if (other === mark || other.kind === "text") continue;
      const covers = other.kind === "picture" || other.isFilled;
      if (covers && meet(core, other.box)) fail(mark, "is covered by a picture or a box");
      if (other.kind === "shape" && other.weight > HEAVY && meet(core, grown(other.box, other.weight / 2)))
        fail(mark, "is covered by a line");
      if (other.kind === "shape" && other.segments.some((segment) => meet(core, grown(segment, other.weight / 2))))
        fail(mark, "is struck through");
    }
  }
  const lines = marks.filter((mark): mark is TextMark => mark.kind === "text" && mark.text.trim() !== "");
  for (const [index, line] of lines.entries())
    for (const other of lines.slice(index + 1))
      if (meet(coreOf(line), coreOf(other))) fail(line, `and "${other.text.trim()}" lie on each other`);
}
