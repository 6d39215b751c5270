import { cashDiscountPercent, EXAMPLE_JOB } from "@ridgebook/contract";
import { formatMoney } from "@ridgebook/documents";
import { toOfferSettings } from "#features/config/payment-options/edited-plans.ts";
import classes from "#features/config/payment-options/payment-options.module.css";
import { printedDiscount, readOffers } from "#features/config/payment-options/read-offers.ts";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";

/** The effect of the cash discount on the example job. */
export function CashExample({ form }: { form: SettingsForm }) {
  const offers = readOffers(form);
  const discount = (EXAMPLE_JOB * cashDiscountPercent(toOfferSettings(offers))) / 100;
  const printed = printedDiscount(form);
  return (
    <div>
      <p className="rb-hint">
        On a $20,000 job: <strong className={classes.strong}>{formatMoney(EXAMPLE_JOB - discount)}</strong> in full
        {discount > 0 && `, ${formatMoney(discount)} off`}.
      </p>
      {printed > 0 && printed !== offers.cashCheckDiscount && (
        <p className={classes.warning}>
          Contracts print {printed} % and estimates give {offers.cashCheckDiscount} %. Homeowners see both.
        </p>
      )}
    </div>
  );
}
