import { FIELDS, childFields, fieldByKey, topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition, OptionId } from "#catalogue/define-fields.ts";
import { NO_AMOUNTS, type FormLine, type FormLines, type UnitAmounts, type WorkflowValues } from "#form/form-values.ts";
import { emptyEntry } from "#price-book/index-price-book.ts";
import {
  PRICING_MODES,
  type Conversions,
  type PriceBook,
  type PriceBookEntry,
  type PriceBookVariant,
  type PricingMode,
  type PriceTier,
} from "#price-book/price-book.ts";
import { createSeededRandom, type SeededRandom } from "@ridgebook/testing/seeded-random";

/*
 * Random estimates and price books, reproducible by seed: any fields of the catalogue, every pricing mode, amounts from 0 to a million.
 * They are valid data, but need not make sense for a roof.
 */

interface RandomWorkflow {
  readonly workflowId: number;
  readonly values: WorkflowValues;
  /** Fractions. */
  readonly discountPercent: number;
  readonly marginPercent: number;
}

export interface RandomEstimate {
  readonly seed: number;
  readonly book: PriceBook;
  readonly workflows: readonly RandomWorkflow[];
  readonly promotion: number;
  readonly feePercent: number;
  readonly fee: number;
}

/** Margin, notes and discount are not lines of a house; they reach the totals as fractions. */
const CLOSING_FIELD = /\.99[789]$/;
/** Every field that can have a line. */
export const LINE_FIELDS = FIELDS.filter(({ id, workflowId }) => workflowId !== 0 && !CLOSING_FIELD.test(id));

const WORKFLOW_IDS = [...new Set(LINE_FIELDS.map(({ workflowId }) => workflowId))];
const MOST_WORKFLOWS = 3;
const STEPS = [1, 0.333, 0.25, 0.5, 0.1, 0.001] as const;
const COLORS = ["White", "WHITE", "white ", "Brown", "Terra Bronze", "brown"];
const MODES: readonly PricingMode[] = Object.values(PRICING_MODES);

class Chance {
  readonly #random: SeededRandom;

  constructor(seed: number) {
    this.#random = createSeededRandom(seed);
  }

  /** True once in this many times. */
  once(inSoMany: number): boolean {
    return this.#random.below(inSoMany) === 0;
  }

  upTo(most: number): number {
    return this.#random.below(most + 1);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#random.below(items.length)];
    if (item === undefined) throw new RangeError("There is nothing to pick from.");
    return item;
  }

  /** Dollars in cents: often 0, usually small, sometimes large. */
  amount(): number {
    const cents = this.once(400) ? 100_000_000 : this.pick([0, 0, 99, 1_000, 10_000, 10_000, 100_000]);
    return this.upTo(cents) / 100;
  }

  amounts(): UnitAmounts {
    return {
      materialCost: this.amount(),
      laborCost: this.amount(),
      materialPrice: this.amount(),
      laborPrice: this.amount(),
    };
  }

  conversions(): Conversions {
    const one = (): number =>
      this.once(4) ? 0 : this.upTo(this.pick([100, 2_000, 100_000])) / this.pick([1, 10, 1_000]);
    return { recommendedConversion1: one(), recommendedConversion2: one(), recommendedConversion3: one() };
  }
}

/** Consecutive size ranges, some with a gap between them. */
function randomBands(chance: Chance, most: number): readonly (readonly [number, number])[] {
  let from = chance.once(3) ? chance.upTo(40) : 0;
  return Array.from({ length: 1 + chance.upTo(3) }, () => {
    const band = [from, from + 1 + chance.upTo(most * 4) / 4] as const;
    from = band[1] + (chance.once(4) ? chance.upTo(10) : 0);
    return band;
  });
}

function randomTiers(chance: Chance, mode: PricingMode): readonly PriceTier[] {
  if (mode === PRICING_MODES.uiTiers)
    return randomBands(chance, 100).map(([min, max]) => ({ min, max, ...chance.amounts() }));
  const heights = randomBands(chance, 50);
  return randomBands(chance, 50).flatMap(([minWidth, maxWidth]) =>
    heights.map(([minHeight, maxHeight]) => ({ minWidth, maxWidth, minHeight, maxHeight, ...chance.amounts() })),
  );
}

function randomVariant(
  chance: Chance,
  { id, own, others }: { id: number; own: readonly OptionId[]; others: readonly OptionId[] },
): PriceBookVariant {
  const pricingMode = chance.once(2) ? PRICING_MODES.standard : chance.pick(MODES);
  const parentOptionIds = others.length > 0 && chance.once(3) ? [chance.pick(others)] : [];
  if (parentOptionIds.length > 0 && chance.once(3)) parentOptionIds.push(chance.pick(others));
  return {
    id,
    active: !chance.once(6),
    optionId: own.length === 0 || chance.once(8) ? null : chance.pick(own),
    parentOptionIds,
    pricingMode,
    ...chance.amounts(),
    ...(chance.once(4) && { conversions: chance.conversions() }),
    ...(pricingMode >= PRICING_MODES.uiTiers && { tiers: randomTiers(chance, pricingMode) }),
  };
}

const optionsOf = (field: FieldDefinition, count: number): readonly OptionId[] =>
  Array.from({ length: count }, (_, index): OptionId => `${field.id}.${index + 1}`);

/** These workflows' fields and all their descendants. */
const withDescendants = (fields: readonly FieldDefinition[]): readonly FieldDefinition[] =>
  fields.flatMap((field) => [field, ...withDescendants(childFields(field))]);

function randomEntry(
  chance: Chance,
  field: FieldDefinition,
  { own, others }: { own: readonly OptionId[]; others: readonly OptionId[] },
): PriceBookEntry {
  const hasVariants = !field.allowPriceChange && (own.length > 0 || chance.once(4));
  return {
    ...emptyEntry(field.id),
    ...(!chance.once(10) && { min: 0, max: 100_000, step: chance.pick(STEPS) }),
    ...chance.amounts(),
    ...chance.conversions(),
    options: own.map((id) => ({
      id,
      value: chance.pick(COLORS),
      ...(chance.once(3) && { conversions: chance.conversions() }),
    })),
    variants: hasVariants
      ? Array.from({ length: chance.upTo(4) }, (_, index) => randomVariant(chance, { id: index + 1, own, others }))
      : [],
  };
}

function randomQuantity(chance: Chance, field: FieldDefinition): number | null {
  if (chance.once(20)) return null;
  if (field.unit === "IN") return chance.upTo(520) / chance.pick([4, 4, 8]);
  if (field.unit === "%") return chance.upTo(60) / 2;
  const most = chance.pick([0, 3, 30, 30, 100, 1_000]);
  const whole = chance.upTo(most);
  return chance.pick([
    whole,
    whole,
    whole + 0.333,
    whole + 0.667,
    whole + 0.25,
    whole + 0.1,
    (whole * 1_000 + 7) / 1_000,
  ]);
}

interface FormMaker {
  readonly chance: Chance;
  readonly optionIds: (field: FieldDefinition) => readonly OptionId[];
  readonly nextId: () => number;
}

function randomValue({ chance, optionIds }: FormMaker, field: FieldDefinition): string | null {
  switch (field.dataType) {
    case "number":
      return null;
    case "boolean":
      return chance.once(4) ? "false" : "true";
    case "string":
      return chance.once(5) ? "" : chance.pick(COLORS);
    case "dropdown": {
      const offered = optionIds(field);
      return offered.length === 0 || chance.once(8) ? null : chance.pick(offered);
    }
  }
}

function randomLines(maker: FormMaker, fields: readonly FieldDefinition[], oneIn: number): FormLines {
  const { chance } = maker;
  const lines: Record<string, readonly FormLine[]> = {};
  for (const field of fields) {
    if (!chance.once(oneIn)) continue;
    const count = field.allowMultiple ? chance.upTo(3) : 1;
    lines[field.property] = Array.from({ length: count }, (): FormLine => {
      const below = childFields(field);
      return {
        id: maker.nextId(),
        value: randomValue(maker, field),
        quantity: field.allowQuantityChange ? randomQuantity(chance, field) : null,
        ...(field.allowPriceChange && !chance.once(6) && { amounts: { ...NO_AMOUNTS, ...chance.amounts() } }),
        ...(below.length > 0 && { children: randomLines(maker, below, chance.pick([1, 1, 2])) }),
      };
    });
  }
  return lines;
}

/** A random estimate with its price book. */
export function createRandomEstimate(seed: number): RandomEstimate {
  const chance = new Chance(seed);
  const workflowIds = Array.from({ length: 1 + chance.upTo(MOST_WORKFLOWS - 1) }, () => chance.pick(WORKFLOW_IDS));
  const shown = workflowIds.map((workflowId) => {
    const oneIn = chance.pick([4, 8, 16, 32]);
    return {
      workflowId,
      tops: topLevelFields(workflowId).filter(({ id }) => !CLOSING_FIELD.test(id) && chance.once(oneIn)),
    };
  });
  const fields = [...new Set(withDescendants(shown.flatMap(({ tops }) => tops)))];

  /** The source of options: the field itself, or the field with the same key in another workflow. */
  const lenders = new Map<string, FieldDefinition>();
  for (const field of fields) {
    const lender = chance.once(12) ? fieldByKey(chance.pick(WORKFLOW_IDS), field.key) : undefined;
    if (lender && lender.workflowId !== field.workflowId) lenders.set(field.id, lender);
  }
  const offering = [...new Set([...fields, ...lenders.values()])];
  const ownOptions = new Map(
    offering.map((field) => [field.id, field.dataType === "dropdown" ? optionsOf(field, chance.upTo(4)) : []]),
  );
  const optionIds = (field: FieldDefinition): readonly OptionId[] =>
    ownOptions.get((lenders.get(field.id) ?? field).id) ?? [];
  const entries = offering.map((field): PriceBookEntry => {
    const others = offering.filter(({ workflowId }) => workflowId === field.workflowId).flatMap(optionIds);
    const entry = randomEntry(chance, field, { own: ownOptions.get(field.id) ?? [], others });
    const lender = lenders.get(field.id);
    return lender ? { ...entry, secondaryWorkflowId: lender.workflowId } : entry;
  });

  let lastId = 0;
  const maker: FormMaker = { chance, optionIds, nextId: () => (lastId -= 2) };
  return {
    seed,
    book: { version: 1, entries },
    workflows: shown.map(({ workflowId, tops }) => ({
      workflowId,
      values: randomLines(maker, tops, 1),
      discountPercent: chance.pick([0, 0.1, chance.upTo(1_000) / 1_000]),
      marginPercent: chance.pick([0, 0.15, chance.upTo(1_000) / 1_000]),
    })),
    promotion: chance.pick([0, 100, chance.amount()]),
    feePercent: chance.pick([0, 0.035, chance.upTo(1_000) / 10_000]),
    fee: chance.pick([0, 0, chance.amount()]),
  };
}
