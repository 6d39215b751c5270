import { packageFields, type PricedLine } from "@ridgebook/estimating";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatAmount, formatQuantity, NOTHING } from "#features/estimate/format.ts";
import { PRICE_ROW_LABELS, priceRowsOf } from "#features/estimate/packages/price-rows.ts";
import classes from "#features/estimate/packages/price-rows.module.css";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";

const isSameLines = (one: readonly PricedLine[], other: readonly PricedLine[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index]);

const amount = (dollars: number): string => (dollars === 0 ? NOTHING : formatAmount(dollars));

/** What the chosen package comes to, line by line: rows found by their labels (OP-50), and the package itself. */
export function PriceRows() {
  const { view } = useAmountsView();
  const { book, copy } = useWorkflowForm();
  const choice = packageFields(copy.workflowId)?.choice;
  const lines = useFormValue((snapshot) => {
    const labelled = priceRowsOf(snapshot.lines, PRICE_ROW_LABELS);
    const own = snapshot.lines.filter(({ definition }) => definition.key === choice);
    return [...own, ...labelled.filter((line) => !own.includes(line))];
  }, isSameLines);
  const chosen = lines.filter(({ line }) => line.value !== null);
  if (chosen.length === 0) return null;
  const isCost = view === "cost";
  return (
    <section className={classes.rows}>
      <h2 id="package-price-rows" className="rb-group">
        {isCost ? "Cost of the package" : "Price of the package"}
      </h2>
      {/* A region that scrolls has to be reachable with the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} role="region" aria-labelledby="package-price-rows" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Choice</th>
              <th scope="col">Quantity</th>
              <th scope="col">Material</th>
              <th scope="col">Labor</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {chosen.map(({ definition, line, quantity, totals }) => (
              <tr key={line.id}>
                <th scope="row">{definition.label}</th>
                <td>{book.entryOf(definition).optionById.get(line.value ?? "")?.value ?? NOTHING}</td>
                <td>{definition.allowQuantityChange ? `${formatQuantity(quantity)} ${definition.unit}` : NOTHING}</td>
                <td>{amount(isCost ? totals.materialCost : totals.materialPrice)}</td>
                <td>{amount(isCost ? totals.laborCost : totals.laborPrice)}</td>
                <td>{amount(isCost ? totals.totalCost : totals.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
