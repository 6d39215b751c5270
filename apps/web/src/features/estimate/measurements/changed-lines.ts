import type { IndexedPriceBook, PricedLine } from "@ridgebook/estimating";
import { roundMoney, roundTo } from "@ridgebook/estimating";
import type { AmountsView } from "#features/estimate/rows/amounts-view.ts";
import type { FormSnapshot } from "#features/estimate/form/workflow-form.ts";

/** A line of the estimate that a set of measurements would change. */
export interface ChangedLine {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  /** The change of the line's price in dollars. */
  readonly difference: number;
}

function nameOf({ definition, line, children }: PricedLine, book: IndexedPriceBook): string {
  const optionOf = (priced: Pick<PricedLine, "definition" | "line">): string | undefined =>
    priced.definition.dataType === "dropdown"
      ? book.entryOf(priced.definition).optionById.get(priced.line.value ?? "")?.value
      : undefined;
  const choice = optionOf({ definition, line }) ?? children.map(optionOf).find((name) => name !== undefined);
  return choice === undefined ? definition.label : `${definition.label}, ${choice}`;
}

const amountOf = (line: PricedLine | undefined, view: AmountsView): number =>
  line ? (view === "cost" ? line.totals.totalCost : line.totals.total) : 0;

/** Lines whose amount would change, largest difference first. */
export function changedLines({
  now,
  then,
  view,
  book,
}: {
  now: FormSnapshot;
  then: FormSnapshot;
  view: AmountsView;
  book: IndexedPriceBook;
}): readonly ChangedLine[] {
  const before = new Map(now.lines.map((line) => [line.line.id, line]));
  const after = new Map(then.lines.map((line) => [line.line.id, line]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .flatMap((id): ChangedLine[] => {
      const [one, other] = [before.get(id), after.get(id)];
      const shown = other ?? one;
      const difference = roundMoney(amountOf(other, view) - amountOf(one, view));
      if (!shown || difference === 0) return [];
      const { unit } = shown.definition;
      const quantities = { from: roundTo(one?.quantity ?? 0, 3), to: roundTo(other?.quantity ?? 0, 3) };
      return [{ key: String(id), name: nameOf(shown, book), unit, ...quantities, difference }];
    })
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
}
