import { paymentOffers } from "@ridgebook/contract";
import { useId, useMemo, useRef } from "react";
import { formatMoney } from "#features/estimate/format.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { AmountField } from "#features/estimate/summary/amount-field.tsx";
import type { EstimateFigures } from "#features/estimate/summary/estimate-figures.ts";
import classes from "#features/estimate/summary/payment-panel.module.css";
import { greatestPromotion, paymentRows } from "#features/estimate/summary/payment-rows.ts";
import {
  PAYMENT_AMOUNT_LABELS,
  readPaymentAmount,
  type PaymentAmount,
} from "#features/estimate/summary/payment-amount.ts";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { Panel } from "#ui/panel.tsx";

/** How the homeowner pays: the company's offers, down payment and promotion (SUM-10, SUM-11, OP-51). */
export function PaymentPanel({ figures }: { figures: EstimateFigures }) {
  const { estimate, settings } = useOpenEstimate();
  const isFinanced = estimate.term.months > 0;
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
      <div className={classes.amounts}>
        <MemberAmount member="downpayment" max={figures.sums.total} />
        <MemberAmount member="promotion" max={greatestPromotion(estimate)} />
      </div>
      {estimate.downpayment > figures.sums.total && (
        <p className={classes.warning}>The down payment is more than the estimate comes to.</p>
      )}
      <dl className={classes.results}>
        <div>
          <dt>{isFinanced ? "To finance" : "After down payment"}</dt>
          <dd>{formatMoney(figures.principal)}</dd>
        </div>
        {isFinanced && settings.showPaymentOptions && (
          <div>
            <dt>Monthly payment</dt>
            <dd>{formatMoney(figures.monthlyPayment)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

/** The offers as radios, each with what it comes to. The estimate keeps what is chosen. */
function PaymentChoices() {
  const { estimate, settings } = useOpenEstimate();
  const save = useSaveEstimate();
  const name = useId();
  const rows = useMemo(() => paymentRows(estimate, paymentOffers(settings)), [estimate, settings]);
  return (
    <div className={classes.choices} role="radiogroup" aria-label="Payment option">
      {rows.map(({ key, paymentOption, label, term, termText, total, monthlyPayment, isChosen }) => (
        <label key={key} className={classes.choice} data-chosen={isChosen || undefined}>
          <input
            type="radio"
            name={name}
            checked={isChosen}
            onChange={() => void save({ members: { paymentOption, term } })}
          />
          <span className={classes.label}>
            {label} {termText && <span className={classes.term}>{termText}</span>}
          </span>
          <span className={classes.amount}>
            {monthlyPayment > 0 ? `${formatMoney(monthlyPayment)} / mo` : formatMoney(total)}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Down payment or promotion: dollars from 0 to `max`, saved by itself. */
function MemberAmount({ member, max }: { member: PaymentAmount; max: number }) {
  const { estimate } = useOpenEstimate();
  const save = useSaveEstimate();
  // What somebody else changes while a person types is a conflict, not overwritten unseen.
  const from = useRef(estimate);
  return (
    <AmountField
      label={PAYMENT_AMOUNT_LABELS[member]}
      value={estimate[member]}
      read={(text) => readPaymentAmount({ member, text, max })}
      onBegin={() => {
        from.current = estimate;
      }}
      onCommit={(amount) => {
        const seen = from.current;
        from.current = { ...seen, [member]: amount };
        void save({ members: { [member]: amount } }, { from: seen });
      }}
    />
  );
}
