import {
  AMOUNT_NAMES,
  childFields,
  fieldById,
  fieldByKey,
  FIELDS,
  indexPriceBook,
  workflowDefinitions,
  type Conversions,
  type FieldDefinition,
  type FieldId,
  type IndexedPriceBook,
  type PriceBook,
  type UnitAmounts,
} from "@ridgebook/estimating";
import { fieldTitle } from "./describe-changes.ts";

/*
 * Finds a price book's gaps: `npm run price-book:gaps`. A gap may be fine (a measurement costs nothing), but each remaining one has a
 * written reason (gap-reasons.ts).
 */

/**
 * - `options`: a dropdown without options.
 * - `cost`: a row of the estimate, including everything below, that never costs anything.
 * - `conversion`: a formula divides or multiplies by a conversion that is 0, for some choice or all.
 * - `unit`: a quantity without a stated unit.
 */
export type GapKind = "options" | "cost" | "conversion" | "unit";

export interface Gap {
  readonly kind: GapKind;
  readonly fieldId: FieldId;
  readonly workflowId: number;
  readonly key: string;
  /** "Gutters: Gutter, Type". */
  readonly field: string;
  /** What is missing, if not all. */
  readonly detail: string;
}

type Expression = NonNullable<
  ReturnType<(typeof workflowDefinitions)[number]["recommendations"]["byKey"]["get"]>
>["quantity"];

/** The conversions that a formula reads: the field, and which of the three. */
function* conversionsRead(expression: Expression, own: string): Generator<{ key: string; index: 1 | 2 | 3 }> {
  switch (expression.kind) {
    case "conversion":
      // A default value closes the gap.
      if (expression.orElse === undefined) yield { key: expression.of ?? own, index: expression.index };
      return;
    case "sum":
      yield* conversionsRead(expression.each, own);
      return;
    case "constant":
    case "input":
    case "quantity":
    case "setting":
      return;
    case "ifSet":
      // Both branches read the same conversions.
      yield* conversionsRead(expression.then, own);
      return;
    default:
      if ("operand" in expression) yield* conversionsRead(expression.operand, own);
      else {
        yield* conversionsRead(expression.left, own);
        yield* conversionsRead(expression.right, own);
      }
  }
}

const isPriced = (amounts: UnitAmounts): boolean => AMOUNT_NAMES.some((name) => amounts[name] > 0);

/** Whether a field can cost anything. */
function hasCost(book: IndexedPriceBook, field: FieldDefinition): boolean {
  if (field.allowPriceChange) return true;
  const { entry } = book.entryOf(field);
  return (
    isPriced(entry) ||
    entry.variants.some((variant) => variant.active && (isPriced(variant) || (variant.tiers ?? []).some(isPriced))) ||
    childFields(field).some((child) => hasCost(book, child))
  );
}

const MAX_NAMED = 5;
const listed = (names: readonly string[]): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`
    : names.join(", ");

/** The choices of a field that leave a conversion at 0; undefined if none does. */
function lackingConversion(book: IndexedPriceBook, field: FieldDefinition, index: 1 | 2 | 3): string | undefined {
  const { entry, variantsFor } = book.entryOf(field);
  const member = `recommendedConversion${index}` as const;
  const isGiven = (conversions: Conversions): boolean => conversions[member] > 0;
  if (entry.options.length === 0) return isGiven(entry) ? undefined : `conversion ${index}`;
  const lacking = entry.options.filter(({ id, conversions }) => {
    const ofVariants = variantsFor(id).flatMap(({ variant }) => variant.conversions ?? []);
    return ofVariants.length > 0 ? !ofVariants.every(isGiven) : !isGiven(conversions ?? entry);
  });
  if (lacking.length === 0) return undefined;
  const which = lacking.length === entry.options.length ? "every option" : listed(lacking.map(({ value }) => value));
  return `conversion ${index} of ${which}`;
}

/** Whether the specification states the field's unit; the default is EA. */
function statesUnit(field: FieldDefinition): boolean {
  type Stated = { readonly unit?: string; readonly children?: Readonly<Record<string, Stated>> };
  const definition = workflowDefinitions.find(({ fields }) => fields.workflowId === field.workflowId);
  let level = definition?.fields.specifications as Readonly<Record<string, Stated>> | undefined;
  let found: Stated | undefined;
  for (const property of field.key.split(".")) {
    found = level?.[property];
    level = found?.children;
  }
  return found?.unit !== undefined;
}

/** All gaps of a price book, in the catalogue's order. */
export function findGaps(priceBook: PriceBook): Gap[] {
  const book = indexPriceBook(priceBook);
  const gaps: Gap[] = [];
  const add = (kind: GapKind, field: FieldDefinition, detail = ""): void => {
    const { id, workflowId, key } = field;
    if (!gaps.some((gap) => gap.kind === kind && gap.fieldId === id && gap.detail === detail))
      gaps.push({ kind, fieldId: id, workflowId, key, field: fieldTitle(id), detail });
  };

  for (const field of FIELDS) {
    const { entry } = book.entryOf(field);
    if (field.dataType === "dropdown" && entry.options.length === 0) add("options", field);
    if (field.parentId === null && field.dataType !== "string" && !hasCost(book, field)) add("cost", field);
    if (field.allowQuantityChange && !statesUnit(field)) add("unit", field);
  }
  for (const { fields, recommendations } of workflowDefinitions)
    for (const [key, { quantity }] of recommendations.byKey)
      for (const read of conversionsRead(quantity, key)) {
        const field = fieldByKey(fields.workflowId, read.key);
        const lacking = field && lackingConversion(book, field, read.index);
        if (field && lacking !== undefined) add("conversion", field, lacking);
      }
  return gaps.toSorted((left, right) => placeOf(left.fieldId) - placeOf(right.fieldId));
}

const places = new Map<string, number>(FIELDS.map(({ id }, index) => [id, index]));
const placeOf = (id: FieldId): number => places.get(id) ?? places.get(fieldById(id).id) ?? 0;
