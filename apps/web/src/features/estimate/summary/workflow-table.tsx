import { marginLabel } from "@ridgebook/contract";
import type { ReactNode } from "react";
import { formatAmount, formatMoney, NOTHING } from "#features/estimate/format.ts";
import { MoneyBar } from "#features/estimate/drawings/money-bar.tsx";
import { OnlyShownAmounts, useOwnAmounts } from "#features/estimate/own-amounts.tsx";
import type { EstimateFigures, WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { explainSum, explainTotalOfEstimate, type SummedColumn } from "#features/estimate/summary/explain-figures.ts";
import { CopyFigure, Progress, RowLinks } from "#features/estimate/summary/row-parts.tsx";
import classes from "#features/estimate/summary/workflow-table.module.css";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";

const ROW_BAR_HEIGHT_PX = 8;

const Nothing = () => <span className={classes.nothing}>{NOTHING}</span>;

/** The margin before the lender's fee, below the margin after it. */
const InclLenderFee = ({ children }: { children: ReactNode }) => (
  <div className={`rb-hint ${classes.about}`}>{children} incl. lender’s fee</div>
);

/** The mark-up in a price, below the price. */
const InclMarkUp = ({ children }: { children: ReactNode }) => (
  <OnlyShownAmounts>
    <div className={`rb-hint ${classes.about}`}>{children} margin on top</div>
  </OnlyShownAmounts>
);

/** Reductions are negative: "−1,028.59". */
const reduction = (dollars: number): string => formatAmount(-dollars);

/** Workflows as table rows in display order, further copies after their first, and the estimate's sums (EST-25). */
export function WorkflowTable({ figures: { rows, sums } }: { figures: EstimateFigures }) {
  // Only some payment offers have a fee.
  const hasFee = rows.some(({ told }) => told.payment !== 0);
  const { isHidden } = useOwnAmounts();
  const columnCount = (hasFee ? 8 : 7) - (isHidden ? 2 : 0);
  const sum = (column: SummedColumn, answer: string, text = formatAmount(sums[column])) => (
    <WhyFigure
      place="Estimate"
      answer={`${formatMoney(sums[column])} ${answer}`}
      explain={() => explainSum(rows, column)}
    >
      {text}
    </WhyFigure>
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="rb-visually-hidden">Workflow</span>
          </th>
          <th scope="col">Price</th>
          <th scope="col">Discount</th>
          {hasFee && <th scope="col">Fee</th>}
          <th scope="col">Promotion</th>
          <OnlyShownAmounts>
            <th scope="col">Cost</th>
            <th scope="col">{marginLabel(sums)}</th>
          </OnlyShownAmounts>
          <th scope="col">Total</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.key} className={classes.workflow}>
          <Figures row={row} hasFee={hasFee} />
          <tr data-on-paper="no">
            <td colSpan={columnCount} className={classes.links}>
              <RowLinks row={row} />
            </td>
          </tr>
        </tbody>
      ))}
      <tbody className={classes.sums}>
        <tr>
          <th scope="row">Estimate</th>
          <td>
            {sum("price", "of price")}
            {sums.markUp !== 0 && <InclMarkUp>{sum("markUp", "of margin on top")}</InclMarkUp>}
          </td>
          <td>{sums.discount === 0 ? <Nothing /> : sum("discount", "off", reduction(sums.discount))}</td>
          {hasFee && <td>{sum("payment", "of fee")}</td>}
          <td>{sums.promotion === 0 ? <Nothing /> : sum("promotion", "off", reduction(sums.promotion))}</td>
          <OnlyShownAmounts>
            <td>{sum("cost", "of cost")}</td>
            <td>
              {sum("margin", "of margin")}
              {sums.lenderFee > 0 && (
                <InclLenderFee>{sum("marginInclLenderFee", "of margin, lender’s fee included")}</InclLenderFee>
              )}
            </td>
          </OnlyShownAmounts>
          <td className={classes.total}>
            <WhyFigure
              place="Estimate"
              answer={`${formatMoney(sums.total)} in all`}
              explain={() => explainTotalOfEstimate(rows)}
            >
              {formatAmount(sums.total)}
            </WhyFigure>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Figures({ row, hasFee }: { row: WorkflowRow; hasFee: boolean }) {
  const { totals, told, markUp, title, margin } = row;
  const figure = (value: number, which: Parameters<typeof CopyFigure>[0]["which"], text = formatAmount(value)) => (
    <CopyFigure row={row} totals={totals} which={which} value={value}>
      {text}
    </CopyFigure>
  );
  return (
    <tr className={classes.figures}>
      <th scope="row">
        <div className={`rb-subheading ${classes.title}`}>{title}</div>
        {row.workflow.id === 0 ? (
          <div className={`rb-hint ${classes.about}`}>Notes for the whole estimate</div>
        ) : (
          <Progress row={row} />
        )}
      </th>
      <td>
        {told.price === 0 ? <Nothing /> : figure(told.price, "price")}
        {markUp !== 0 && <InclMarkUp>{figure(markUp, "markUp")}</InclMarkUp>}
      </td>
      <td className={classes.quiet}>
        {told.discount === 0 ? <Nothing /> : figure(told.discount, "discount", reduction(told.discount))}
      </td>
      {hasFee && (
        <td className={classes.quiet}>{told.payment === 0 ? <Nothing /> : figure(told.payment, "payment")}</td>
      )}
      <td className={classes.quiet}>
        {told.promotion === 0 ? <Nothing /> : figure(told.promotion, "promotion", reduction(told.promotion))}
      </td>
      <OnlyShownAmounts>
        <td className={classes.second}>
          {totals.totalCost === 0 ? <Nothing /> : figure(totals.totalCost, "totalCost")}
        </td>
        <td className={classes.second}>
          {margin.afterLender === 0 ? <Nothing /> : figure(margin.afterLender, "shownMargin")}
          {margin.lenderFee > 0 && <InclLenderFee>{figure(margin.beforeLender, "marginInclLenderFee")}</InclLenderFee>}
          {(totals.totalCost !== 0 || margin.beforeLender !== 0) && (
            <div className={classes.bar}>
              <MoneyBar
                cost={totals.totalCost}
                lenderFee={margin.lenderFee}
                margin={margin.afterLender}
                discount={0}
                height={ROW_BAR_HEIGHT_PX}
              />
            </div>
          )}
        </td>
      </OnlyShownAmounts>
      <td className={classes.total}>{told.total === 0 ? <Nothing /> : figure(told.total, "totalWithMargin")}</td>
    </tr>
  );
}
