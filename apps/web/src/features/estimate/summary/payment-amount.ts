import { estimateMembers, readDollars } from "@ridgebook/contract";
import { formatAmount } from "#features/estimate/format.ts";

/** What a person types about paying, in dollars. */
export type PaymentAmount = "downpayment" | "promotion";

export const PAYMENT_AMOUNT_LABELS: Readonly<Record<PaymentAmount, string>> = {
  downpayment: "Down payment",
  promotion: "Promotion",
};

type ReadAmount =
  | { readonly amount: number; readonly error?: undefined }
  | { readonly amount?: undefined; readonly error: string };

/** A down payment or promotion as it was typed: nothing is 0, and no more than `max` dollars. */
export function readPaymentAmount({
  member,
  text,
  max,
}: {
  member: PaymentAmount;
  text: string;
  max: number;
}): ReadAmount {
  const label = PAYMENT_AMOUNT_LABELS[member];
  const typed = readDollars(text);
  if (typed.kind === "empty") return { amount: 0 };
  if (typed.kind === "unreadable") return { error: `${label} must be a number.` };
  const checked = estimateMembers.shape[member].safeParse(typed.value);
  if (!checked.success) return { error: checked.error.issues[0]?.message ?? `${label} must be a number.` };
  return typed.value > max ? { error: `${label} must be at most ${formatAmount(max)}.` } : { amount: typed.value };
}
