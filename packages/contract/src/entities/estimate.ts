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

/** Items per estimate; far more than the largest house. */
const MAX_ESTIMATE_ITEMS = 10_000;
export const MAX_ITEM_TEXT = 10_000;

/** A line's id: the server's, or a negative local one (1.§4). */
const itemId = z
  .number("id must be a number.")
  .int("id must be a whole number.")
  .refine((id) => id !== 0, "id must not be 0.");

/** One line of an estimate (3.§3): amounts per unit, a parent's including its children's. */
export const estimateItem = z.object({
  id: itemId,
  /** Null for top-level items. */
  parentItemId: itemId.nullable(),
  fieldId,
  fieldOptionId: optionId.nullable(),
  /** The option's name, the text, "true"; "" for a number, which has no value. */
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

/** A package of a comparison with its choices (3.§3 "option-items record"). */
export const optionItems = z.object({ fieldOptionId: optionId, items });

/** A package of a comparison as stored (1.§3, OP-34). */
const workflowComparison = optionItems.extend({ workflowId, workflowEstimateId });

/** In a request; the workflow defaults to the option's. */
const sentComparison = workflowComparison.partial({ workflowId: true, workflowEstimateId: true });
export const MAX_COMPARED = 3;
export const COMPARED_TEXT = `Select 1-${String(MAX_COMPARED)} options for comparison`;

const fractionOf = (label: string) =>
  z.number(`${label} must be a number.`).min(0, `${label} must be at least 0.`).max(10, `${label} must be at most 10.`);

/** A quantity filled in from measurements, with its sources (decision 0092): ours. Valid while the field has that quantity. */
const takenMeasurement = z.object({
  fieldId,
  /** The pitch's option or the window's name; "" for a single field. */
  of: z.string().max(100),
  quantity: z.number().min(0).max(1_000_000_000),
  /** The measurement service: "Hover". */
  source: z.string().min(1).max(100),
  takenTime: z.iso.datetime(),
  givens: z.array(z.object({ name: z.string().max(100), value: z.number(), path: z.string().max(200) })).max(50),
});
const takenMeasurements = z.array(takenMeasurement).max(1_000, "At most 1000 measurements.");

/**
 * An entry without a price in the price book (decision 0128): ours. Items cannot represent it (ITEM-11), so it is stored beside them, like
 * one without amounts; `parentItemId` is an item's, or another one's of this list.
 */
const unpricedItem = estimateItem.pick({
  id: true,
  parentItemId: true,
  fieldId: true,
  fieldOptionId: true,
  value: true,
  quantity: true,
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
  /** The company's share of the dealer fee: ours, in no other total, and 0 in older summaries. */
  lenderFee: z.number().default(0),
  promotion: z.number(),
  totalWithMargin: z.number(),
  /** Null while no step is complete. */
  lastCompleteSectionId: z.number().int().nullable(),
  /** Optional sections that were added. */
  optionalSectionIds: z.array(z.number().int()),
  /** Values filled in from measurements; empty in older summaries. */
  measurements: takenMeasurements.default([]),
  /** Entries without a price; empty in older summaries. */
  unpricedItems: unpricedItems.default([]),
});
export type WorkflowSummary = z.output<typeof workflowSummary>;

/**
 * A saved part of one workflow copy (1.§7, OP-04, OP-05): a section's fields with their items, its discount, or its optional sections.
 * Omitted members stay.
 */
const estimatePart = z.object({
  workflowId,
  workflowEstimateId: workflowEstimateId.default(1),
  /** Top-level fields whose items are replaced by `items`. */
  fieldIds: z.array(fieldId).max(1_000).optional(),
  items: items.optional(),
  /** The whole comparison of the copy; an empty list removes it. */
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

/** A whole estimate's summary as sent: decisions only; totals are the server's. */
const sentSummary = estimatePart.omit({ fieldIds: true, items: true, comparisons: true });

/**
 * A body has one part at its top level, as specified (1.§7), or several in `parts`, which are applied together. One without a workflow is a
 * whole estimate as it was read: its lines, comparisons and summaries name their own, and omitted ones stay.
 */
const parts = {
  ...estimatePart.partial().shape,
  workflowEstimateId: workflowEstimateId.optional(),
  comparisons: z.array(sentComparison).max(100).optional(),
  workflowSummaries: z.record(z.string(), sentSummary).optional(),
  parts: z.array(estimatePart).max(100, "At most 100 parts.").optional(),
};

/** As sent; a null `term`, as in the specification, is one without a plan. */
const sentMembers = {
  ...estimateMembers.partial().shape,
  term: paymentTerm.nullish().transform((term) => (term === null ? NO_TERM : term)),
};

/** A new estimate; defaults are those of EMPTY_ESTIMATE. A copy includes its parts. */
export const estimateInput = z.object({
  ...sentMembers,
  ...parts,
  leadId,
  name: estimateMembers.shape.name,
});
export type EstimateInput = z.output<typeof estimateInput>;

/**
 * A change of an estimate: changed members and parts, its base revision and the former values of exactly these slices (see
 * estimate-slices.ts); without former values it applies to the newest. `principal`, `monthlyRate` and `monthlyPayment` are accepted and
 * recalculated.
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
  /** Newest first. */
  documents: z.array(listedDocument),
  principal: z.number(),
  /** A fraction a month. */
  monthlyRate: z.number(),
  monthlyPayment: z.number(),
  createdTime: z.iso.datetime(),
  modifiedTime: z.iso.datetime(),
});
export type Estimate = z.output<typeof estimate>;

/** The reply to a create and an update: the estimate, and the server's ids of new lines. */
export const savedEstimate = estimate.extend({
  /** The server's id by the sent negative one. */
  itemIds: z.record(z.string(), z.number().int()),
});
export type SavedEstimate = z.output<typeof savedEstimate>;

export type { FieldId, OptionId };
