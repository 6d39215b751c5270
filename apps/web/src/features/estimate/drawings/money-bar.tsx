import { marginLabel } from "@ridgebook/contract";
import { moneyParts, type MoneyPart, type MoneySplit } from "#features/estimate/drawings/money-parts.ts";
import { formatAmount, formatMoney } from "#features/estimate/format.ts";
import classes from "#features/estimate/drawings/money-bar.module.css";

/** The square before a label of the legend. */
export function MoneyMark({ kind }: { kind: MoneyPart["kind"] }) {
  return <span className={classes.mark} data-kind={kind} aria-hidden />;
}

/** The bar in words: "Cost $4,018.00, margin $2,678.76, discount $0.00". */
function moneyText({ cost, lenderFee = 0, margin, discount }: MoneySplit): string {
  const fee = lenderFee > 0 ? `lender’s fee ${formatMoney(lenderFee)}, ` : "";
  const below = margin < 0 ? `, ${shortfallName(lenderFee).toLowerCase()}` : "";
  return `Cost ${formatMoney(cost)}, ${fee}${marginLabel({ lenderFee }).toLowerCase()} ${formatMoney(margin)}${below}, discount ${formatMoney(discount)}`;
}

const shortfallName = (lenderFee: number): string => (lenderFee > 0 ? "Below cost and lender’s fee" : "Below cost");

/**
 * Cost, margin and discount of a price as one stacked bar: neutral, ink, hatched (look.md "Totals bar"). If the price is below the cost,
 * the missing part has the color of errors, and the text says so.
 *
 * @param height in pixels
 * @param legend `true` shows labels below the bar; "amounts" also their dollars
 */
export function MoneyBar({
  cost,
  lenderFee = 0,
  margin,
  discount,
  height = 8,
  legend = false,
}: MoneySplit & { height?: number; legend?: boolean | "amounts" }) {
  const split = { cost, lenderFee, margin, discount };
  const amount = (dollars: number) => legend === "amounts" && <b className={classes.amount}>{formatAmount(dollars)}</b>;
  return (
    <div className={classes.money}>
      <div className={classes.bar} role="img" aria-label={moneyText(split)} style={{ height }}>
        {moneyParts(split).map(({ kind, share }) => (
          <span key={kind} className={classes.part} data-kind={kind} style={{ flexGrow: share }} />
        ))}
      </div>
      {legend !== false && (
        // Hidden, because the bar's label has all amounts. A lender's fee is drawn beside the margin without a label.
        <div className={`rb-caption ${classes.legend}`} aria-hidden>
          <span>
            <MoneyMark kind="cost" /> Cost {amount(cost)}
          </span>
          {lenderFee > 0 && (
            <span>
              <MoneyMark kind="lender" /> Lender’s fee {amount(lenderFee)}
            </span>
          )}
          {margin < 0 ? (
            <span className={classes.bad}>
              <MoneyMark kind="loss" /> {shortfallName(lenderFee)} {amount(-margin)}
            </span>
          ) : (
            <span>
              <MoneyMark kind="margin" /> Margin {amount(margin)}
            </span>
          )}
          {discount > 0 && (
            <span>
              <MoneyMark kind="discount" /> Discount {amount(discount)}
            </span>
          )}
        </div>
      )}
    </div>
  );
}
