import type { DocumentLine } from "./document-line.ts";
import { choicesFor, isInternal, kindOfLine } from "./line-kinds.ts";
import { isWindow, windowWords } from "./window-rows.ts";

/** A priced line in words, with its most meaningful count. */
export interface ToldLine {
  readonly line: DocumentLine;
  readonly label: string;
  readonly choice: string;
  readonly quantity: number;
  /** "EA" for a single one. */
  readonly unit: string;
}

/** A group is counted by its first child with a cost. */
function countOf(line: DocumentLine): { quantity: number; unit: string } {
  if (line.said) return line.said;
  const counted = line.field.defaultOne
    ? line.children.find(({ field, totals }) => field.allowQuantityChange && (totals.price !== 0 || totals.cost !== 0))
    : undefined;
  const { quantity, unit } = counted ?? line;
  return { quantity, unit: unit === "" ? "EA" : unit };
}

/** Ordered goods and work, even without a price in the price book. */
export const isOrdered = (line: DocumentLine): boolean =>
  line.quantity > 0 && kindOfLine(line) === "work" && !isInternal(line.field);

/**
 * Lines with a price or cost, in words. Colors are listed with what they color.
 *
 * @param withDetails whether to include all choices of a window
 * @param withOrdered whether to include ordered lines without a price
 */
export const toldLines = (
  lines: readonly DocumentLine[],
  { withDetails, withOrdered = false }: { withDetails: boolean; withOrdered?: boolean },
): readonly ToldLine[] =>
  lines
    .filter((line) => line.totals.price !== 0 || line.totals.cost !== 0 || (withOrdered && isOrdered(line)))
    .map((line) => ({
      line,
      label: line.label,
      choice: isWindow(line) ? windowWords(line, { withDetails }) : choicesFor(line, lines).join(", "),
      ...countOf(line),
    }));
