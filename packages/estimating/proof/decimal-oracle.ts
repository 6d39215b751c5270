import { fieldByKey, findField, topLevelFields, childFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { Expression } from "#expressions/expression.ts";
import type { FormLine, FormLines } from "#form/form-values.ts";
import type { PriceBook, PriceBookEntry, PriceBookVariant } from "#price-book/price-book.ts";
import { ExactNumber } from "./exact-number.ts";
import type { RandomEstimate } from "./random-estimate.ts";

/*
 * An independent implementation of estimating.md §2 to §4 and of the formulas, in exact fractions. It shares the catalogue, the formulas
 * and the data types with the engine, but none of its functions.
 */

/** A line and the lines that enclose it, from the top-level one down to itself. */
export interface PlacedLine {
  readonly field: FieldDefinition;
  readonly line: FormLine;
  readonly enclosing: readonly PlacedLine[];
}

interface ExactAmounts {
  readonly materialCost: ExactNumber;
  readonly laborCost: ExactNumber;
  readonly materialPrice: ExactNumber;
  readonly laborPrice: ExactNumber;
}

export interface ExactLine {
  readonly placed: PlacedLine;
  readonly totals: ExactAmounts;
  readonly total: ExactNumber;
  readonly totalCost: ExactNumber;
}

const ZERO = ExactNumber.of(0);
const ONE = ExactNumber.of(1);
const NOTHING: ExactAmounts = { materialCost: ZERO, laborCost: ZERO, materialPrice: ZERO, laborPrice: ZERO };
const CENTS = 2;
const THOUSANDTHS = 3;

const exactOf = (amounts: { readonly [Name in keyof ExactAmounts]: number }): ExactAmounts => ({
  materialCost: ExactNumber.of(amounts.materialCost),
  laborCost: ExactNumber.of(amounts.laborCost),
  materialPrice: ExactNumber.of(amounts.materialPrice),
  laborPrice: ExactNumber.of(amounts.laborPrice),
});
const eachOf = (amounts: ExactAmounts, change: (amount: ExactNumber) => ExactNumber): ExactAmounts => ({
  materialCost: change(amounts.materialCost),
  laborCost: change(amounts.laborCost),
  materialPrice: change(amounts.materialPrice),
  laborPrice: change(amounts.laborPrice),
});
const addAmounts = (one: ExactAmounts, other: ExactAmounts): ExactAmounts => ({
  materialCost: one.materialCost.plus(other.materialCost),
  laborCost: one.laborCost.plus(other.laborCost),
  materialPrice: one.materialPrice.plus(other.materialPrice),
  laborPrice: one.laborPrice.plus(other.laborPrice),
});
const sumOf = (numbers: readonly ExactNumber[]): ExactNumber => numbers.reduce((sum, each) => sum.plus(each), ZERO);

/** One workflow's form. */
export class OracleForm {
  readonly workflowId: number;
  readonly #entries: ReadonlyMap<string, PriceBookEntry>;
  readonly lines: readonly PlacedLine[];
  readonly #byKey = new Map<string, PlacedLine[]>();

  constructor(book: PriceBook, workflowId: number, values: FormLines) {
    this.workflowId = workflowId;
    this.#entries = new Map(book.entries.map((entry) => [entry.id, entry]));
    this.lines = place(topLevelFields(workflowId), values, []);
    for (const placed of this.lines)
      this.#byKey.set(placed.field.key, [...(this.#byKey.get(placed.field.key) ?? []), placed]);
  }

  entryOf(field: FieldDefinition): PriceBookEntry | undefined {
    const own = this.#entries.get(field.id);
    if (!own || own.secondaryWorkflowId === null) return own;
    const lender = fieldByKey(own.secondaryWorkflowId, field.key);
    return (lender && this.#entries.get(lender.id)) ?? own;
  }

  /** A field's lines as seen from a place: only those below the same line, if both are below the same field. */
  seenFrom(around: readonly PlacedLine[], key: string): readonly PlacedLine[] {
    return (this.#byKey.get(key) ?? []).filter(({ field, line, enclosing }) =>
      [...enclosing, { field, line }].every(
        (level, depth) => around[depth]?.field.id !== level.field.id || around[depth].line === level.line,
      ),
    );
  }

  #isChosen(around: readonly PlacedLine[], optionId: string): boolean {
    const named = findField(optionId.split(".").slice(0, 2).join("."));
    if (!named) return false;
    const here = named.workflowId === this.workflowId ? named : fieldByKey(this.workflowId, named.key);
    return here !== undefined && this.seenFrom(around, here.key).some(({ line }) => line.value === optionId);
  }

  variantOf(
    entry: PriceBookEntry,
    optionId: string | null,
    around: readonly PlacedLine[],
  ): PriceBookVariant | undefined {
    return entry.variants.find(
      (variant) =>
        variant.active &&
        (variant.optionId === null || variant.optionId === optionId) &&
        variant.parentOptionIds.every((parent) => this.#isChosen(around, parent)),
    );
  }

  /** The conversions of a field for an option: of the variant, else the option, else the field. */
  conversion(field: FieldDefinition, optionId: string | null, around: readonly PlacedLine[], index: 1 | 2 | 3): number {
    const entry = this.entryOf(field);
    if (!entry) return 0;
    const given =
      this.variantOf(entry, optionId, around)?.conversions ??
      entry.options.find(({ id }) => id === optionId)?.conversions ??
      entry;
    return given[`recommendedConversion${index}`];
  }

  /** The price book's setting for counting a need; 1 for true. */
  setting(field: FieldDefinition, name: "wastePercent" | "includesValleys"): number {
    return Number(this.entryOf(field)?.[name] ?? 0);
  }

  text(placed: PlacedLine | undefined): string | null {
    const value = placed?.line.value;
    if (!placed || value === null || value === undefined || value === "") return null;
    const option = this.entryOf(placed.field)?.options.find(({ id }) => id === value);
    return (option ? option.value : value).trim().toLowerCase();
  }

  stepOf(field: FieldDefinition): number {
    const entry = this.entryOf(field);
    return entry && entry.min !== null && entry.max !== null && entry.step !== null ? entry.step : 1;
  }
}

function place(fields: readonly FieldDefinition[], lines: FormLines, enclosing: readonly PlacedLine[]): PlacedLine[] {
  return fields.flatMap((field) =>
    (lines[field.property] ?? []).flatMap((line) => {
      const placed: PlacedLine = { field, line, enclosing };
      return [placed, ...place(childFields(field), line.children ?? {}, [...enclosing, placed])];
    }),
  );
}

/** The effective quantity of a line. */
function exactQuantity({ field, line }: Pick<PlacedLine, "field" | "line">): ExactNumber {
  const { value, quantity } = line;
  const isThere = field.dataType === "boolean" ? value === "true" : value !== null && value !== "";
  if (field.dataType !== "number" && !isThere) return ZERO;
  if (field.dataType !== "number" && !field.allowQuantityChange) return ONE;
  if (quantity !== null) return ExactNumber.of(quantity);
  return field.defaultOne ? ONE : ZERO;
}

/** The unit amounts of a line without children; undefined if no price matches. */
function unitOf(form: OracleForm, placed: PlacedLine): ExactAmounts | undefined {
  const { field, line, enclosing } = placed;
  const entry = form.entryOf(field);
  const around = [...enclosing, placed];
  if (field.allowPriceChange) {
    const { materialCost, laborCost } = line.amounts ? exactOf(line.amounts) : NOTHING;
    const factor = (index: 1 | 2) => ExactNumber.of(form.conversion(field, line.value, around, index));
    return {
      materialCost,
      laborCost,
      materialPrice: materialCost.times(factor(1)).rounded(CENTS),
      laborPrice: laborCost.times(factor(2)).rounded(CENTS),
    };
  }
  const optionId = field.dataType === "dropdown" ? line.value : null;
  if (!entry || (field.dataType === "dropdown" && optionId === null)) return NOTHING;
  if (entry.variants.length === 0) return exactOf(entry);
  const variant = form.variantOf(entry, optionId, around);
  if (!variant) return undefined;
  const window = (around[0] ?? placed).line;
  const measure = (name: "width" | "height") => ExactNumber.of(window.children?.[name]?.[0]?.quantity ?? 0);
  const [width, height] = [measure("width"), measure("height")];
  const unitedInches = width.plus(height);
  const lies = (value: ExactNumber, from: number, to: number): boolean =>
    !value.isBelow(ExactNumber.of(from)) && value.isBelow(ExactNumber.of(to));
  if (variant.pricingMode === 0) return exactOf(variant);
  if (!ZERO.isBelow(width) || !ZERO.isBelow(height)) return undefined;
  switch (variant.pricingMode) {
    case 1:
      return eachOf(exactOf(variant), (amount) => amount.times(unitedInches).rounded(CENTS));
    default: {
      const fitting = variant.tiers?.find((tier) =>
        "min" in tier
          ? lies(unitedInches, tier.min, tier.max)
          : lies(width, tier.minWidth, tier.maxWidth) && lies(height, tier.minHeight, tier.maxHeight),
      );
      return fitting && exactOf(fitting);
    }
  }
}

/** Every line's amounts in cents, by line. */
export function exactLines(form: OracleForm): ReadonlyMap<FormLine, ExactLine> {
  const byLine = new Map<FormLine, ExactLine>();
  const below = new Map<PlacedLine | undefined, ExactLine[]>();
  // Children follow their parents, so in reverse order they are known first.
  for (const placed of [...form.lines].reverse()) {
    const own = unitOf(form, placed);
    const unit = (below.get(placed) ?? []).reduce((sum, child) => addAmounts(sum, child.totals), own ?? NOTHING);
    const quantity = own ? exactCharge(placed) : ZERO;
    const totals = eachOf(unit, (amount) => amount.times(quantity).rounded(CENTS));
    const exact: ExactLine = {
      placed,
      totals,
      total: totals.materialPrice.plus(totals.laborPrice),
      totalCost: totals.materialCost.plus(totals.laborCost),
    };
    byLine.set(placed.line, exact);
    const outer = placed.enclosing.at(-1);
    below.set(outer, [...(below.get(outer) ?? []), exact]);
  }
  return byLine;
}

/** At three decimals first, then in cents. */
const asTotal = (value: ExactNumber): ExactNumber => value.rounded(THOUSANDTHS).rounded(CENTS);

/** Shares in proportion to the totals, in cents; the largest gets the remainder. */
function shares(amount: number, totals: readonly ExactNumber[]): readonly ExactNumber[] {
  const weights = totals.map((total) => (total.isBelow(ZERO) ? ZERO : total));
  const sum = sumOf(weights);
  const isEqual = !ZERO.isBelow(sum);
  const whole = ExactNumber.of(amount);
  const rounded = weights.map((weight) =>
    (isEqual ? whole.over(ExactNumber.of(weights.length)) : whole.times(weight).over(sum)).rounded(CENTS),
  );
  let largest = 0;
  for (const [index, weight] of weights.entries()) if ((weights[largest] ?? ZERO).isBelow(weight)) largest = index;
  const left = whole.minus(sumOf(rounded));
  return rounded.map((share, index) => (index === largest ? share.plus(left) : share));
}

interface ExactWorkflow {
  readonly itemTotal: ExactNumber;
  readonly discount: ExactNumber;
  readonly total: ExactNumber;
  readonly fee: ExactNumber;
  readonly promotion: ExactNumber;
  readonly totalWithPromotion: ExactNumber;
  readonly totalCost: ExactNumber;
  readonly margin: ExactNumber;
  readonly totalWithMargin: ExactNumber;
}

/** The totals of every workflow and of the estimate. */
export function exactTotals(
  estimate: RandomEstimate,
  linesByWorkflow: readonly ReadonlyMap<FormLine, ExactLine>[],
): { readonly workflows: readonly ExactWorkflow[]; readonly total: ExactNumber } {
  const items = estimate.workflows.map(({ discountPercent }, index) => {
    const tops = [...(linesByWorkflow[index]?.values() ?? [])].filter(({ placed }) => placed.enclosing.length === 0);
    const totalOf = (isExcluded: boolean) =>
      sumOf(tops.filter(({ placed }) => placed.field.excludeFromDiscount === isExcluded).map(({ total }) => total));
    const itemTotal = totalOf(false).plus(totalOf(true));
    const discount = totalOf(false).times(ExactNumber.of(discountPercent)).rounded(THOUSANDTHS);
    return {
      itemTotal,
      discount,
      total: asTotal(itemTotal.minus(discount)),
      totalCost: sumOf(tops.map(({ totalCost }) => totalCost)),
    };
  });
  const totals = items.map(({ total }) => total);
  const promotions = shares(estimate.promotion, totals);
  const fees = shares(estimate.fee, totals);
  const workflows = items.map((item, index) => {
    const fee = asTotal(item.total.times(ExactNumber.of(estimate.feePercent))).plus(fees[index] ?? ZERO);
    const promotion = promotions[index] ?? ZERO;
    const totalWithPromotion = item.total.plus(fee).minus(promotion);
    const margin = ExactNumber.of(estimate.workflows[index]?.marginPercent ?? 0);
    return {
      ...item,
      fee,
      promotion,
      totalWithPromotion,
      margin: totalWithPromotion.minus(item.totalCost),
      totalWithMargin: asTotal(totalWithPromotion.times(ONE.plus(margin))),
    };
  });
  return { workflows, total: sumOf(workflows.map(({ totalWithMargin }) => totalWithMargin)) };
}

/** The context of a formula: its field, its own line if any, and the enclosing lines. */
export interface AskedAt {
  readonly field: FieldDefinition;
  readonly line: PlacedLine | undefined;
  /** From the top-level line down, including the own line. */
  readonly around: readonly PlacedLine[];
}

const THIRDS = 0.333;

function toStep(value: ExactNumber, step: number, isUp: boolean): ExactNumber {
  const size = step === THIRDS ? ONE.over(ExactNumber.of(3)) : ExactNumber.of(step);
  const count = value.over(size);
  const nearest = count.rounded(0);
  const written = (steps: ExactNumber) =>
    step === THIRDS ? steps.times(size).rounded(THOUSANDTHS) : steps.times(size);
  if (!isUp) return written(nearest);
  if (step !== THIRDS) return written(count.ceil());
  // A third written as .667 is not below two thirds.
  return written(nearest).isBelow(value.rounded(THOUSANDTHS)) ? written(nearest.plus(ONE)) : written(nearest);
}

/** Choices that are charged as at least one (3.§4), repeated here independently. */
const AT_LEAST_ONE = new Set(["1.36", "2.43", "2.46", "2.841", "2.843", "2.845", "2.847"]);

function exactCharge(placed: Pick<PlacedLine, "field" | "line">): ExactNumber {
  const quantity = exactQuantity(placed);
  const isForced = AT_LEAST_ONE.has(placed.field.id) && placed.line.value !== null && placed.line.value !== "";
  return isForced && quantity.isBelow(ONE) ? ONE : quantity;
}

/** The exact result of a formula. */
export function exactResult(form: OracleForm, expression: Expression, asked: AskedAt): ExactNumber {
  const of = (part: Expression, at = asked): ExactNumber => exactResult(form, part, at);
  switch (expression.kind) {
    case "constant":
      return ExactNumber.of(expression.value);
    case "input":
      throw new RangeError(`A quantity cannot read "${expression.name}".`);
    case "quantity":
      return sumOf(form.seenFrom(asked.around, expression.of).map(exactQuantity));
    case "conversion": {
      const [field, placed] =
        expression.of === null
          ? [asked.field, asked.line]
          : [fieldOf(asked, expression.of), form.seenFrom(asked.around, expression.of)[0]];
      const around = placed ? [...placed.enclosing, placed] : asked.around;
      const found = form.conversion(field, placed?.line.value ?? null, around, expression.index);
      return ExactNumber.of(found === 0 ? (expression.orElse ?? 0) : found);
    }
    case "setting":
      return ExactNumber.of(
        form.setting(expression.of === null ? asked.field : fieldOf(asked, expression.of), expression.name),
      );
    case "ifSet":
      return of(ZERO.isBelow(of(expression.setting)) ? expression.then : expression.otherwise);
    case "sum": {
      const own = asked.around.at(-1)?.field.key;
      const isBelowOwn = own !== undefined && expression.over.startsWith(`${own}.`);
      const counted = form.seenFrom(isBelowOwn ? asked.around : [], expression.over).filter((placed) =>
        expression.matching.every((match) => {
          const wanted = form.text(form.seenFrom(asked.around, match.asking)[0]);
          const there = form.text(form.seenFrom([...placed.enclosing, placed], match.counted)[0]);
          return wanted === there;
        }),
      );
      return sumOf(
        counted.map((placed) =>
          of(expression.each, { field: asked.field, line: undefined, around: [...placed.enclosing, placed] }),
        ),
      );
    }
    case "figure":
      return of(expression.operand);
    case "ceil":
      return of(expression.operand).ceil();
    case "round":
      return of(expression.operand).rounded(expression.decimals);
    case "roundToStep":
      return toStep(of(expression.operand), form.stepOf(asked.field), false);
    case "ceilToStep":
      return toStep(of(expression.operand), form.stepOf(asked.field), true);
    case "add":
      return of(expression.left).plus(of(expression.right));
    case "addBoth": {
      const both = [of(expression.left), of(expression.right)];
      return both.every((each) => ZERO.isBelow(each)) ? sumOf(both) : ZERO;
    }
    case "subtract":
      return of(expression.left).minus(of(expression.right));
    case "multiply":
      return of(expression.left).times(of(expression.right));
    case "divide":
      return of(expression.left).over(of(expression.right));
    case "annuity":
      throw new RangeError("A quantity bears no interest.");
    case "max": {
      const [left, right] = [of(expression.left), of(expression.right)];
      return left.isBelow(right) ? right : left;
    }
  }
}

function fieldOf({ field }: AskedAt, key: string): FieldDefinition {
  const found = fieldByKey(field.workflowId, key);
  if (!found) throw new RangeError(`Workflow ${field.workflowId} has no field "${key}".`);
  return found;
}
