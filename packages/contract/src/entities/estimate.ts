import type { FieldId, OptionId } from "@ridgebook/estimating";
import { z } from "zod";
import { estimateId, leadId } from "#ids.ts";
import { SEEN_MEMBERS } from "#records/change-of-newest.ts";
import { dollarAmount } from "#rules/dollar-amount.ts";
import { text } from "#rules/text.ts";
import { listedDocument } from "./document.ts";
import { estimateMembers, paymentTerm, workflowEstimateId } from "./estimate-record.ts";
import { NO_TERM } from "./estimate-term.ts";
import { fieldId, optionId } from "./price-book.ts";
import { workflowId } from "./workflow.ts";

/** Items of one estimate; far more than the largest house takes. */
const MAX_ESTIMATE_ITEMS = 10_000;
export const MAX_ITEM_TEXT = 10_000;

/** A number that names a line: the server's, or negative one that a device gave (1.§4). */
const itemId = z
  .number("id must be a number.")
  .int("id must be a whole number.")
  .refine((id) => id !== 0, "id must not be 0.");

/** One line of an estimate (3.§3): amounts are those of one unit, a parent's with its children's. */
export const estimateItem = z.object({
  id: itemId,
  /** Null for top-level items. */
  parentItemId: itemId.nullable(),
  fieldId,
  fieldOptionId: optionId.nullable(),
  /** The option's name, the text, "true"; "" of a number, which has no value of its own. */
  value: text({ field: "Value", max: MAX_ITEM_TEXT }).nullable(),
  materialCost: dollarAmount("Material cost"),
  laborCost: dollarAmount("Labor cost"),
  materialPrice: dollarAmount("Material price"),
  laborPrice: dollarAmount("Labor price"),
  quantity: z
    .number("Quantity must be a number.")
    .min(0, "Quantity must be at least 0.")
    .max(1_000_000_000, "Quantity must be at most 1000000000."),
  workflowEstimateId: workflowEstimateId.default(1),
});
export type StoredEstimateItem = z.output<typeof estimateItem>;

const items = z.array(estimateItem).max(MAX_ESTIMATE_ITEMS, `At most ${String(MAX_ESTIMATE_ITEMS)} items.`);

/** A package of a comparison and what was chosen for it (3.§3 "option-items record"). */
export const optionItems = z.object({ fieldOptionId: optionId, items });

/** A package of a comparison as the estimate keeps it (1.§3, OP-34). */
const workflowComparison = optionItems.extend({ workflowId, workflowEstimateId });

/** The same in a body; where it names no workflow, that of its option. */
const sentComparison = workflowComparison.partial({ workflowId: true, workflowEstimateId: true });
export const MAX_COMPARED = 3;
export const COMPARED_TEXT = `Select 1-${String(MAX_COMPARED)} options for comparison`;

const fractionOf = (label: string) =>
  z.number(`${label} must be a number.`).min(0, `${label} must be at least 0.`).max(10, `${label} must be at most 10.`);

/**
 * A number that was filled in from measurements, with those that it came from (decision 0092): ours. It speaks of a field while that
 * holds the quantity.
 */
const takenMeasurement = z.object({
  fieldId,
  /** The pitch's option or the window's name; "" of a field that stands once. */
  of: z.string().max(100),
  quantity: z.number().min(0).max(1_000_000_000),
  /** Who measured: "Hover". */
  source: z.string().min(1).max(100),
  takenTime: z.iso.datetime(),
  givens: z.array(z.object({ name: z.string().max(100), value: z.number(), path: z.string().max(200) })).max(50),
});
const takenMeasurements = z.array(takenMeasurement).max(1_000, "At most 1000 measurements.");

/**
 * What was entered where the price book has no price (decision 0128): ours. Its item keeps nothing of it (ITEM-11), so that it stands
 * beside the items, as one without amounts; `parentItemId` is an item's, or one's of this list.
 */
const unpricedItem = estimateItem.pick({
  ...{ id: true, parentItemId: true, fieldId: true, fieldOptionId: true },
  ...{ value: true, quantity: true },
});
export type UnpricedItem = z.output<typeof unpricedItem>;
const unpricedItems = z.array(unpricedItem).max(1_000, "At most 1000 lines without a price.");

/** Totals, decisions and progress of one workflow copy (3.§3, OP-02). Totals are the server's. */
export const workflowSummary = z.object({
  workflowId,
  workflowEstimateId,
  discountableItemTotal: z.number(),
  nonDiscountableItemTotal: z.number(),
  totalCost: z.number(),
  /** Fractions: .125 is 12.5 %. */
  discountPercent: z.number(),
  marginPercent: z.number(),
  fee: z.number(),
  /** What of the dealer fee the company bears: ours, in no other total, and 0 in summaries that are older than it. */
  lenderFee: z.number().default(0),
  promotion: z.number(),
  totalWithMargin: z.number(),
  /** Null while no step is complete. */
  lastCompleteSectionId: z.number().int().nullable(),
  /** Optional sections that were added. */
  optionalSectionIds: z.array(z.number().int()),
  /** What was filled in from measurements; none in summaries that are older than it. */
  measurements: takenMeasurements.default([]),
  /** What was entered where there is no price; none in summaries that are older than it. */
  unpricedItems: unpricedItems.default([]),
});
export type WorkflowSummary = z.output<typeof workflowSummary>;

/**
 * What is saved of one workflow copy (1.§7, OP-04, OP-05): a section's fields with their items, its discount, or its optional
 * sections. Members that are left out stay.
 */
const estimatePart = z.object({
  workflowId,
  workflowEstimateId: workflowEstimateId.default(1),
  /** Top-level fields whose items are replaced by `items`. */
  fieldIds: z.array(fieldId).max(1_000).optional(),
  items: items.optional(),
  /** The whole comparison of the copy; an empty list ends it. */
  comparisons: z.array(optionItems).max(MAX_COMPARED, COMPARED_TEXT).optional(),
  lastCompleteSectionId: z.number().int().nullable().optional(),
  optionalSectionIds: z.array(z.number().int()).max(100).optional(),
  measurements: takenMeasurements.optional(),
  unpricedItems: unpricedItems.optional(),
  /** Fractions. */
  discountPercent: fractionOf("Discount").optional(),
  marginPercent: fractionOf("Margin").optional(),
});
export type EstimatePart = z.output<typeof estimatePart>;

/** What the summary of a whole estimate decides; its totals are the server's. */
const sentSummary = estimatePart.omit({ fieldIds: true, items: true, comparisons: true });

/**
 * A body carries one part at its top level, as specified (1.§7), or several in `parts`, which are applied together. One that names no
 * workflow is a whole estimate as it was read: its lines, comparisons and summaries say their own, and what it leaves out stays.
 */
const parts = {
  ...estimatePart.partial().shape,
  workflowEstimateId: workflowEstimateId.optional(),
  comparisons: z.array(sentComparison).max(100).optional(),
  workflowSummaries: z.record(z.string(), sentSummary).optional(),
  parts: z.array(estimatePart).max(100, "At most 100 parts.").optional(),
};

/** As a caller sends them; `term` null, as the specification has it, is one without a plan. */
const sentMembers = {
  ...estimateMembers.partial().shape,
  term: paymentTerm.nullish().transform((term) => (term === null ? NO_TERM : term)),
};

/** A new estimate; what is left out begins as in EMPTY_ESTIMATE. A copy brings its parts along. */
export const estimateInput = z.object({
  ...sentMembers,
  ...parts,
  leadId,
  name: estimateMembers.shape.name,
});
export type EstimateInput = z.output<typeof estimateInput>;

/**
 * A change of an estimate: members and parts that changed, the revision it started from and the former values of exactly these slices (see
 * estimate-slices.ts); without former values it applies to the newest. `principal`, `monthlyRate` and `monthlyPayment` may be sent and are
 * calculated again.
 */
export const estimateChange = z.object({
  ...sentMembers,
  ...parts,
  ...SEEN_MEMBERS,
});

/** An estimate as the server holds it (1.§3, 3.§3). */
export const estimate = estimateMembers.extend({
  id: estimateId,
  revision: z.number().int(),
  leadId,
  items: z.array(estimateItem),
  comparisons: z.array(workflowComparison),
  /** By `summaryKey`: "1", of copy 2 "1.2". */
  workflowSummaries: z.record(z.string(), workflowSummary),
  /** What was made of it, newest first. */
  documents: z.array(listedDocument),
  principal: z.number(),
  /** A fraction a month. */
  monthlyRate: z.number(),
  monthlyPayment: z.number(),
  createdTime: z.iso.datetime(),
  modifiedTime: z.iso.datetime(),
});
export type Estimate = z.output<typeof estimate>;

/** The reply to a create and an update: the estimate, and which ids the server gave to new lines. */
export const savedEstimate = estimate.extend({
  /** The server's id by the negative one that was sent. */
  itemIds: z.record(z.string(), z.number().int()),
});
export type SavedEstimate = z.output<typeof savedEstimate>;

export type { FieldId, OptionId };
