import { packageFields, saidQuantity, unitMark, type PricedLine, type SaidQuantity } from "@ridgebook/estimating";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatAmount, formatMoney, formatQuantity, NOTHING } from "#features/estimate/format.ts";
import { PRICE_ROW_LABELS, priceRowsOf } from "#features/estimate/packages/price-rows.ts";
import classes from "#features/estimate/packages/price-rows.module.css";
import { useAmountsView, type AmountsView } from "#features/estimate/rows/amounts-view.ts";
import { amountsShown } from "#features/estimate/rows/use-field.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";
import { TableHead } from "#ui/table-head.tsx";

const isSameLines = (one: readonly PricedLine[], other: readonly PricedLine[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index]);

const isSameQuantity = (one: SaidQuantity, other: SaidQuantity): boolean =>
  one.quantity === other.quantity && one.unit === other.unit;

/** The amounts of the chosen package: rows found by their labels (OP-50), and the package itself. */
export function PriceRows() {
  const { view } = useAmountsView();
  const { copy } = useWorkflowForm();
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
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable with the keyboard */}
      <div className={classes.scroll} role="region" aria-labelledby="package-price-rows" tabIndex={0}>
        <table className={classes.table}>
          <TableHead columns={["Item", "Choice", "Quantity", "Material", "Labor", "Total"]} />
          <tbody>
            {chosen.map((priced) => (
              <PriceRow key={priced.line.id} priced={priced} view={view} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Each number opens the line's explanation; only the total is in the tab order. */
function PriceRow({ priced, view }: { priced: PricedLine; view: AmountsView }) {
  const form = useWorkflowForm();
  const { definition, line, quantity, totals } = priced;
  const { material, labor, total } = amountsShown(totals, view);
  const said = useFormValue(
    ({ values }) => saidQuantity(definition, { values, book: form.book }) ?? { quantity, unit: definition.unit },
    isSameQuantity,
  );
  const choice = form.book.entryOf(definition).optionById.get(line.value ?? "")?.value ?? NOTHING;
  const place = { outer: [], property: definition.property, lineId: line.id };
  const amount = (dollars: number, isTotal = false) =>
    dollars === 0 ? (
      NOTHING
    ) : (
      <WhyFigure
        place={`${definition.label} · ${choice}`}
        answer={formatMoney(total)}
        explain={() => form.explainPrice(place, view)}
        isSkippedByKeyboard={!isTotal}
      >
        {formatAmount(dollars)}
      </WhyFigure>
    );
  return (
    <tr>
      <th scope="row">{definition.label}</th>
      <td>{choice}</td>
      <td>
        {definition.allowQuantityChange
          ? `${formatQuantity(said.quantity)} ${unitMark(said.unit, said.quantity)}`
          : NOTHING}
      </td>
      <td>{amount(material)}</td>
      <td>{amount(labor)}</td>
      <td>{amount(total, true)}</td>
    </tr>
  );
}
