import { evaluate, evaluateInputs, type FormulaScope } from "#expressions/evaluate.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { AMOUNT_NAMES, NO_AMOUNTS, linesOf, type FormLine, type UnitAmounts } from "#form/form-values.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import type { LineScope } from "#form/line-scope.ts";
import type { IndexedEntry, IndexedPriceBook } from "#price-book/index-price-book.ts";
import { PRICING_MODES, type PriceTier } from "#price-book/price-book.ts";
import type { OwnAmounts, PricingWarning, WindowSize } from "#price-book/price-source.ts";
import { selectIndexedVariant } from "#price-book/choices.ts";
import { withoutNoise } from "#rounding.ts";
import { addOnPrice, forEachAmount, unitedInchesAmount } from "./formulas.ts";

const NOTHING: OwnAmounts = { amounts: NO_AMOUNTS, source: { kind: "none" } };

/** United inches without floating-point errors: 0.7 and 19.4 in are 20.1, a tier's lower bound. */
const unitedInchesOf = ({ width, height }: WindowSize): number => withoutNoise(width + height);

const holds = ([min, max]: readonly [number, number], value: number): boolean => min <= value && value < max;

/** The tier of a size: lower bounds inclusive, upper bounds exclusive (1.§9). */
export const tierFor = (tiers: readonly PriceTier[], size: WindowSize): PriceTier | undefined =>
  tiers.find((tier) =>
    "min" in tier
      ? holds([tier.min, tier.max], unitedInchesOf(size))
      : holds([tier.minWidth, tier.maxWidth], size.width) && holds([tier.minHeight, tier.maxHeight], size.height),
  );

const NO_SIZE: WindowSize = { width: 0, height: 0 };

/** Without both there are no united inches and no tier: 0 is an empty field, not a lower bound. */
const isMeasured = ({ width, height }: WindowSize): boolean => width > 0 && height > 0;

/** The size of the top-level line around a scope; 0 for empty fields. */
export function windowSizeAt(scope: LineScope): WindowSize {
  let top = scope;
  while (top.outer?.line) top = top.outer;
  if (!top.line) return NO_SIZE;
  return {
    width: linesOf(top.lines, "width")[0]?.quantity ?? 0,
    height: linesOf(top.lines, "height")[0]?.quantity ?? 0,
  };
}

function addOnAmounts(formula: FormulaScope, entered: UnitAmounts): OwnAmounts {
  const { materialCost, laborCost } = entered;
  return {
    amounts: {
      materialCost,
      laborCost,
      materialPrice: evaluate(addOnPrice.materialPrice, formula, { cost: materialCost }),
      laborPrice: evaluate(addOnPrice.laborPrice, formula, { cost: laborCost }),
    },
    source: { kind: "addOn", entered },
  };
}

const WHAT_IS_MISSING: Record<PricingWarning["reason"], string> = {
  noVariant: "no price for what is chosen",
  noTier: "no price tier for this size",
  noSize: "no price until width and height are entered",
};

function warn(
  indexed: IndexedEntry,
  optionId: string | null,
  reason: PricingWarning["reason"],
  size?: WindowSize,
): OwnAmounts {
  const { definition, optionById } = indexed;
  const option = optionId === null ? "" : `, ${optionById.get(optionId)?.value ?? optionId}`;
  const measure = reason === "noTier" && size ? `, ${size.width} x ${size.height} in (UI ${unitedInchesOf(size)})` : "";
  return {
    ...NOTHING,
    warning: {
      reason,
      fieldId: definition.id,
      optionId,
      ...(size && { size }),
      text: `${definition.label}${option}${measure}: ${WHAT_IS_MISSING[reason]}.`,
    },
  };
}

/** Whether the line needs a price: an option is chosen, a box ticked, a quantity entered. */
const isAsked = (field: FieldDefinition, line: FormLine | null): boolean =>
  line !== null && (field.dataType === "dropdown" || lineQuantity(field, line) !== 0);

/**
 * The four unit amounts of a line without its children's (estimating.md §2). Without a matching variant the amounts are 0, with a warning
 * that names field, option and size.
 *
 * @param scope the line's own scope; the enclosing one is enough if neither choices around it nor children matter
 */
export function ownAmounts(
  { workflowId, book }: { readonly workflowId: number; readonly book: IndexedPriceBook },
  indexed: IndexedEntry,
  scope: LineScope,
  line: FormLine | null,
): OwnAmounts {
  const { entry, definition: field } = indexed;
  if (field.allowPriceChange) return addOnAmounts({ workflowId, book, field, scope }, line?.amounts ?? NO_AMOUNTS);
  const optionId = field.dataType === "dropdown" ? (line?.value ?? null) : null;
  if (field.dataType === "dropdown" && optionId === null) return NOTHING;
  if (entry.variants.length === 0) return indexed.own;
  const selected = selectIndexedVariant(indexed, optionId, scope);
  if (!selected) return isAsked(field, line) ? warn(indexed, optionId, "noVariant") : NOTHING;
  const { variant } = selected;
  if (variant.pricingMode === PRICING_MODES.standard) return selected.own;
  const size = windowSizeAt(scope);
  if (!isMeasured(size)) return isAsked(field, line) ? warn(indexed, optionId, "noSize", size) : NOTHING;
  if (variant.pricingMode === PRICING_MODES.uiMultipler) {
    const unitedInches = unitedInchesOf(size);
    return {
      amounts: forEachAmount((name) => evaluateInputs(unitedInchesAmount[name], { unit: variant[name], unitedInches })),
      source: { kind: "perUnitedInch", variant, unitedInches },
    };
  }
  const tier = tierFor(variant.tiers ?? [], size);
  if (!tier) return isAsked(field, line) ? warn(indexed, optionId, "noTier", size) : NOTHING;
  return { amounts: tier, source: { kind: "tier", variant, tier, size } };
}

/** Whether any of a field's lines can have a price. */
export const isPriced = (book: IndexedPriceBook, field: FieldDefinition): boolean => {
  const { entry } = book.entryOf(field);
  return (
    field.allowPriceChange ||
    AMOUNT_NAMES.some((name) => entry[name] !== 0) ||
    entry.variants.some((variant) => variant.active)
  );
};
