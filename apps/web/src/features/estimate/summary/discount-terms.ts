import {
  calculateEstimate,
  emptySummary,
  readPercent,
  ruleMessages,
  summaryKey,
  type EstimateCopy,
} from "@ridgebook/contract";
import {
  fieldByKey,
  fraction,
  fractionToPercent,
  percent,
  percentToFraction,
  quantityBounds,
  validateWorkflow,
  type IndexedPriceBook,
} from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";
import type { Calculable } from "#features/estimate/summary/estimate-figures.ts";

/** Discount and margin as typed, in percent. */
export const TERMS = ["discount", "margin"] as const;
export type Term = (typeof TERMS)[number];
export type TypedTerms = Readonly<Record<Term, string>>;
/** Discount and margin as stored and sent: fractions (SUM-08). */
export type TermFractions = Readonly<Record<"discountPercent" | "marginPercent", number>>;

/** Pages also show the resulting margin; this one is the mark-up on top of the price (OP-01). */
export const TERM_LABELS: Readonly<Record<Term, string>> = { discount: "Discount", margin: "Margin on top" };

/** The saved values as text: .125 is "12.5". */
export const typedTerms = ({ discountPercent, marginPercent }: TermFractions): TypedTerms => ({
  discount: String(fractionToPercent(fraction(discountPercent))),
  margin: String(fractionToPercent(fraction(marginPercent))),
});

/** Validates typed percents: required, within the price book's bounds and on its step (SUM-09). Returns errors by field. */
export function termErrors({
  workflowId,
  book,
  typed,
}: {
  workflowId: number;
  book: IndexedPriceBook;
  typed: TypedTerms;
}): Readonly<Partial<Record<Term, string>>> {
  const errors: Partial<Record<Term, string>> = {};
  for (const term of TERMS) {
    const read = readPercent(typed[term]);
    const name = fieldByKey(workflowId, term)?.label ?? TERM_LABELS[term];
    if (read.kind === "empty") errors[term] = ruleMessages.required(name);
    else if (read.kind === "unreadable") errors[term] = `${name} must be a number.`;
    else {
      const [problem] = validateWorkflow({
        workflowId,
        book,
        keys: [term],
        values: { [term]: [{ id: -2, value: null, quantity: read.value }] },
      });
      if (problem) errors[term] = problem.text;
    }
  }
  return errors;
}

export function boundsText(workflowId: number, book: IndexedPriceBook, term: Term): string {
  const field = fieldByKey(workflowId, term);
  if (!field) return "";
  const { min, max, step } = quantityBounds(book, field);
  const range = `${formatQuantity(min)} to ${formatQuantity(max)} %`;
  return step > 0 ? `${range}, in steps of ${formatQuantity(step)}` : range;
}

/** Converts typed percents to fractions; undefined unless both are numbers. */
export function termFractions(typed: TypedTerms): TermFractions | undefined {
  const [discount, margin] = [readPercent(typed.discount), readPercent(typed.margin)];
  if (discount.kind !== "number" || margin.kind !== "number") return undefined;
  return {
    discountPercent: percentToFraction(percent(discount.value)),
    marginPercent: percentToFraction(percent(margin.value)),
  };
}

/** The estimate with other terms for one copy, for a preview. */
export function withTerms<Estimate extends Calculable>(
  estimate: Estimate,
  copy: EstimateCopy,
  terms: TermFractions,
): Estimate {
  const key = summaryKey(copy);
  const summary = estimate.workflowSummaries[key] ?? emptySummary(copy);
  const changed = {
    ...estimate,
    workflowSummaries: { ...estimate.workflowSummaries, [key]: { ...summary, ...terms } },
  };
  return { ...changed, workflowSummaries: calculateEstimate(changed).workflowSummaries };
}
