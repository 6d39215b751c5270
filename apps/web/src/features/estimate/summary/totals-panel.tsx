import { MARGIN_INCL_LENDER_FEE, marginLabel, markUpLabel } from "@ridgebook/contract";
import { roundMoney, formatShare } from "@ridgebook/estimating";
import { MoneyBar } from "#features/estimate/drawings/money-bar.tsx";
import { formatAmount, formatMoney } from "#features/estimate/format.ts";
import { OnlyShownAmounts, OwnAmounts } from "#features/estimate/own-amounts.tsx";
import { marginShare, type WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import type { ShownTotal } from "#features/estimate/summary/explain-figures.ts";
import { CopyFigure, percentText } from "#features/estimate/summary/row-parts.tsx";
import classes from "#features/estimate/summary/totals-panel.module.css";
import { Tag } from "#ui/tag.tsx";
import { Panel } from "#ui/panel.tsx";

/** From the price to the total, line by line, each with its explanation; for the company it starts with the items. */
export function TotalsPanel({ row, isPreview }: { row: WorkflowRow; isPreview: boolean }) {
  const { totals, told, markUp, summary, margin } = row;
  const share = marginShare(margin.afterLender, told.total);
  const name = marginLabel(margin);
  const line = (label: string, which: ShownTotal, value: number, text = formatAmount(value)) => (
    <div>
      <dt>{label}</dt>
      <dd>
        <CopyFigure row={row} totals={totals} which={which} value={value}>
          {text}
        </CopyFigure>
      </dd>
    </div>
  );
  // With a mark-up in the price, the items are not a part of it that can be shown.
  const discountBase =
    summary.nonDiscountableItemTotal > 0 && markUp === 0 ? ` of ${formatAmount(summary.discountableItemTotal)}` : "";
  return (
    <Panel title="Totals" actions={isPreview ? <Tag>Not saved yet</Tag> : undefined}>
      <dl className={classes.lines}>
        <OnlyShownAmounts>
          {markUp !== 0 && line("Items", "itemTotal", totals.itemTotal)}
          {markUp !== 0 && line(markUpLabel(totals), "markUp", markUp)}
        </OnlyShownAmounts>
        {line("Price", "price", told.price)}
        {told.discount !== 0 &&
          line(
            `Discount ${percentText(summary.discountPercent)}${discountBase}`,
            "discount",
            told.discount,
            formatAmount(-told.discount),
          )}
        {told.discount !== 0 && line("After discount", "discounted", roundMoney(told.price - told.discount))}
        {told.payment !== 0 && line("Fee of the payment option", "payment", told.payment)}
        {told.promotion !== 0 &&
          line("Share of the promotion", "promotion", told.promotion, formatAmount(-told.promotion))}
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>
            <CopyFigure row={row} totals={totals} which="totalWithMargin" value={told.total}>
              {formatMoney(told.total)}
            </CopyFigure>
          </dd>
        </div>
        <OnlyShownAmounts>
          {line("Cost", "totalCost", totals.totalCost)}
          {totals.lenderFee > 0 && line("Lender’s fee borne by the company", "lenderFee", totals.lenderFee)}
          {line(share === null ? name : `${name}, ${formatShare(share)}`, "shownMargin", margin.afterLender)}
          {margin.lenderFee > 0 && line(MARGIN_INCL_LENDER_FEE, "marginInclLenderFee", margin.beforeLender)}
        </OnlyShownAmounts>
      </dl>
      <div className={classes.bar}>
        <OwnAmounts>
          <MoneyBar
            cost={totals.totalCost}
            lenderFee={margin.lenderFee}
            margin={margin.afterLender}
            discount={told.discount}
            legend
          />
        </OwnAmounts>
      </div>
    </Panel>
  );
}
