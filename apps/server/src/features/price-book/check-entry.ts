import {
  fieldByKey,
  fieldOfOption,
  findField,
  PRICING_MODES,
  takesSetting,
  type FieldDefinition,
  type PriceBookEntry,
  type PriceBookVariant,
  type PriceTier,
} from "@ridgebook/estimating";
import { tierTitle } from "./describe-changes.ts";

/* Rules for an entry beyond its shape: references exist, and numbers are consistent. Shared by the app's form and the spreadsheet. */

/** The wrong part of an entry: a list item by index and a member by name. */
export interface EntryProblem {
  readonly subject: "field" | "options" | "variants" | "tiers" | "validOptions" | "materialTypes";
  /** Index in the entry's list; for tiers, the variant's. */
  readonly index: number;
  readonly tierIndex?: number;
  /** Of validOptions: the parent option. */
  readonly parentId?: string;
  readonly member: string;
  readonly message: string;
}

/** Whether a choice in `parent` is in the scope of a line of `field`. */
const isAround = (field: FieldDefinition, parent: FieldDefinition): boolean =>
  parent.id !== field.id &&
  (parent.workflowId === field.workflowId || fieldByKey(field.workflowId, parent.key) !== undefined);

function defaultProblem(entry: PriceBookEntry, field: FieldDefinition): string | undefined {
  const { defaultValue, options } = entry;
  if (defaultValue === null) return undefined;
  switch (field.dataType) {
    case "boolean":
      return ["true", "false"].includes(defaultValue) ? undefined : 'The default of a checkbox is "true" or "false".';
    case "number":
      return defaultValue === "max" ? undefined : 'The default of a number is empty or "max".';
    case "dropdown":
      return options.length === 0 || options.some(({ id }) => id === defaultValue)
        ? undefined
        : `The default ${defaultValue} is not an option of the field.`;
    case "string":
      return undefined;
  }
}

function* fieldProblems(entry: PriceBookEntry, field: FieldDefinition): Generator<EntryProblem> {
  const { min, max, step, secondaryWorkflowId } = entry;
  const about = (member: string, message: string): EntryProblem => ({ subject: "field", index: 0, member, message });
  if (min !== null && max !== null && min > max) yield about("max", "The maximum is less than the minimum.");
  if (step === 0) yield about("step", "The step must be more than 0.");
  const problem = defaultProblem(entry, field);
  if (problem !== undefined) yield about("defaultValue", problem);
  if (entry.wastePercent !== undefined && !takesSetting(field, "wastePercent"))
    yield about("wastePercent", "No quantity of this field is counted with waste; leave it empty.");
  if (entry.includesValleys && !takesSetting(field, "includesValleys"))
    yield about("includesValleys", "This field is not counted for valleys; leave it empty.");
  if (secondaryWorkflowId === field.workflowId) yield about("secondaryWorkflow", "This is the field's own workflow.");
  else if (secondaryWorkflowId !== null && !fieldByKey(secondaryWorkflowId, field.key))
    yield about("secondaryWorkflow", "That workflow has no such field.");
}

function* optionProblems({ id, options }: PriceBookEntry): Generator<EntryProblem> {
  const seen = new Set<string>();
  for (const [index, option] of options.entries()) {
    const about = (message: string): EntryProblem => ({ subject: "options", index, member: "optionId", message });
    if (!option.id.startsWith(`${id}.`)) yield about(`The option's id must begin with ${id}.`);
    if (seen.has(option.id)) yield about(`The option ${option.id} is there twice.`);
    seen.add(option.id);
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}
type Area = readonly Range[];

/** A tier's size: one range of united inches, or ranges of width and height. */
const areaOf = (tier: PriceTier): Area =>
  "min" in tier
    ? [{ from: tier.min, to: tier.max }]
    : [
        { from: tier.minWidth, to: tier.maxWidth },
        { from: tier.minHeight, to: tier.maxHeight },
      ];
const overlaps = (one: Area, other: Area): boolean =>
  one.every(({ from, to }, axis) => {
    const range = other[axis];
    return range !== undefined && from < range.to && range.from < to;
  });

/** A gap between united-inch tiers; sizes outside the ends are left out on purpose. */
function findGap(tiers: readonly PriceTier[]): { index: number; from: number; to: number } | undefined {
  const ordered = tiers
    .map((tier, index) => ({ index, range: areaOf(tier)[0] }))
    .sort((left, right) => (left.range?.from ?? 0) - (right.range?.from ?? 0));
  for (const [place, { index, range }] of ordered.entries()) {
    const former = ordered[place - 1]?.range;
    if (range && former && former.to < range.from) return { index, from: former.to, to: range.from };
  }
  return undefined;
}

function* tierProblems(variant: PriceBookVariant, index: number): Generator<EntryProblem> {
  const { tiers = [], pricingMode } = variant;
  const about = (tierIndex: number, message: string): EntryProblem => ({
    subject: "tiers",
    index,
    tierIndex,
    member: "variant",
    message,
  });
  const isTiered = pricingMode === PRICING_MODES.uiTiers || pricingMode === PRICING_MODES.widthHeightTiers;
  if (isTiered !== tiers.length > 0) {
    const message = isTiered
      ? "Prices by size need tiers; there is none."
      : "Tiers count only where the pricing is by size.";
    yield { subject: "variants", index, member: "pricing", message };
    return;
  }
  const axes = pricingMode === PRICING_MODES.uiTiers ? 1 : 2;
  let isSound = true;
  for (const [tierIndex, tier] of tiers.entries()) {
    const area = areaOf(tier);
    const isEmpty = area.some(({ from, to }) => from >= to);
    if (area.length !== axes)
      yield about(tierIndex, "This is not the kind of size that the variant's pricing asks for.");
    else if (isEmpty) yield about(tierIndex, "A tier must end above where it begins.");
    else {
      const former = tiers.slice(0, tierIndex).find((other) => overlaps(areaOf(other), area));
      if (former) yield about(tierIndex, `This tier overlaps the one of ${tierTitle(former)}.`);
      else continue;
    }
    isSound = false;
  }
  const gap = isSound && axes === 1 ? findGap(tiers) : undefined;
  if (gap) yield about(gap.index, `There is no tier for ${gap.from} to ${gap.to}.`);
}

function* variantProblems(
  { variants, options }: PriceBookEntry,
  { field, hasOption }: { field: FieldDefinition; hasOption: (id: string) => boolean },
): Generator<EntryProblem> {
  const own = new Set<string>(options.map(({ id }) => id));
  const seen = new Set<number>();
  for (const [index, variant] of variants.entries()) {
    const about = (member: string, message: string): EntryProblem => ({ subject: "variants", index, member, message });
    if (seen.has(variant.id)) yield about("variant", `The variant ${variant.id} is there twice.`);
    seen.add(variant.id);
    if (variant.optionId !== null && !own.has(variant.optionId))
      yield about("optionId", `${variant.optionId} is not an option of the field.`);
    for (const parentId of variant.parentOptionIds) {
      const parent = fieldOfOption(parentId);
      if (!parent || !hasOption(parentId)) yield about("parentIds", `The option ${parentId} is not known.`);
      else if (!isAround(field, parent))
        yield about("parentIds", `${parentId} is an option of ${parent.label}, which is not chosen around this field.`);
    }
    yield* tierProblems(variant, index);
  }
}

function* linkProblems(
  entry: PriceBookEntry,
  { field, hasOption }: { field: FieldDefinition; hasOption: (id: string) => boolean },
): Generator<EntryProblem> {
  const own = new Set<string>(entry.options.map(({ id }) => id));
  for (const [parentId, optionIds] of Object.entries(entry.validOptions)) {
    const parent = fieldOfOption(parentId);
    const about = (index: number, member: string, message: string): EntryProblem => ({
      subject: "validOptions",
      index,
      parentId,
      member,
      message,
    });
    if (!parent || !hasOption(parentId)) yield about(0, "parentId", `The option ${parentId} is not known.`);
    else if (!isAround(field, parent))
      yield about(0, "parentId", `${parentId} is an option of ${parent.label}, which is not chosen around this field.`);
    for (const [index, id] of optionIds.entries())
      if (!own.has(id)) yield about(index, "optionId", `${id} is not an option of the field.`);
      else if (optionIds.indexOf(id) !== index) yield about(index, "optionId", `${id} is offered twice.`);
  }
  for (const [index, { optionId, materialFieldId }] of entry.materialTypes.entries()) {
    const about = (member: string, message: string): EntryProblem => ({
      subject: "materialTypes",
      index,
      member,
      message,
    });
    if (!own.has(optionId)) yield about("optionId", `${optionId} is not an option of the field.`);
    if (findField(materialFieldId)?.workflowId !== field.workflowId)
      yield about("materialFieldId", `${materialFieldId} is not a field of this workflow.`);
  }
}

/** All problems of an entry; `hasOption` tells whether the price book has an option anywhere. */
export function findEntryProblems(
  entry: PriceBookEntry,
  { hasOption }: { hasOption: (id: string) => boolean },
): EntryProblem[] {
  const field = findField(entry.id);
  if (!field) return [];
  return [
    ...fieldProblems(entry, field),
    ...optionProblems(entry),
    ...variantProblems(entry, { field, hasOption }),
    ...linkProblems(entry, { field, hasOption }),
  ];
}
