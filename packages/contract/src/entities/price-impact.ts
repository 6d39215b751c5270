import { z } from "zod";
import { estimateId, leadId } from "#ids.ts";
import {
  fieldId,
  optionId,
  priceBookFieldChange,
  priceBookOptionChange,
  priceBookVersionNumber,
} from "./price-book.ts";

/** Open estimates that one call prices, so that none takes long; the caller asks for the next ones. */
export const PRICED_AT_ONCE = 100;

/** What somebody is about to publish. */
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
  /** The last estimate of the previous answer; 0 begins. */
  after: z.number("after must be a number.").int("after must be a whole number.").min(0).default(0),
});

export type PriceImpactQuestion = z.input<typeof priceImpactQuestion>;

/** What "Update prices" would make of one open estimate, after publishing. Dollars. */
const estimateImpact = z.object({
  id: estimateId,
  leadId,
  name: z.string(),
  /** The lead's name. */
  customer: z.string(),
  priceBookVersion: z.number().int(),
  oldTotal: z.number(),
  newTotal: z.number(),
  /** What the company keeps, after a lender's fee. */
  oldMargin: z.number(),
  newMargin: z.number(),
  /** Lines and compared packages that the new prices do not have. */
  lostCount: z.number().int(),
});
export type EstimateImpact = z.infer<typeof estimateImpact>;

/** One of the engine's sample houses, with the company's prices of now and with the new ones. Dollars. */
const sampleHouseImpact = z.object({
  name: z.string(),
  /** "Roofing" */
  workflow: z.string(),
  oldTotal: z.number(),
  newTotal: z.number(),
  /** Lines of the house that the prices of now, and the new ones, do not have: they are left out of the total. */
  oldLostCount: z.number().int(),
  newLostCount: z.number().int(),
});
export type SampleHouseImpact = z.infer<typeof sampleHouseImpact>;

/** What a change of prices would do to open estimates, PRICED_AT_ONCE of them in the order of their ids. Nothing is changed. */
export const priceImpact = z.object({
  /** The newest version, which the change is counted against. */
  startedFrom: z.number().int(),
  openCount: z.number().int(),
  estimates: z.array(estimateImpact),
  /** With the first answer only. */
  sampleHouses: z.array(sampleHouseImpact).optional(),
  /** To be sent as `after`; null when these were the last. */
  next: z.number().int().nullable(),
});
export type PriceImpact = z.infer<typeof priceImpact>;
