import { estimateRecord, readDollars } from "@ridgebook/contract";
import { formatAmount } from "#features/estimate/format.ts";

/** The amounts of a payment that a person types. */
export type PaymentAmount = "downpayment" | "promotion";

type ReadAmount =
  | { readonly amount: number; readonly error?: undefined }
  | { readonly amount?: undefined; readonly error: string };

/** Parses a down payment or promotion: empty is 0, and at most `max` dollars. */
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
