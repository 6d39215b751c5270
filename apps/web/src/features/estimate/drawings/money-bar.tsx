import { marginLabel } from "@ridgebook/contract";
import { moneyParts, type MoneyPart, type MoneySplit } from "#features/estimate/drawings/money-parts.ts";
import { formatAmount, formatMoney } from "#features/estimate/format.ts";
import classes from "#features/estimate/drawings/money-bar.module.css";

/** The square in front of a word of the legend, drawn as that part of the bar. */
export function MoneyMark({ kind }: { kind: MoneyPart["kind"] }) {
  return <span className={classes.mark} data-kind={kind} aria-hidden />;
}

/** What the bar shows, in words: "Cost $4,018.00, margin $2,678.76, discount $0.00". */
function moneyText({ cost, lenderFee = 0, margin, discount }: MoneySplit): string {
  const fee = lenderFee > 0 ? `lender’s fee ${formatMoney(lenderFee)}, ` : "";
  const below = margin < 0 ? `, ${shortfallName(lenderFee).toLowerCase()}` : "";
  return `Cost ${formatMoney(cost)}, ${fee}${marginLabel({ lenderFee }).toLowerCase()} ${formatMoney(margin)}${below}, discount ${formatMoney(discount)}`;
}

const shortfallName = (lenderFee: number): string => (lenderFee > 0 ? "Below cost and lender’s fee" : "Below cost");

/**
 * Cost, margin and discount of a price as one stacked bar: neutral, ink, hatched (look.md "Totals bar"). A price below its cost
 * shows the missing part of it in the color of what is wrong, and says so.
 *
 * @param height Of the bar itself, in pixels.
 * @param legend `true` names the parts below the bar; "amounts" gives their dollars as well.
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
        // The bar itself is read out with all amounts. A lender's fee is a part beside the margin, which needs no more words here.
        <div className={classes.legend} aria-hidden>
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
