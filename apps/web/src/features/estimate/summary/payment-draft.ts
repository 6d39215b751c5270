import type { PaymentAmount } from "#features/estimate/summary/payment-amount.ts";
import type { EstimateDraftKey } from "#local-data/estimates/estimate-store.ts";

/** An unsaved down payment or promotion. */
interface PaymentDraft {
  /** As typed, even if it is not an amount. */
  readonly text: string;
  /** The saved amount when typing began, in dollars, to detect a conflict with another person's change. */
  readonly from: number;
}

/** A separate key beside the drafts of the estimate's copies. */
export const paymentDraftKey = (estimateId: number, member: PaymentAmount): EstimateDraftKey => ({
  estimateId,
  copyKey: `payment ${member}`,
});

/** Reads a stored draft; undefined if it is not one. */
export function readPaymentDraft(values: unknown): PaymentDraft | undefined {
  if (typeof values !== "object" || values === null) return undefined;
  const { text, from } = values as Partial<Record<keyof PaymentDraft, unknown>>;
  return typeof text === "string" && typeof from === "number" ? { text, from } : undefined;
}
