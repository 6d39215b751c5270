import { estimateRecord, readDollars } from "@ridgebook/contract";
import { formatAmount } from "#features/estimate/format.ts";

/** What a person types about paying, in dollars. */
export type PaymentAmount = "downpayment" | "promotion";

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
  const label = estimateRecord.labels[member];
  const typed = readDollars(text);
  if (typed.kind === "empty") return { amount: 0 };
  if (typed.kind === "unreadable") return { error: `${label} must be a number.` };
  const checked = estimateRecord.shape[member].safeParse(typed.value);
  if (!checked.success) return { error: checked.error.issues[0]?.message ?? `${label} must be a number.` };
  return typed.value > max ? { error: `${label} must be at most ${formatAmount(max)}.` } : { amount: typed.value };
}
