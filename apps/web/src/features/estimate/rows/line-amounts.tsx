import { roundMoney, type FieldPlace } from "@ridgebook/estimating";
import { memo } from "react";
import { useFormValue } from "#features/estimate/form/form-context.tsx";
import { formatAmount, NOTHING } from "#features/estimate/format.ts";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";
import classes from "#features/estimate/rows/line-amounts.module.css";
import { amountsShown, isShallowEqual, NOTHING_SHOWN, type ShownAmounts } from "#features/estimate/rows/use-field.ts";
import { useWhyAmount } from "#features/estimate/rows/use-why.ts";

/**
 * The amounts of a line. Each opens its explanation; only the total is in the tab order, to keep three extra stops from separating two
 * quantities.
 */
export const LineAmounts = memo(function LineAmounts({ place, name }: { place: FieldPlace; name: string }) {
  const { view } = useAmountsView();
  const amounts = useFormValue((_snapshot, form) => {
    const priced = form.pricedAt(place);
    return priced ? amountsShown(priced.totals, view) : NOTHING_SHOWN;
  }, isShallowEqual);
  const askWhy = useWhyAmount(name, amounts.total, (form) => form.explainPrice(place, view));
  const cell = (member: keyof ShownAmounts, label: string) => {
    const amount = amounts[member];
    if (amount === 0)
      return (
        <span className={classes.nothing} aria-hidden>
          {NOTHING}
        </span>
      );
    return (
      <button
        type="button"
        className={classes.amount}
        data-on-paper="yes"
        tabIndex={member === "total" ? undefined : -1}
        aria-label={`${label} ${view} of ${name}: ${formatAmount(amount)}. Why?`}
        onClick={askWhy}
      >
        {formatAmount(amount)}
      </button>
    );
  };
  return (
    <>
      <div className={classes.split} data-nothing={amounts.total === 0 || undefined}>
        <span className={classes.material}>
          <span className={classes.inlineLabel}>Material</span>
          {cell("material", "Material")}
        </span>
        <span className={classes.labor}>
          <span className={classes.inlineLabel}>Labor</span>
          {cell("labor", "Labor")}
        </span>
      </div>
      <span className={classes.total} data-nothing={amounts.total === 0 || undefined}>
        {cell("total", "Total")}
      </span>
    </>
  );
});

/** The sum of a group's lines, children included. Only the total is in the tab order. */
export const GroupTotal = memo(function GroupTotal({
  title,
  properties,
}: {
  title: string;
  /** Top-level fields. */
  properties: ReadonlySet<string>;
}) {
  const { view } = useAmountsView();
  const sum = useFormValue(({ lines }): ShownAmounts => {
    let material = 0;
    let labor = 0;
    let total = 0;
    for (const { definition, totals } of lines) {
      if (!properties.has(definition.property)) continue;
      const shown = amountsShown(totals, view);
      material += shown.material;
      labor += shown.labor;
      total += shown.total;
    }
    return { material: roundMoney(material), labor: roundMoney(labor), total: roundMoney(total) };
  }, isShallowEqual);
  const askWhy = useWhyAmount(title, sum.total, (form) =>
    form.explainLines(properties, { name: title, which: view, by: "amount" }),
  );
  const figure = (member: keyof ShownAmounts, label: string) => {
    const amount = sum[member];
    if (amount === 0)
      return (
        <>
          <span className="rb-visually-hidden">{label} </span>
          <span className={classes.nothing}>{NOTHING}</span>
        </>
      );
    return (
      <button
        type="button"
        className={classes.groupAmount}
        data-on-paper="yes"
        tabIndex={member === "total" ? undefined : -1}
        aria-label={`${label} ${view} of the group ${title}: ${formatAmount(amount)}. Why?`}
        onClick={askWhy}
      >
        {formatAmount(amount)}
      </button>
    );
  };
  return (
    <div role="group" aria-label={`Total of ${title}`} className={classes.groupTotal}>
      <span className={classes.groupWord} aria-hidden>
        Total
      </span>
      <span className={classes.groupMaterial}>{figure("material", "Material")}</span>
      <span className={classes.groupLabor}>{figure("labor", "Labor")}</span>
      <span className={classes.groupSum}>{figure("total", "Total")}</span>
    </div>
  );
});

/** Placeholders for a line that can have no price. */
export function NoAmounts() {
  return (
    <>
      <div className={classes.split} data-nothing aria-hidden>
        <span className={classes.material}>
          <span className={classes.nothing}>{NOTHING}</span>
        </span>
        <span className={classes.labor}>
          <span className={classes.nothing}>{NOTHING}</span>
        </span>
      </div>
      <span className={classes.total} data-nothing aria-hidden>
        <span className={classes.nothing}>{NOTHING}</span>
      </span>
    </>
  );
}
