import type { DocumentLine } from "./document-line.ts";
import { choicesFor, isInternal, kindOfLine } from "./line-kinds.ts";
import { isWindow, windowWords } from "./window-rows.ts";

/** A priced line in words, counted where it says most. */
export interface ToldLine {
  readonly line: DocumentLine;
  readonly label: string;
  readonly choice: string;
  readonly quantity: number;
  /** "EA" of what is there once. */
  readonly unit: string;
}

/** A group that only holds its children together is counted by the first of them that costs something. */
function countOf(line: DocumentLine): { quantity: number; unit: string } {
  if (line.said) return line.said;
  const counted = line.field.defaultOne
    ? line.children.find(({ field, totals }) => field.allowQuantityChange && (totals.price !== 0 || totals.cost !== 0))
    : undefined;
  const { quantity, unit } = counted ?? line;
  return { quantity, unit: unit === "" ? "EA" : unit };
}

/** Goods and work that are ordered, also where the price book knows no price of them. */
export const isOrdered = (line: DocumentLine): boolean =>
  line.quantity > 0 && kindOfLine(line) === "work" && !isInternal(line.field);

/**
 * Lines that have a price or a cost, in words. Colors stand with what they color.
 *
 * @param withDetails whether everything that is chosen for a window is told
 * @param withOrdered whether what costs nothing is told too where it is ordered
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
