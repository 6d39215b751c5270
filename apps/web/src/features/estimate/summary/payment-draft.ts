import type { PaymentAmount } from "#features/estimate/summary/payment-amount.ts";
import type { EstimateDraftKey } from "#local-data/estimates/estimate-store.ts";

/** A down payment or promotion that was typed and not saved. */
interface PaymentDraft {
  /** As it was typed, also what is no amount. */
  readonly text: string;
  /** What was saved when typing began, dollars: what another person saves meanwhile is a conflict and not overwritten. */
  readonly from: number;
}

/** Beside the drafts of the estimate's copies, which are kept under their own keys. */
export const paymentDraftKey = (estimateId: number, member: PaymentAmount): EstimateDraftKey => ({
  estimateId,
  copyKey: `payment ${member}`,
});

/** What was kept, undefined where it cannot be read. */
export function readPaymentDraft(values: unknown): PaymentDraft | undefined {
  if (typeof values !== "object" || values === null) return undefined;
  const { text, from } = values as Partial<Record<keyof PaymentDraft, unknown>>;
  return typeof text === "string" && typeof from === "number" ? { text, from } : undefined;
}
