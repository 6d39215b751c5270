import { MARGIN_INCL_LENDER_FEE, marginLabel } from "@ridgebook/contract";
import { MoneyBar } from "#features/estimate/drawings/money-bar.tsx";
import { formatAmount, formatMoney, formatShare } from "#features/estimate/format.ts";
import { OnlyShownAmounts, OwnAmounts } from "#features/estimate/own-amounts.tsx";
import { marginShare, type WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import type { ShownTotal } from "#features/estimate/summary/explain-figures.ts";
import { CopyFigure, percentText } from "#features/estimate/summary/row-parts.tsx";
import classes from "#features/estimate/summary/totals-panel.module.css";
import { Tag } from "#ui/tag.tsx";
import { Panel } from "#ui/panel.tsx";

/** From items to total, line by line, each of which tells how it came about (SUM-01 to SUM-07). */
export function TotalsPanel({ row, isPreview }: { row: WorkflowRow; isPreview: boolean }) {
  const { totals, summary, margin } = row;
  const share = marginShare(margin.afterLender, totals.totalWithMargin);
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
  const plain = (label: string, text: string) => (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
  const discountBase = summary.nonDiscountableItemTotal > 0 ? ` of ${formatAmount(summary.discountableItemTotal)}` : "";
  const hasChange = totals.fee !== 0 || totals.promotion !== 0;
  return (
    <Panel title="Totals" actions={isPreview ? <Tag>Not saved yet</Tag> : undefined}>
      <dl className={classes.lines}>
        {line("Items", "itemTotal", totals.itemTotal)}
        {totals.discount !== 0 &&
          line(
            `Discount ${percentText(summary.discountPercent)}${discountBase}`,
            "discount",
            totals.discount,
            formatAmount(-totals.discount),
          )}
        {totals.discount !== 0 && line("After discount", "total", totals.total)}
        {totals.fee !== 0 && line("Fee of the payment option", "fee", totals.fee)}
        {totals.promotion !== 0 &&
          line("Share of the promotion", "promotion", totals.promotion, formatAmount(-totals.promotion))}
        {hasChange && line("With fee and promotion", "totalWithPromotion", totals.totalWithPromotion)}
        <OnlyShownAmounts>
          {summary.marginPercent !== 0 && plain("Margin on top", percentText(summary.marginPercent))}
        </OnlyShownAmounts>
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>
            <CopyFigure row={row} totals={totals} which="totalWithMargin" value={totals.totalWithMargin}>
              {formatMoney(totals.totalWithMargin)}
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
            discount={totals.discount}
            legend
          />
        </OwnAmounts>
      </div>
    </Panel>
  );
}
