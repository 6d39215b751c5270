import { formatShare } from "@ridgebook/estimating";
import { MARGIN_INCL_LENDER_FEE, marginLabel } from "@ridgebook/contract";
import { MoneyBar, MoneyMark } from "#features/estimate/drawings/money-bar.tsx";
import { formatAmount, formatMoney, NOTHING } from "#features/estimate/format.ts";
import { OnlyShownAmounts, OwnAmounts, useOwnAmounts } from "#features/estimate/own-amounts.tsx";
import type { EstimateFigures } from "#features/estimate/summary/estimate-figures.ts";
import { explainSum, explainTotalOfEstimate } from "#features/estimate/summary/explain-figures.ts";
import classes from "#features/estimate/summary/money-panel.module.css";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";
import { Panel } from "#ui/panel.tsx";

const BAR_HEIGHT_PX = 16;
const PLACE = "Estimate";

/** The estimate's total and its parts as a bar (look.md "Overview"). */
export function MoneyPanel({ figures }: { figures: EstimateFigures }) {
  const { rows, sums, marginShare, beforeReductions, reductions } = figures;
  const { isHidden } = useOwnAmounts();
  const isLoss = sums.margin < 0;
  const hasLenderFee = sums.lenderFee > 0;
  const marginName = marginLabel(sums);
  const hasBoth = sums.discount !== 0 && sums.promotion !== 0;
  return (
    <Panel as="div">
      <div className={classes.head}>
        <div>
          <div className="rb-hint">Estimate total</div>
          <div className={classes.total}>
            <WhyFigure
              place={PLACE}
              answer={`${formatMoney(sums.total)} in all`}
              explain={() => explainTotalOfEstimate(rows)}
            >
              {formatMoney(sums.total)}
            </WhyFigure>
          </div>
        </div>
        <div className={classes.end}>
          <OwnAmounts>
            <div className="rb-hint">{isLoss && !hasLenderFee ? "Below cost" : marginName}</div>
            <div className={`rb-title ${classes.share}`} data-loss={isLoss || undefined}>
              {marginShare === null ? NOTHING : formatShare(marginShare)}
            </div>
          </OwnAmounts>
        </div>
      </div>
      <OnlyShownAmounts>
        <MoneyBar
          cost={sums.cost}
          lenderFee={sums.lenderFee}
          margin={sums.margin}
          discount={Math.max(0, reductions)}
          height={BAR_HEIGHT_PX}
        />
      </OnlyShownAmounts>
      <dl className={classes.parts}>
        <OnlyShownAmounts>
          <div>
            <dt>
              <MoneyMark kind="cost" /> Cost
            </dt>
            <dd>
              <WhyFigure
                place={PLACE}
                answer={`${formatMoney(sums.cost)} of cost`}
                explain={() => explainSum(rows, "cost")}
              >
                {formatMoney(sums.cost)}
              </WhyFigure>
            </dd>
          </div>
          <div>
            <dt>
              <MoneyMark kind={isLoss ? "loss" : "margin"} /> {marginName}
            </dt>
            <dd data-loss={isLoss || undefined}>
              <WhyFigure
                place={PLACE}
                answer={`${formatMoney(sums.margin)} of margin`}
                explain={() => explainSum(rows, "margin")}
              >
                {formatMoney(sums.margin)}
              </WhyFigure>
            </dd>
          </div>
          {hasLenderFee && (
            <>
              <div>
                <dt>
                  <MoneyMark kind="lender" /> Lender’s fee
                </dt>
                <dd>
                  <WhyFigure
                    place={PLACE}
                    answer={`${formatMoney(sums.lenderFee)} of lender’s fee`}
                    explain={() => explainSum(rows, "lenderFee")}
                  >
                    {formatMoney(sums.lenderFee)}
                  </WhyFigure>
                </dd>
              </div>
              <div>
                <dt>{MARGIN_INCL_LENDER_FEE}</dt>
                <dd>
                  <WhyFigure
                    place={PLACE}
                    answer={`${formatMoney(sums.marginInclLenderFee)} of margin, lender’s fee included`}
                    explain={() => explainSum(rows, "marginInclLenderFee")}
                  >
                    {formatMoney(sums.marginInclLenderFee)}
                  </WhyFigure>
                </dd>
              </div>
            </>
          )}
        </OnlyShownAmounts>
        <div>
          <dt>{!isHidden && <MoneyMark kind="discount" />} Discount and promotion</dt>
          <dd>
            {formatMoney(reductions)}{" "}
            {hasBoth && (
              <span className={classes.split}>
                {formatAmount(sums.discount)} + {formatAmount(sums.promotion)}
              </span>
            )}
          </dd>
        </div>
        <div className={classes.end}>
          <dt>Before discount</dt>
          <dd>{formatMoney(beforeReductions)}</dd>
        </div>
      </dl>
    </Panel>
  );
}
