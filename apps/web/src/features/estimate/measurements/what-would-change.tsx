import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { FormSnapshot } from "#features/estimate/form/workflow-form.ts";
import { formatAmount, formatMoney, formatQuantity } from "#features/estimate/format.ts";
import { changedLines } from "#features/estimate/measurements/changed-lines.ts";
import classes from "#features/estimate/measurements/populate.module.css";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";

/** "+146.74", "−23.10" */
const signed = (amount: number): string => (amount > 0 ? `+${formatAmount(amount)}` : formatAmount(amount));

/** The lines whose amount would change, and the new total. */
export function WhatWouldChange({ then, title }: { then: FormSnapshot; title: string }) {
  const { book } = useWorkflowForm();
  const { view } = useAmountsView();
  const now = useFormValue((snapshot) => snapshot);
  const lines = changedLines({ now, then, view, book });
  const [before, after] = [now, then].map(({ totals }) =>
    view === "cost" ? totals.totalCost : totals.totalWithMargin,
  );
  const difference = (after ?? 0) - (before ?? 0);
  return (
    <section className={classes.changes} aria-label="What would change">
      <h2 className="rb-group">What would change</h2>
      {lines.length === 0 && <p className="rb-hint">No line costs another amount.</p>}
      <ul className="rb-list">
        {lines.map(({ key, name, unit, from, to, difference: amount }) => (
          <li key={key} className={classes.change}>
            <span>
              {name}
              <span className={`rb-hint ${classes.small}`}>
                {formatQuantity(from)} → {formatQuantity(to)} {unit}
              </span>
            </span>
            <span>{signed(amount)}</span>
          </li>
        ))}
      </ul>
      <p className={classes.sum}>
        <span>
          {title}
          <span className={`rb-hint ${classes.small}`}>
            {formatMoney(before ?? 0)} → {formatMoney(after ?? 0)}
          </span>
        </span>
        <span>{signed(difference)}</span>
      </p>
      <p className="rb-hint">Quantities taken from a recommendation follow. Typed ones stay.</p>
    </section>
  );
}
