import type { FieldDefinition, FieldKeyOf, OptionId, WorkflowFields } from "#catalogue/define-fields.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { UnitAmounts } from "#form/form-values.ts";
import { emptyEntry } from "#price-book/index-price-book.ts";
import {
  PRICING_MODES,
  type Conversions,
  type PriceBookEntry,
  type PriceBookOption,
  type PriceBookVariant,
  type PriceTier,
} from "#price-book/price-book.ts";
import { roundMoney } from "#rounding.ts";
import type { Unit } from "#units.ts";
import type { WorkflowId } from "#workflows.ts";

/*
 * Defines the starter price book with names instead of ids, and costs instead of prices. Option numbers follow the lists, so only append to
 * them.
 */

/** Cost per unit in dollars; 0 if omitted. */
interface StarterCost {
  readonly material?: number;
  readonly labor?: number;
}

/** Conversions 1 to 3; 0 if omitted. */
export type StarterConversions = readonly [number, number?, number?];

/** A range of united inches, or of width and height, in inches; lower bounds inclusive, upper bounds exclusive. */
export type StarterTier = StarterCost &
  (
    | { readonly ui: readonly [min: number, max: number] }
    | { readonly width: readonly [min: number, max: number]; readonly height: readonly [min: number, max: number] }
  );

/** A cost that depends on choices around the line: option names by key. */
export interface StarterVariant<Key extends string = string> extends StarterCost {
  /** An option of the field itself; if omitted, the variant fits every option. */
  readonly option?: string;
  readonly when?: { readonly [Parent in Key]?: string };
  readonly conversions?: StarterConversions;
  /** The cost is per united inch. */
  readonly perUnitedInch?: true;
  readonly tiers?: readonly StarterTier[];
}

export interface StarterOption extends StarterCost {
  readonly name: string;
  readonly conversions?: StarterConversions;
  /** A hexadecimal color, shown as a swatch. */
  readonly swatch?: `#${string}`;
  /** Rich text, for packages. */
  readonly description?: string;
}

export interface StarterField<Key extends string = string> {
  /** Minimum, maximum and step of the quantity, if they differ from the unit's usual range. */
  readonly range?: readonly [min: number, max: number, step: number];
  /** An option's name, a text, "true", or "max". */
  readonly defaultValue?: string;
  readonly cost?: StarterCost;
  readonly conversions?: StarterConversions;
  readonly options?: readonly (StarterOption | string)[];
  /** Tried in order, before the options' costs. */
  readonly variants?: readonly StarterVariant<Key>[];
  /** The options offered under each choice: by the other field's key and option name. */
  readonly offeredFor?: { readonly [Parent in Key]?: { readonly [parentOption: string]: readonly string[] } };
  /** The package field for an option of this field. */
  readonly materialIn?: { readonly [option: string]: Key };
  readonly showProductTypes?: true;
  /** Takes options, prices and conversions from the same field of another workflow. */
  readonly sameAsIn?: WorkflowId;
}

/** The usual range of each unit (checklist OP-15). */
const USUAL_RANGES: Record<Unit, readonly [min: number, max: number, step: number]> = {
  SQ: [0, 1_000, 0.333],
  "SQ FT": [0, 100_000, 1],
  FT: [0, 100_000, 1],
  PC: [0, 9_999, 1],
  RL: [0, 9_999, 1],
  BND: [0, 9_999, 1],
  SH: [0, 9_999, 1],
  TB: [0, 9_999, 1],
  ROW: [0, 9_999, 1],
  TON: [0, 1_000, 0.001],
  IN: [0, 300, 0.25],
  EA: [0, 9_999, 1],
  Sets: [0, 9_999, 1],
  "%": [0, 100, 1],
};

/** A margin of 40 percent of the price; contractors set their own (estimating facts, section 10). */
const COST_SHARE_OF_PRICE = 0.6;

const priceOf = (cost: number): number => roundMoney(cost / COST_SHARE_OF_PRICE);

const amountsOf = ({ material = 0, labor = 0 }: StarterCost): UnitAmounts => ({
  materialCost: material,
  laborCost: labor,
  materialPrice: priceOf(material),
  laborPrice: priceOf(labor),
});

const conversionsOf = ([first, second = 0, third = 0]: StarterConversions): Conversions => ({
  recommendedConversion1: first,
  recommendedConversion2: second,
  recommendedConversion3: third,
});

const tierOf = (tier: StarterTier): PriceTier =>
  "ui" in tier
    ? { min: tier.ui[0], max: tier.ui[1], ...amountsOf(tier) }
    : {
        minWidth: tier.width[0],
        maxWidth: tier.width[1],
        minHeight: tier.height[0],
        maxHeight: tier.height[1],
        ...amountsOf(tier),
      };

const SWATCH_SIZE = 64;
/** A swatch as a data URL, which works offline. */
const swatchUrl = (color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SWATCH_SIZE}" height="${SWATCH_SIZE}"><rect width="100%" height="100%" fill="${color}"/></svg>`,
  )}`;

const asOption = (option: StarterOption | string): StarterOption =>
  typeof option === "string" ? { name: option } : option;

/** An option's id by its position in the field's list. Throws for an unknown name. */
function optionIdOf(field: FieldDefinition, options: StarterField["options"], name: string): OptionId {
  const index = (options ?? []).findIndex((option) => asOption(option).name === name);
  if (index < 0) throw new RangeError(`Field ${field.id} (${field.key}) offers no option "${name}".`);
  return `${field.id}.${index + 1}`;
}

/** Numbers that cannot be entered have no bounds. */
const rangeOf = (field: FieldDefinition, range: StarterField["range"]) => {
  if (!field.allowQuantityChange) return null;
  return range ?? USUAL_RANGES[field.unit];
};

/** Defines one workflow's entries, in catalogue order. An unknown key does not compile; an unknown option name throws a RangeError. */
export function defineStarter<Fields extends WorkflowFields>(
  fields: Fields,
  starter: { readonly [Key in FieldKeyOf<Fields>]?: StarterField<FieldKeyOf<Fields>> },
): readonly PriceBookEntry[] {
  const byKey = starter as { readonly [key: string]: StarterField | undefined };
  const lentOptions = (key: string) => byKey[key]?.options;
  const idAt = (key: string, name: string): OptionId => {
    const field = fieldByKey(fields.workflowId, key);
    if (!field) throw new RangeError(`Workflow ${fields.workflowId} has no field "${key}".`);
    return optionIdOf(field, lentOptions(key), name);
  };

  const entryOf = (field: FieldDefinition): PriceBookEntry => {
    const given = byKey[field.key] ?? {};
    const options = (given.options ?? []).map(asOption);
    const range = rangeOf(field, given.range);
    const ownId = (name: string) => optionIdOf(field, options, name);

    const ofOption = (option: StarterOption, index: number): PriceBookOption => ({
      id: `${field.id}.${index + 1}`,
      value: option.name,
      ...(option.swatch && { imageUrl: swatchUrl(option.swatch) }),
      ...(option.description && { description: option.description }),
      ...(option.conversions && { conversions: conversionsOf(option.conversions) }),
    });

    const stated: readonly StarterVariant[] = given.variants ?? [];
    const hasOptionCosts = options.some(({ material, labor }) => material !== undefined || labor !== undefined);
    const simple: readonly StarterVariant[] = hasOptionCosts
      ? options
          .filter(({ name }) => !stated.some(({ option, when }) => option === name && !when))
          .map(({ name, material = 0, labor = 0 }) => ({ option: name, material, labor }))
      : [];
    const ofVariant = (variant: StarterVariant, index: number): PriceBookVariant => ({
      id: index + 1,
      active: true,
      optionId: variant.option === undefined ? null : ownId(variant.option),
      parentOptionIds: Object.entries(variant.when ?? {}).flatMap(([key, name]) => (name ? [idAt(key, name)] : [])),
      pricingMode: variant.perUnitedInch
        ? PRICING_MODES.uiMultipler
        : variant.tiers?.[0]
          ? "ui" in variant.tiers[0]
            ? PRICING_MODES.uiTiers
            : PRICING_MODES.widthHeightTiers
          : PRICING_MODES.standard,
      ...amountsOf(variant),
      ...(variant.conversions && { conversions: conversionsOf(variant.conversions) }),
      ...(variant.tiers && { tiers: variant.tiers.map(tierOf) }),
    });

    const validOptions = Object.fromEntries(
      Object.entries(given.offeredFor ?? {}).flatMap(([key, byOption]) =>
        Object.entries(byOption ?? {}).map(([name, offered]) => [idAt(key, name), offered.map(ownId)] as const),
      ),
    );
    const isOwnOption = options.some(({ name }) => name === given.defaultValue);

    return {
      ...emptyEntry(field.id),
      ...(range && { min: range[0], max: range[1], step: range[2] }),
      ...amountsOf(given.cost ?? {}),
      ...conversionsOf(given.conversions ?? [0]),
      defaultValue:
        given.defaultValue === undefined ? null : isOwnOption ? ownId(given.defaultValue) : given.defaultValue,
      options: options.map(ofOption),
      variants: [...stated, ...simple].map(ofVariant),
      validOptions,
      materialTypes: Object.entries(given.materialIn ?? {}).flatMap(([name, key]) => {
        const materialField = fieldByKey(fields.workflowId, key);
        return materialField ? [{ fieldId: field.id, optionId: ownId(name), materialFieldId: materialField.id }] : [];
      }),
      showProductTypes: given.showProductTypes ?? false,
      secondaryWorkflowId: given.sameAsIn ?? null,
    };
  };
  return fields.definitions.map(entryOf);
}
