import { readNumber } from "@ridgebook/contract";
import type { EditedOffers } from "#features/config/payment-options/edited-plans.ts";
import type { EditedObject } from "#features/config/settings-form/settings-draft.ts";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";

/** A percent while it is typed; unparsed text counts as 0, and its field reports it. */
function percentOf(
  form: SettingsForm,
  name: "cashCheckDiscount" | "contractCashDiscountPercent" | "contractFinancingApr",
) {
  const shown = form.shown(name);
  const typed = readNumber(typeof shown === "string" ? shown : "");
  return typed.kind === "number" && typed.value >= 0 && typed.value <= 100 ? typed.value : 0;
}

/** The settings that affect the cost of plans, from the form. */
export const readOffers = (form: SettingsForm): EditedOffers => ({
  paymentOptions: form.shown("paymentOptions") as EditedObject,
  zeroInterest: form.shown("zeroInterest") as EditedObject,
  reducedRate: form.shown("reducedRate") as EditedObject,
  cashCheckDiscount: percentOf(form, "cashCheckDiscount"),
  contractFinancingApr: percentOf(form, "contractFinancingApr"),
});

export const printedDiscount = (form: SettingsForm): number => percentOf(form, "contractCashDiscountPercent");
