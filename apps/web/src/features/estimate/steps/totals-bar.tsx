import { marginLabel } from "@ridgebook/contract";
import { companyMargin, formatShare } from "@ridgebook/estimating";
import { IconAlertCircle } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { MoneyBar } from "#features/estimate/drawings/money-bar.tsx";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { FormSnapshot } from "#features/estimate/form/workflow-form.ts";
import { formatMoney } from "#features/estimate/format.ts";
import { HAS_ERRORS_TEXT } from "#features/estimate/steps/save-form.ts";
import classes from "#features/estimate/steps/totals-bar.module.css";
import { marginShare } from "#features/estimate/summary/estimate-figures.ts";
import { OwnAmounts } from "#features/estimate/own-amounts.tsx";
import { useWhy } from "#features/estimate/why/why-context.ts";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";

/** The totals in the bar. The margin is after a lender's fee and includes the mark-up (estimating.md §4). */
interface ShownTotals {
  readonly total: number;
  readonly cost: number;
  readonly lenderFee: number;
  readonly margin: number;
  /** As a fraction of the total; null without a total. */
  readonly share: number | null;
  readonly discount: number;
}

const isSameTotals = (one: ShownTotals, other: ShownTotals): boolean =>
  one.total === other.total &&
  one.cost === other.cost &&
  one.discount === other.discount &&
  one.lenderFee === other.lenderFee;

function shownTotals({ totals, told: { discount } }: FormSnapshot): ShownTotals {
  const { totalWithMargin, totalCost } = totals;
  const { lenderFee, afterLender: margin } = companyMargin(totals);
  return {
    total: totalWithMargin,
    cost: totalCost,
    lenderFee,
    margin,
    discount,
    share: marginShare(margin, totalWithMargin),
  };
}

/**
 * The bar at the bottom of a form: the workflow's total with its cost, margin and stacked bar, what is open, and the page's actions
 * (look.md "Totals bar"). The total opens its explanation.
 *
 * @param label what the total is of: "Roofing so far"
 * @param extra figures before it: the cost of one window
 * @param note what is open but does not block saving: unused recommendations
 */
export function TotalsBar({
  label,
  extra,
  actions,
  note,
}: {
  label: string;
  extra?: ReactNode;
  actions: ReactNode;
  note?: ReactNode;
}) {
  const barRef = useBottomBar();
  const hasProblems = useFormValue(({ problems }) => problems.length > 0);
  return (
    <div ref={barRef} className={classes.bar} data-ground="surface">
      <Figures label={label} extra={extra} />
      <div className={classes.end}>
        {hasProblems ? (
          <p role="alert" className={classes.error}>
            <IconAlertCircle size={18} stroke={1.75} aria-hidden />
            {HAS_ERRORS_TEXT}
          </p>
        ) : (
          note !== undefined && note !== null && <div className={classes.note}>{note}</div>
        )}
        <div className={classes.actions}>{actions}</div>
      </div>
    </div>
  );
}

function Figures({ label, extra }: { label: string; extra: ReactNode }) {
  const form = useWorkflowForm();
  const askWhy = useWhy();
  const isPhone = useIsPhone();
  const { total, cost, lenderFee, margin, share } = useFormValue(shownTotals, isSameTotals, { isAnswer: true });
  const percent = share === null ? "" : formatShare(share);
  const marginName = marginLabel({ lenderFee });
  const totalText = formatMoney(total);
  const explain = (): void =>
    askWhy({ place: label, answer: totalText, explain: () => form.explainTotal("totalWithMargin") });
  return (
    <div className={classes.figures}>
      {extra}
      <div className={classes.figure}>
        <span className="rb-caption">{label}</span>
        <button type="button" className={classes.total} aria-label={`${label} ${totalText}, why`} onClick={explain}>
          {totalText}
        </button>
      </div>
      <OwnAmounts>
        {isPhone ? (
          <div className={classes.phoneSplit}>
            <span className={classes.line}>
              Cost {formatMoney(cost)} · {marginName} <b>{percent || formatMoney(margin)}</b>
            </span>
            <DrawnTotals />
          </div>
        ) : (
          <>
            <Figure caption="Cost" amount={cost} />
            <Figure
              caption={percent === "" ? marginName : `${marginName} ${percent}`}
              amount={margin}
              isBad={margin < 0}
            />
            <div className={classes.split}>
              <DrawnTotals legend />
            </div>
          </>
        )}
      </OwnAmounts>
    </div>
  );
}

/** Deferred, so that it does not delay the figures' update after a keystroke. */
const DrawnTotals = memo(function DrawnTotals({ legend = false }: { legend?: boolean }) {
  const { cost, lenderFee, margin, discount } = useFormValue(shownTotals, isSameTotals);
  return <MoneyBar cost={cost} lenderFee={lenderFee} margin={margin} discount={discount} legend={legend} />;
});

/**
 * A figure before the totals, such as the cost of one window.
 *
 * @param onAsk opens its explanation
 */
export function Figure({
  caption,
  amount,
  isBad = false,
  onAsk,
}: {
  caption: string;
  amount: number;
  isBad?: boolean;
  onAsk?: () => void;
}) {
  const text = formatMoney(amount);
  return (
    <div className={classes.figure}>
      <span className="rb-caption">{caption}</span>
      {onAsk ? (
        <button type="button" className={classes.total} aria-label={`${caption} ${text}, why`} onClick={onAsk}>
          {text}
        </button>
      ) : (
        <span className={classes.amount} data-bad={isBad || undefined}>
          {text}
        </span>
      )}
    </div>
  );
}
