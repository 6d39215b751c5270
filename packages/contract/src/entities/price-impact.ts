import { z } from "zod";
import { estimateId, leadId } from "#ids.ts";
import {
  fieldId,
  optionId,
  priceBookFieldChange,
  priceBookOptionChange,
  priceBookVersionNumber,
} from "./price-book.ts";

/** Open estimates priced per call, to bound its duration; the caller requests the next batch. */
export const PRICED_AT_ONCE = 100;

const intendedPriceChange = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("import"), importId: z.uuid("The import's id must be a UUID.") }),
    z.strictObject({ kind: z.literal("restore"), version: priceBookVersionNumber }),
    z.strictObject({ kind: z.literal("option"), id: optionId, option: priceBookOptionChange }),
    z.strictObject({ kind: z.literal("field"), id: fieldId, field: priceBookFieldChange }),
  ],
  "Name an import, a version, an option or a field.",
);
export type IntendedPriceChange = z.input<typeof intendedPriceChange>;

export const priceImpactQuestion = z.strictObject({
  change: intendedPriceChange,
  /** The last estimate of the previous batch; 0 starts. */
  after: z.number("after must be a number.").int("after must be a whole number.").min(0).default(0),
});

export type PriceImpactQuestion = z.input<typeof priceImpactQuestion>;

/** The effect of "Update prices" on one open estimate, after publishing. Dollars. */
const estimateImpact = z.object({
  id: estimateId,
  leadId,
  name: z.string(),
  /** The lead's name. */
  customer: z.string(),
  priceBookVersion: z.number().int(),
  oldTotal: z.number(),
  newTotal: z.number(),
  /** The company's margin, after a lender's fee. */
  oldMargin: z.number(),
  newMargin: z.number(),
  /** Lines and compared packages without a new price. */
  lostCount: z.number().int(),
});
export type EstimateImpact = z.infer<typeof estimateImpact>;

/** One of the engine's sample houses, with the company's current and new prices. Dollars. */
const sampleHouseImpact = z.object({
  name: z.string(),
  /** "Roofing" */
  workflow: z.string(),
  oldTotal: z.number(),
  newTotal: z.number(),
  /** Lines of the house without a current, or new, price: they are not in the total. */
  oldLostCount: z.number().int(),
  newLostCount: z.number().int(),
});
export type SampleHouseImpact = z.infer<typeof sampleHouseImpact>;

/** The effect of a price change on PRICED_AT_ONCE open estimates, in id order. Nothing is changed. */
export const priceImpact = z.object({
  /** The newest version, the base of the change. */
  startedFrom: z.number().int(),
  openCount: z.number().int(),
  estimates: z.array(estimateImpact),
  /** With the first batch only. */
  sampleHouses: z.array(sampleHouseImpact).optional(),
  /** The next batch's `after`; null at the end. */
  next: z.number().int().nullable(),
});
export type PriceImpact = z.infer<typeof priceImpact>;
