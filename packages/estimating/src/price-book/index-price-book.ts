import type { FieldDefinition, FieldId, OptionId } from "#catalogue/define-fields.ts";
import { fieldByKey, fieldOfOption } from "#catalogue/catalogue.ts";
import { NO_AMOUNTS } from "#form/form-values.ts";
import type { PriceBook, PriceBookEntry, PriceBookOption, PriceBookVariant } from "./price-book.ts";
import type { OwnAmounts } from "./price-source.ts";

/** A variant with the keys, in the line's workflow, where its parent options must be chosen. */
export interface IndexedVariant {
  readonly variant: PriceBookVariant;
  readonly parents: readonly { readonly key: string; readonly optionId: OptionId }[];
  /** The variant's amounts, shared by all lines that it fits. */
  readonly own: OwnAmounts;
}

/** A field's entry, indexed for lookups. */
export interface IndexedEntry {
  readonly definition: FieldDefinition;
  readonly entry: PriceBookEntry;
  /** Whether its amounts can depend on choices around a line. */
  readonly looksAround: boolean;
  /** The amounts of a field without variants. */
  readonly own: OwnAmounts;
  readonly optionById: ReadonlyMap<string, PriceBookOption>;
  /** The variants for an option, in order; null for lines without an option. */
  readonly variantsFor: (optionId: string | null) => readonly IndexedVariant[];
  /** The fields whose choices restrict the options: the key, and what each of its options allows. */
  readonly restrictions: readonly {
    readonly key: string;
    readonly allowed: ReadonlyMap<string, ReadonlySet<string>>;
  }[];
}

export interface IndexedPriceBook {
  readonly version: number;
  /** False for a field that is newer than the price book. */
  readonly has: (definition: FieldDefinition) => boolean;
  readonly entryOf: (definition: FieldDefinition) => IndexedEntry;
}

/** For a field that the price book does not have (ITEM-14, ITEM-29). */
export const emptyEntry = (id: FieldId): PriceBookEntry => ({
  id,
  defaultValue: null,
  min: null,
  max: null,
  step: null,
  ...NO_AMOUNTS,
  recommendedConversion1: 0,
  recommendedConversion2: 0,
  recommendedConversion3: 0,
  options: [],
  variants: [],
  validOptions: {},
  materialTypes: [],
  showProductTypes: false,
  secondaryWorkflowId: null,
});

/** The key, in `workflowId`, of an option's field; options of another workflow belong to the field with the same key. */
function keyOfOption(workflowId: number, optionId: string): string {
  const field = fieldOfOption(optionId);
  if (!field) return "";
  return field.workflowId === workflowId ? field.key : (fieldByKey(workflowId, field.key)?.key ?? "");
}

function indexEntry(definition: FieldDefinition, entry: PriceBookEntry): IndexedEntry {
  const { workflowId } = definition;
  const indexVariant = (variant: PriceBookVariant): IndexedVariant => ({
    variant,
    parents: variant.parentOptionIds.map((optionId) => ({ optionId, key: keyOfOption(workflowId, optionId) })),
    own: { amounts: variant, source: { kind: "variant", variant } },
  });
  let variants: readonly IndexedVariant[] | undefined;
  const variantsByOption = new Map<string | null, readonly IndexedVariant[]>();
  const variantsFor = (optionId: string | null): readonly IndexedVariant[] => {
    const known = variantsByOption.get(optionId);
    if (known) return known;
    variants ??= entry.variants.filter(({ active }) => active).map(indexVariant);
    const fitting = variants.filter(({ variant }) => variant.optionId === null || variant.optionId === optionId);
    variantsByOption.set(optionId, fitting);
    return fitting;
  };
  const restrictions = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const [parentOptionId, optionIds] of Object.entries(entry.validOptions)) {
    const key = keyOfOption(workflowId, parentOptionId);
    const allowed = restrictions.get(key) ?? new Map<string, ReadonlySet<string>>();
    restrictions.set(key, allowed.set(parentOptionId, new Set(optionIds)));
  }
  return {
    definition,
    entry,
    looksAround:
      definition.allowPriceChange || entry.variants.some(({ parentOptionIds }) => parentOptionIds.length > 0),
    own: { amounts: entry, source: { kind: "entry" } },
    optionById: new Map(entry.options.map((option) => [option.id, option])),
    variantsFor,
    restrictions: [...restrictions].map(([key, allowed]) => ({ key, allowed })),
  };
}

/** Indexes a price book. Each field's entry is indexed on first use. */
export function indexPriceBook(book: PriceBook): IndexedPriceBook {
  const entries = new Map<string, PriceBookEntry>(book.entries.map((entry) => [entry.id, entry]));
  const indexed = new Map<FieldId, IndexedEntry>();
  const entryFor = (definition: FieldDefinition): PriceBookEntry => {
    const own = entries.get(definition.id) ?? emptyEntry(definition.id);
    if (own.secondaryWorkflowId === null) return own;
    const lender = fieldByKey(own.secondaryWorkflowId, definition.key);
    const lent = lender ? entries.get(lender.id) : undefined;
    return lent ? { ...lent, id: definition.id, secondaryWorkflowId: own.secondaryWorkflowId } : own;
  };
  return {
    version: book.version,
    has: ({ id }) => entries.has(id),
    entryOf: (definition) => {
      let found = indexed.get(definition.id);
      if (!found) indexed.set(definition.id, (found = indexEntry(definition, entryFor(definition))));
      return found;
    },
  };
}

export interface QuantityBounds {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export const NO_BOUNDS: QuantityBounds = { min: 0, max: 0, step: 1 };

/** The bounds of a field's quantity; 0, 0 and 1 if the price book has none (ITEM-29). */
export function boundsOf({ entry }: IndexedEntry): QuantityBounds {
  const { min, max, step } = entry;
  return min === null || max === null || step === null ? NO_BOUNDS : { min, max, step };
}
