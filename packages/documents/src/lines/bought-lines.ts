import { quantityInWords } from "#wording/quantity-words.ts";
import type { DocumentLine } from "./document-line.ts";
import { choicesFor, isInternal, kindOfLine } from "./line-kinds.ts";
import { partsOf, type LinePart } from "./line-parts.ts";
import { isWindow, windowWords } from "./window-rows.ts";

/** Packaging units. Such lines are bought even without a cost in the price book. */
const PACKING_UNITS: ReadonlySet<string> = new Set(["BND", "RL", "SH", "PC", "TB", "Sets"]);

/** A line of material on orders and work orders. */
export interface BoughtPart extends LinePart {
  readonly label: string;
  /** "Aluminum, 10 ft, White". */
  readonly choice: string;
}

/** Whether a part includes material. Work counted in pieces has labor cost only. */
const isMaterial = ({ unit, amount, line }: LinePart): boolean =>
  amount > 0 || (PACKING_UNITS.has(unit) && line.totals.cost === 0);

/** Counted in customary units, with the price per unit. */
function asSaid(part: LinePart): LinePart {
  const { said } = part.line;
  return said && said.quantity > 0 ? { ...part, ...said, each: part.amount / said.quantity } : part;
}

/** "80 bundles". */
const orderWords = ({ order }: DocumentLine): readonly string[] =>
  order ? [quantityInWords(order.quantity, order.unit)] : [];

/**
 * The material of one copy to buy, in the catalogue's order, with colors; a window with its size and choices, except trims, which are
 * separate lines. Permits, reports, dumpster and delivery are paid but not ordered from a supplier.
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
