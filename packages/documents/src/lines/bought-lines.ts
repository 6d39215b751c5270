import { quantityInWords } from "#wording/quantity-words.ts";
import type { DocumentLine } from "./document-line.ts";
import { choicesFor, isInternal, kindOfLine } from "./line-kinds.ts";
import { partsOf, type LinePart } from "./line-parts.ts";
import { isWindow, windowWords } from "./window-rows.ts";

/** What a supplier hands over by the count. Bought also where the price book knows no cost. */
const PACKING_UNITS: ReadonlySet<string> = new Set(["BND", "RL", "SH", "PC", "TB", "Sets"]);

/** A line of material as orders and work orders name it. */
export interface BoughtPart extends LinePart {
  readonly label: string;
  /** "Aluminum, 10 ft, White". */
  readonly choice: string;
}

/** Whether material comes with a part. Work that is counted in pieces costs labor and no material. */
const isMaterial = ({ unit, amount, line }: LinePart): boolean =>
  amount > 0 || (PACKING_UNITS.has(unit) && line.totals.cost === 0);

/** Counted as people say it, with what one of those comes to. */
function asSaid(part: LinePart): LinePart {
  const { said } = part.line;
  return said && said.quantity > 0 ? { ...part, ...said, each: part.amount / said.quantity } : part;
}

/** "80 bundles". */
const orderWords = ({ order }: DocumentLine): readonly string[] =>
  order ? [quantityInWords(order.quantity, order.unit)] : [];

/**
 * The material of one copy: what is bought for the house, in the order of the catalogue, with its colors; a window with its size and
 * all that is chosen for it, but for the trims, which are lines of their own. Permits, reports, dumpster
 * and delivery are paid for too, and nobody orders them from a supplier.
 *
 * @param lines the top-level lines of the copy
 */
export const boughtParts = (lines: readonly DocumentLine[]): readonly BoughtPart[] =>
  lines
    .filter((line) => line.quantity > 0 && kindOfLine(line) === "work" && !isInternal(line.field))
    .flatMap((line) => partsOf(line, "materialCost"))
    .filter((part) => part.quantity > 0 && isMaterial(part))
    .map((part) => ({
      ...asSaid(part),
      label: part.line.label,
      choice: isWindow(part.line)
        ? windowWords(part.line, { withDetails: true })
        : [...choicesFor(part.line, lines), ...orderWords(part.line)].join(", "),
    }));
