import { MARGIN_INCL_LENDER_FEE, marginLabel } from "@ridgebook/contract";
import type { ReactNode } from "react";
import { formatAmount, formatMoney } from "#features/estimate/format.ts";
import { OnlyShownAmounts } from "#features/estimate/own-amounts.tsx";
import type { EstimateFigures, WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { CopyFigure, Progress, RowLinks } from "#features/estimate/summary/row-parts.tsx";
import classes from "#features/estimate/summary/workflow-cards.module.css";
import { Panel } from "#ui/panel.tsx";

/** The workflows of an estimate on a phone, as cards in display order. */
export function WorkflowCards({ figures: { rows } }: { figures: EstimateFigures }) {
  return (
    <ul className={`rb-list ${classes.cards}`} aria-label="Workflows">
      {rows.map((row) => (
        <li key={row.key}>
          <Panel as="article">
            <Card row={row} />
          </Panel>
        </li>
      ))}
    </ul>
  );
}

function Card({ row }: { row: WorkflowRow }) {
  const { title, totals, told, markUp, margin, workflow } = row;
  const figure = (value: number, which: Parameters<typeof CopyFigure>[0]["which"], text = formatAmount(value)) => (
    <CopyFigure row={row} totals={totals} which={which} value={value}>
      {text}
    </CopyFigure>
  );
  return (
    <>
      <div className={classes.head}>
        <h2 className="rb-subheading">{title}</h2>
        {told.total !== 0 && (
          <span className={`rb-subheading ${classes.total}`}>
            {figure(told.total, "totalWithMargin", formatMoney(told.total))}
          </span>
        )}
      </div>
      {workflow.id === 0 ? <p className="rb-hint">Notes for the whole estimate</p> : <Progress row={row} />}
      {(told.price !== 0 || totals.totalCost !== 0) && (
        <dl className={classes.figures}>
          <Figure name="Price">{figure(told.price, "price")}</Figure>
          {told.discount !== 0 && (
            <Figure name="Discount">{figure(told.discount, "discount", formatAmount(-told.discount))}</Figure>
          )}
          {told.payment !== 0 && <Figure name="Fee">{figure(told.payment, "payment")}</Figure>}
          {told.promotion !== 0 && (
            <Figure name="Promotion">{figure(told.promotion, "promotion", formatAmount(-told.promotion))}</Figure>
          )}
          <OnlyShownAmounts>
            {markUp !== 0 && <Figure name="Margin on top, in the price">{figure(markUp, "markUp")}</Figure>}
            <Figure name="Cost">{figure(totals.totalCost, "totalCost")}</Figure>
            <Figure name={marginLabel(margin)}>{figure(margin.afterLender, "shownMargin")}</Figure>
            {margin.lenderFee > 0 && (
              <Figure name={MARGIN_INCL_LENDER_FEE}>{figure(margin.beforeLender, "marginInclLenderFee")}</Figure>
            )}
          </OnlyShownAmounts>
        </dl>
      )}
      <div className={classes.links}>
        <RowLinks row={row} />
      </div>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
