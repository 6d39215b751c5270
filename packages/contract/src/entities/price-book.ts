import type { AMOUNT_NAMES } from "@ridgebook/estimating";
import { PRICING_MODES, type FieldId, type OptionId } from "@ridgebook/estimating";
import { z } from "zod";
import { dollarAmount } from "#rules/dollar-amount.ts";
import { requiredText, text } from "#rules/text.ts";

/** The limit of amounts and conversions; far above any trade's, far below a number's precision. */
const MAX_MEASURE = 1_000_000_000;
const MAX_OPTION_TEXT = 500;
const MAX_OPTION_DESCRIPTION = 20_000;
/** A data URL is for swatches; photographs are uploaded as files. */
const MAX_IMAGE_URL = 4_000;
export const PRICE_BOOK_VERSION_HEADER = "price-book-version";

// The pattern checks the text at run time; the cast gives it the engine's type for such ids, which a pattern cannot express.
const idText = <Text extends string>(pattern: RegExp, message: string) =>
  z.string(message).regex(pattern, message) as unknown as z.ZodType<Text, Text>;

/** "1.58": workflow and field. */
export const fieldId = idText<FieldId>(/^\d{1,2}\.\d{1,5}$/, "This must be the id of a field, such as 1.58.");
/** "1.36.1": workflow, field and option. */
export const optionId = idText<OptionId>(
  /^\d{1,2}\.\d{1,5}\.\d{1,6}$/,
  "This must be the id of an option, such as 1.36.1.",
);

const AMOUNT_LABELS = {
  materialCost: "Material cost",
  laborCost: "Labor cost",
  materialPrice: "Material price",
  laborPrice: "Labor price",
} as const satisfies Record<(typeof AMOUNT_NAMES)[number], string>;
export const amountLabel = (name: (typeof AMOUNT_NAMES)[number]): string => AMOUNT_LABELS[name];

/* Of one unit. */
const amounts = {
  materialCost: dollarAmount(AMOUNT_LABELS.materialCost),
  laborCost: dollarAmount(AMOUNT_LABELS.laborCost),
  materialPrice: dollarAmount(AMOUNT_LABELS.materialPrice),
  laborPrice: dollarAmount(AMOUNT_LABELS.laborPrice),
};

const measure = (label: string) =>
  z
    .number(`${label} must be a number.`)
    .min(0, `${label} must be at least 0.`)
    .max(MAX_MEASURE, `${label} must be at most ${String(MAX_MEASURE)}.`);

export const conversions = z.strictObject({
  recommendedConversion1: measure("Conversion 1"),
  recommendedConversion2: measure("Conversion 2"),
  recommendedConversion3: measure("Conversion 3"),
});

/** A picture: a small data URL, or a file of the company. */
const imageUrl = z
  .string("Picture must be text.")
  .max(MAX_IMAGE_URL, "The picture is too large; upload it as a file.")
  .regex(/^(?:data:image\/|\/api\/files\/download\/)\S+$/i, "Picture must be an uploaded file or a small image.");

// Characters that neither spreadsheets nor papers can show.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Surrogate}\uFFFE\uFFFF]/u;
const CONTROL_CHARACTERS_BUT_LINES = /(?!\n)[\p{Cc}\p{Surrogate}\uFFFE\uFFFF]/u;

const line = (label: string) =>
  requiredText({ field: label, max: MAX_OPTION_TEXT }).refine(
    (value) => !CONTROL_CHARACTERS.test(value),
    `${label} contains a character that cannot be shown.`,
  );
const description = text({ field: "Description", max: MAX_OPTION_DESCRIPTION })
  .overwrite((value) => value.replace(/\r\n?/g, "\n"))
  .refine(
    (value) => !CONTROL_CHARACTERS_BUT_LINES.test(value),
    "Description contains a character that cannot be shown.",
  );

const priceBookOption = z.strictObject({
  id: optionId,
  value: line("Option"),
  imageUrl: imageUrl.exactOptional(),
  description: description.exactOptional(),
  conversions: conversions.exactOptional(),
  /** No longer offered for new entries; existing estimates keep it. */
  retired: z.literal(true).exactOptional(),
});

/** Lower bounds inclusive, upper bounds exclusive (1.§9), inches. */
const priceTier = z.union([
  z.strictObject({ min: measure("From"), max: measure("To"), ...amounts }),
  z.strictObject({
    minWidth: measure("Width from"),
    maxWidth: measure("Width to"),
    minHeight: measure("Height from"),
    maxHeight: measure("Height to"),
    ...amounts,
  }),
]);

const pricingMode = z.literal(Object.values(PRICING_MODES), "Pricing must be one of 0 to 3.");

/** What a line costs under certain choices. */
export const priceBookVariant = z.strictObject({
  id: z.number().int().min(1),
  active: z.boolean("Active must be true or false."),
  optionId: optionId.nullable(),
  parentOptionIds: z.array(optionId).max(20).readonly(),
  pricingMode,
  ...amounts,
  conversions: conversions.exactOptional(),
  tiers: z.array(priceTier).max(500).readonly().exactOptional(),
});

const note = text({ field: "Note", max: 500 });

const MAX_WASTE_PERCENT = 100;
/** Percent added to the need of a linear good or of insulation. */
export const wastePercent = z
  .number("Waste must be a number.")
  .min(0, "Waste must be at least 0 %.")
  .max(MAX_WASTE_PERCENT, `Waste must be at most ${String(MAX_WASTE_PERCENT)} %.`);

/** "When option `optionId` of `fieldId` is chosen, the material is chosen in `materialFieldId`" (3.§3). */
const materialTypeLink = z.strictObject({ fieldId, optionId, materialFieldId: fieldId });

/**
 * A field's options and costs in the company (3.§3 "Estimate field definition", ITEM-13 to ITEM-16). The field itself is in the engine's
 * catalogue.
 */
export const estimateField = z.strictObject({
  id: fieldId,
  /** An option's id, a text, "true" or "false", or "max". */
  defaultValue: line("Default").nullable(),
  min: measure("Minimum").nullable(),
  max: measure("Maximum").nullable(),
  step: measure("Step").nullable(),
  ...amounts,
  ...conversions.shape,
  /** Omitted if 0 or off, as in old versions. */
  wastePercent: wastePercent.exactOptional(),
  includesValleys: z.literal(true).exactOptional(),
  options: z.array(priceBookOption).readonly(),
  variants: z.array(priceBookVariant).readonly(),
  validOptions: z.record(optionId, z.array(optionId).readonly()).readonly(),
  materialTypes: z.array(materialTypeLink).readonly(),
  showProductTypes: z.boolean(),
  secondaryWorkflowId: z.number().int().nullable(),
});
export type EstimateField = z.infer<typeof estimateField>;

/** The difference between two versions; a device with version `since` then has `version`. */
export const priceBookDifference = z.object({
  version: z.number().int(),
  since: z.number().int(),
  changed: z.array(estimateField),
  removed: z.array(fieldId),
});
export type PriceBookDifference = z.infer<typeof priceBookDifference>;

/** A version of the price book that someone read or started from. */
export const priceBookVersionNumber = z
  .number("The version must be a number.")
  .int("The version must be a whole number.")
  .min(1, "The version must be at least 1.")
  .max(2_147_483_647, "The version is too large.");
const versionInText = (name: string, min: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${name} must be a whole number.`)
    .transform(Number)
    .pipe(z.number().min(min, `${name} must be at least ${String(min)}.`));
/** 0 means that the device has none. */
export const sinceVersionInText = versionInText("since", 0);
export const priceBookVersionInText = versionInText("version", 1);

const variantsOfOne = (message: string) =>
  z
    .array(priceBookVariant.omit({ optionId: true }).extend({ id: priceBookVariant.shape.id.optional() }))
    .max(500, message);

/** A change of a field except its options: omitted members stay. It becomes its own version. */
export const priceBookFieldChange = z.strictObject({
  /** The version that the person saw. */
  startedFrom: priceBookVersionNumber,
  ...estimateField
    .pick({ defaultValue: true, min: true, max: true, step: true })
    .extend(amounts)
    .extend(conversions.shape)
    .partial().shape,
  /** 0 adds nothing. */
  wastePercent: wastePercent.optional(),
  /** Of ice barrier: the valleys get a row too. */
  includesValleys: z.boolean("Also for valleys must be true or false.").optional(),
  /** All variants for every option, in order; one without an id is new, a missing one is removed. */
  variants: variantsOfOne("A field has at most 500 variants for every option.").optional(),
  note: note.optional(),
});
export type PriceBookFieldChange = z.infer<typeof priceBookFieldChange>;

/** A change of one option: omitted members stay. It becomes its own version. */
export const priceBookOptionChange = z.strictObject({
  /** The version that the person saw; default: the newest. */
  startedFrom: priceBookVersionNumber.optional(),
  value: line("Option").optional(),
  /** Null removes the picture. */
  imageUrl: imageUrl.nullable().optional(),
  description: description.nullable().optional(),
  /** Null: the field's. */
  conversions: conversions.nullable().optional(),
  /** True: no longer offered for new entries; false: offered again. */
  retired: z.boolean("Retired must be true or false.").optional(),
  /** All variants of this option, in order; one without an id is new, a missing one is removed. */
  variants: variantsOfOne("An option has at most 500 variants.").optional(),
  note: note.optional(),
});
export type PriceBookOptionChange = z.infer<typeof priceBookOptionChange>;

/** Options per field; far more than anyone chooses from. */
const MAX_OPTIONS = 2_000;

/** A new option at the end of its field's. It becomes its own version. */
export const priceBookOptionInput = z.strictObject({
  /** The version that the person saw. */
  startedFrom: priceBookVersionNumber,
  fieldId,
  value: line("Option"),
  /** An option of the same field whose prices, conversions and availability are copied; null for none. */
  like: optionId.nullable(),
  note: note.optional(),
});

/** All options of a field in a new order, including retired ones. */
export const priceBookOptionOrder = z.strictObject({
  /** The version that the person saw. */
  startedFrom: priceBookVersionNumber,
  fieldId,
  order: z.array(optionId).max(MAX_OPTIONS, `A field has at most ${String(MAX_OPTIONS)} options.`),
  note: note.optional(),
});

/** Confirms an import or a restore. */
export const priceBookConfirmation = z.strictObject({
  /** The version that the person saw. */
  startedFrom: priceBookVersionNumber,
  note: note.optional(),
});

const PRICE_BOOK_CHANGE_KINDS = ["added", "changed", "removed"] as const;

/** One difference between two versions, in words. */
const priceBookChange = z.object({
  kind: z.enum(PRICE_BOOK_CHANGE_KINDS),
  fieldId,
  /** "Gutters: Gutter, Type". */
  field: z.string(),
  subject: z.enum(["field", "option", "variant", "validOptions", "materialTypes"]),
  optionId: optionId.nullable(),
  /** The option's text, or a variant's choices. */
  name: z.string(),
  /** "Material price"; empty if it was added or removed as a whole. */
  part: z.string(),
  before: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  after: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  /** The increase in percent of a price or cost that was not 0; negative for a decrease. */
  percent: z.number().nullable(),
});
export type PriceBookChange = z.infer<typeof priceBookChange>;

const counts = z.object({ added: z.number().int(), changed: z.number().int(), removed: z.number().int() });

/** Counts of differences between two versions. */
const priceBookSummary = z.object({
  fields: counts,
  options: counts,
  variants: counts,
  /** The four amounts of fields, variants and tiers. Percents of those that were not 0 before; null when none exists. */
  prices: z.object({
    changed: z.number().int(),
    averagePercent: z.number().nullable(),
    lowestPercent: z.number().nullable(),
    highestPercent: z.number().nullable(),
  }),
});
export type PriceBookSummary = z.infer<typeof priceBookSummary>;

export const PRICE_BOOK_SOURCES = ["starter", "option", "import", "restore"] as const;

export const priceBookVersion = z.object({
  version: z.number().int(),
  /** Full name of the publisher; empty for the starter. */
  author: z.string(),
  publishedTime: z.iso.datetime(),
  source: z.enum(PRICE_BOOK_SOURCES),
  restoredVersion: z.number().int().nullable(),
  note: z.string(),
  summary: priceBookSummary,
});
export type PriceBookVersion = z.infer<typeof priceBookVersion>;

/** A version with its differences from the previous one, up to MAX_LISTED_CHANGES. */
export const priceBookVersionDetails = priceBookVersion.extend({
  changes: z.array(priceBookChange),
  changeCount: z.number().int(),
});

/** The limit of listed differences and problems; their number is sent too. */
export const MAX_LISTED_CHANGES = 500;
export const MAX_LISTED_PROBLEMS = 200;

const spreadsheetProblem = z.object({
  sheet: z.string(),
  /** "F12"; empty for the sheet as a whole. */
  cell: z.string(),
  message: z.string(),
});
export type SpreadsheetProblem = z.infer<typeof spreadsheetProblem>;

/**
 * - `reading`: the file is being read; `progress` says how far.
 * - `ready`: it may be published.
 * - `refused`: it has problems and is rejected as a whole.
 * - `published`: it is version `publishedVersion`.
 */
export const PRICE_BOOK_IMPORT_STATES = ["reading", "ready", "refused", "published"] as const;

/** An uploaded spreadsheet, with what publishing it would change. */
export const priceBookImport = z.object({
  id: z.uuid(),
  fileName: z.string(),
  state: z.enum(PRICE_BOOK_IMPORT_STATES),
  /** Percent, 0 to 100. */
  progress: z.number().int(),
  createdTime: z.iso.datetime(),
  /** The base version of the changes, to be named when publishing. */
  startedFrom: z.number().int(),
  /** The version that the workbook was exported from; later changes by others are kept. */
  exportedFrom: z.number().int(),
  publishedVersion: z.number().int().nullable(),
  summary: priceBookSummary,
  changes: z.array(priceBookChange),
  changeCount: z.number().int(),
  /** Fields that someone else also changed since the export; publishing replaces their values by the workbook's. */
  overwritten: z.array(z.object({ fieldId, field: z.string() })),
  problems: z.array(spreadsheetProblem),
  problemCount: z.number().int(),
  /** Cells whose calculated value was used. */
  formulas: z.array(spreadsheetProblem),
  /** Questions answered by publishing: names that differ only in case. They prevent publishing without a review. */
  questions: z.array(spreadsheetProblem),
  /** Allowed, but probably unintended. Missing from older servers. */
  warnings: z.array(z.string()).default([]),
});
export type PriceBookImport = z.infer<typeof priceBookImport>;
