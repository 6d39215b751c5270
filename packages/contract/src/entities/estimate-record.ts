import { z } from "zod";
import { defineRecord } from "#records/define-record.ts";
import { member } from "#records/members.ts";
import { dollarAmount } from "#rules/dollar-amount.ts";
import { isObject } from "#rules/is-object.ts";
import { isSameValue } from "#rules/same-value.ts";
import { requiredText, text } from "#rules/text.ts";
import { isSameTerm, NO_TERM } from "./estimate-term.ts";
import { workflowId } from "./workflow.ts";

/* The estimate's own members. Separate from its items, whose schemas the app's first page does not load. */

/** Copies of workflows besides the first ones. */
export const MAX_DUPLICATE_WORKFLOWS = 20;

export const workflowEstimateId = z
  .number("workflowEstimateId must be a number.")
  .int("workflowEstimateId must be a whole number.")
  .min(1, "workflowEstimateId must be at least 1.")
  .max(1_000, "workflowEstimateId must be at most 1000.");

/** A further copy of a workflow: a second roof (estimating.md §5). */
export const duplicateWorkflow = z.object({
  workflowId,
  workflowEstimateId: workflowEstimateId.min(2, "workflowEstimateId of a copy must be at least 2."),
  name: text({ field: "Name", max: 100 }),
});

/** The loan's duration and cost. Missing members are 0. */
export const paymentTerm = z.object({
  months: z.number().int().min(0).max(1_200),
  /** Interest of one year: 9.99 means 9.99 %. */
  ratePercent: z.number().min(0).max(100),
  /** Dealer fee on the total, in percent; negative for a discount (cash or check). */
  feePercent: z.number().min(-100).max(100).default(0),
  /**
   * The company's share of the dealer fee, in percent of the total. The server sets it from its settings, whatever is sent; older callers
   * send none.
   */
  lenderFeePercent: z.number().min(0).max(100).default(0),
  /** The company's offer; "" without one. */
  offerId: z.string().max(200).default(""),
});
export type EstimateTerm = z.output<typeof paymentTerm>;

/** Decisions about an estimate as a whole (1.§3). The rest is in the parts. */
export const estimateRecord = defineRecord({
  written: {
    name: member("text", requiredText({ field: "Name", max: 200 }), { label: "Name", empty: "" }),
    /** First copies, in any order; shown in display order. */
    workflowIds: member(
      "object",
      z.array(workflowId).refine((ids) => new Set(ids).size === ids.length, "workflowIds must be distinct."),
      { label: "Work", empty: [] },
    ),
    duplicateWorkflows: member(
      "object",
      z.array(duplicateWorkflow).max(MAX_DUPLICATE_WORKFLOWS, `At most ${String(MAX_DUPLICATE_WORKFLOWS)} copies.`),
      { label: "Further copies", empty: [] },
    ),
    paymentOption: member(
      "number",
      z.number().int().min(0, "Invalid payment option").max(4, "Invalid payment option"),
      { label: "Payment", empty: 0 },
    ),
    /** Dollars off the whole estimate. */
    promotion: member("number", dollarAmount("Promotion"), { label: "Promotion", empty: 0 }),
    downpayment: member("number", dollarAmount("Down payment"), { label: "Down payment", empty: 0 }),
    term: member("object", paymentTerm, {
      label: "Term",
      empty: NO_TERM,
      isSame: (one, other) =>
        isObject(one) && isObject(other)
          ? isSameTerm(one as EstimateTerm, other as EstimateTerm)
          : isSameValue(one, other),
    }),
    /** The version that lines are priced from; it only changes with "Update prices" (estimating.md §2). */
    priceBookVersion: member("number", z.number().int().min(0), { label: "Prices", empty: 0 }),
  },
});
/** Unknown members are dropped. */
export const estimateMembers = z.object(estimateRecord.shape);
export type EstimateMembers = z.output<typeof estimateMembers>;
export type EstimateMember = keyof EstimateMembers;
export const ESTIMATE_MEMBERS = estimateRecord.fields;
export const EMPTY_ESTIMATE: EstimateMembers = estimateRecord.empty;
