import { roundMoney } from "@ridgebook/estimating";
import type { DocumentLine } from "./document-line.ts";
import { choicesFor } from "./line-kinds.ts";
import { partsOf, type LinePart } from "./line-parts.ts";
import { isWindow, windowWords } from "./window-rows.ts";

/** Paid work. */
export interface LaborPart extends LinePart {
  readonly label: string;
  /** "1 layer, Up to 6/12, Architectural asphalt". */
  readonly choice: string;
  /** As estimated; `quantity` and `amount` are actual. */
  readonly estimated: number;
}

const hasLabor = ({ amounts, totals }: DocumentLine): boolean => amounts.laborCost !== 0 || totals.laborCost !== 0;

/**
 * The labor of one copy, in the catalogue's order.
 *
 * @param lines the top-level lines of the copy
 * @param done actual quantities by item id; default: as estimated
 */
export const laborParts = (
  lines: readonly DocumentLine[],
  done: Readonly<Record<string, number>> = {},
): readonly LaborPart[] =>
  lines
    .filter(hasLabor)
    .flatMap((line) => partsOf(line, "laborCost"))
    .filter(({ each }) => each !== 0)
    .map((part) => {
      const quantity = done[String(part.itemId)] ?? part.quantity;
      return {
        ...part,
        label: part.line.label,
        choice: isWindow(part.line)
          ? windowWords(part.line, { withDetails: false })
          : choicesFor(part.line, lines).join(", "),
        estimated: part.quantity,
        quantity,
        amount: quantity === part.quantity ? part.amount : roundMoney(part.each * quantity),
      };
    })
    .filter(({ estimated, quantity }) => estimated !== 0 || quantity !== 0);
