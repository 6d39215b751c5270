import { estimateAmountProblems, estimateRecord, greatestPromotion, type EstimateTerm } from "@ridgebook/contract";
import { useId, useMemo, useState } from "react";
import { formatMoney } from "#features/estimate/format.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { AmountField } from "#features/estimate/summary/amount-field.tsx";
import type { EstimateFigures } from "#features/estimate/summary/estimate-figures.ts";
import { explainPayment } from "#features/estimate/summary/explain-figures.ts";
import classes from "#features/estimate/summary/payment-panel.module.css";
import { paymentRows, type PaymentRow } from "#features/estimate/summary/payment-rows.ts";
import { usePaymentAmount } from "#features/estimate/summary/use-payment-amount.ts";
import { usePaymentGuard } from "#features/estimate/summary/use-payment-guard.ts";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";
import { Panel } from "#ui/panel.tsx";

/** The payment: the company's offers, down payment and promotion (SUM-10, SUM-11, OP-51). */
export function PaymentPanel({ figures }: { figures: EstimateFigures }) {
  const { estimate, settings } = useOpenEstimate();
  const isFinanced = estimate.term.months > 0;
  const downpayment = usePaymentAmount({ member: "downpayment", max: figures.sums.total });
  const promotion = usePaymentAmount({
    member: "promotion",
    max: greatestPromotion(estimate),
    savedError: estimateAmountProblems(estimate).find((problem) => problem.member === "promotion")?.text,
  });
  usePaymentGuard([downpayment, promotion]);
  return (
    <Panel
      title={settings.showPaymentOptions ? "Payment" : "Promotion and down payment"}
      actions={
        settings.showPaymentOptions && settings.showPaymentOptionsOnContract ? (
          <span className={classes.note}>shown on the contract</span>
        ) : undefined
      }
    >
      {settings.showPaymentOptions && <PaymentChoices />}
      <div className={classes.amounts} data-on-paper="no">
        <AmountField entry={downpayment} />
        <AmountField entry={promotion} />
      </div>
      {estimate.downpayment > Math.max(0, figures.sums.total) && (
        <p className={classes.warning}>The down payment is more than the estimate comes to.</p>
      )}
      <dl className={classes.results}>
        {(["downpayment", "promotion"] as const).map(
          (member) =>
            estimate[member] !== 0 && (
              <div key={member} data-on-paper="only">
                <dt>{estimateRecord.labels[member]}</dt>
                <dd>{formatMoney(estimate[member])}</dd>
              </div>
            ),
        )}
        <div>
          <dt>{isFinanced ? "To finance" : "After down payment"}</dt>
          <dd>
            <PaymentFigure which="principal" text={formatMoney(figures.principal)} />
          </dd>
        </div>
        {isFinanced && settings.showPaymentOptions && (
          <div>
            <dt>Monthly payment</dt>
            <dd>
              <PaymentFigure which="month" text={formatMoney(figures.monthlyPayment)} />
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

/** A figure of a payment offer, or of the estimate's own. */
function PaymentFigure({
  term,
  which,
  text,
  place = "Payment",
}: {
  term?: EstimateTerm;
  which: "total" | "principal" | "month";
  text: string;
  place?: string;
}) {
  const { estimate, workflows } = useOpenEstimate();
  return (
    <WhyFigure
      place={place}
      answer={text}
      explain={() => explainPayment({ estimate, workflows, term: term ?? estimate.term, which })}
    >
      {text}
    </WhyFigure>
  );
}

/** "120 months at 9.99 %, 4 % fee", with line breaks only after commas. */
const withNumbersWhole = (text: string): string => text.replaceAll(/(?<!,) /g, "\u00A0");

/** The offers as radio buttons with their amounts. The choice is saved immediately. */
function PaymentChoices() {
  const { estimate, settings } = useOpenEstimate();
  const save = useSaveEstimate();
  const name = useId();
  const rows = useMemo(() => paymentRows(estimate, settings), [estimate, settings]);
  // Shown as chosen before the estimate has stored it.
  const [pressed, setPressed] = useState<string>();
  const choose = async ({ key, paymentOption, term }: PaymentRow): Promise<void> => {
    setPressed(key);
    await save({ members: { paymentOption, term } });
    setPressed((now) => (now === key ? undefined : now));
  };
  return (
    <div className={classes.choices} role="radiogroup" aria-label="Payment option">
      {rows.map((row, index) => {
        const { key, label, term, termText, total, monthlyPayment } = row;
        const isChosen = pressed === undefined ? row.isChosen : key === pressed;
        return (
          <div
            key={key}
            className={classes.choice}
            data-chosen={isChosen || undefined}
            data-on-paper={isChosen ? undefined : "no"}
          >
            <label className={classes.pick}>
              <input
                type="radio"
                name={name}
                data-on-paper="no"
                checked={isChosen}
                aria-describedby={`${name}-${index}`}
                onChange={() => void choose(row)}
              />
              <span className={classes.label}>
                {label} {termText && <span className={classes.term}>{withNumbersWhole(termText)}</span>}
              </span>
            </label>
            <span id={`${name}-${index}`} className={classes.amount}>
              <PaymentFigure
                place={label}
                term={term}
                which={monthlyPayment > 0 ? "month" : "total"}
                text={monthlyPayment > 0 ? `${formatMoney(monthlyPayment)} / mo` : formatMoney(total)}
              />
            </span>
          </div>
        );
      })}
    </div>
  );
}
