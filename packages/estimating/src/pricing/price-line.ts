import { childFields, topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { compilePair } from "#expressions/evaluate.ts";
import { NO_AMOUNTS, linesOf, type FormLine, type UnitAmounts, type WorkflowValues } from "#form/form-values.ts";
import { chargedQuantity } from "#form/forced-quantity.ts";
import { lineScope, workflowScope, type LineScope } from "#form/line-scope.ts";
import type { IndexedEntry, IndexedPriceBook } from "#price-book/index-price-book.ts";
import type { OwnAmounts } from "#price-book/price-source.ts";
import { roundMoney } from "#rounding.ts";
import { lineTotal } from "./formulas.ts";
import { ownAmounts } from "./unit-amounts.ts";

/** The totals of a line, in cents precision (3.§3 "Estimate item"). */
export interface LineTotals extends UnitAmounts {
  /** Material price and labor price. */
  readonly total: number;
  /** Material cost and labor cost. */
  readonly totalCost: number;
}

export interface PricedLine {
  readonly definition: FieldDefinition;
  readonly line: FormLine;
  /** The enclosing line, or the workflow. */
  readonly outer: LineScope;
  /** The effective quantity; 0 with a warning. */
  readonly quantity: number;
  /** The amounts of one unit without children, and their source. */
  readonly own: OwnAmounts;
  /** The amounts of one unit with children; 0 with a warning (1.§8). */
  readonly unit: UnitAmounts;
  readonly totals: LineTotals;
  readonly children: readonly PricedLine[];
}

export interface PricingContext {
  readonly workflowId: number;
  readonly book: IndexedPriceBook;
}

const NO_LINES: readonly PricedLine[] = [];
const NO_TOTALS: LineTotals = { ...NO_AMOUNTS, total: 0, totalCost: 0 };

function sumUnits(own: UnitAmounts, children: readonly PricedLine[]): UnitAmounts {
  let { materialCost, laborCost, materialPrice, laborPrice } = own;
  let hasPricedChild = false;
  for (const { totals } of children) {
    if (totals === NO_TOTALS) continue;
    hasPricedChild = true;
    materialCost += totals.materialCost;
    laborCost += totals.laborCost;
    materialPrice += totals.materialPrice;
    laborPrice += totals.laborPrice;
  }
  if (!hasPricedChild) return own;
  return {
    materialCost: roundMoney(materialCost),
    laborCost: roundMoney(laborCost),
    materialPrice: roundMoney(materialPrice),
    laborPrice: roundMoney(laborPrice),
  };
}

const isFree = ({ materialCost, laborCost, materialPrice, laborPrice }: UnitAmounts): boolean =>
  materialCost === 0 && laborCost === 0 && materialPrice === 0 && laborPrice === 0;

const materialCostOf = compilePair(lineTotal.materialCost, "unit", "quantity");
const laborCostOf = compilePair(lineTotal.laborCost, "unit", "quantity");
const materialPriceOf = compilePair(lineTotal.materialPrice, "unit", "quantity");
const laborPriceOf = compilePair(lineTotal.laborPrice, "unit", "quantity");

/** Types, colors and whole pieces are mostly lines of quantity 1, so their totals are cached by unit. */
const totalsOfOne = new WeakMap<UnitAmounts, LineTotals>();

/** Cost and price totals of a quantity, each rounded to cents (ITEM-02, ITEM-03). */
export function totalsOf(unit: UnitAmounts, quantity: number): LineTotals {
  if (quantity === 0 || isFree(unit)) return NO_TOTALS;
  if (quantity !== 1) return multiplyUnit(unit, quantity);
  let totals = totalsOfOne.get(unit);
  if (!totals) totalsOfOne.set(unit, (totals = multiplyUnit(unit, 1)));
  return totals;
}

function multiplyUnit(unit: UnitAmounts, quantity: number): LineTotals {
  const materialCost = materialCostOf(unit.materialCost, quantity);
  const laborCost = laborCostOf(unit.laborCost, quantity);
  const materialPrice = materialPriceOf(unit.materialPrice, quantity);
  const laborPrice = laborPriceOf(unit.laborPrice, quantity);
  return {
    materialCost,
    laborCost,
    materialPrice,
    laborPrice,
    total: roundMoney(materialPrice + laborPrice),
    totalCost: roundMoney(materialCost + laborCost),
  };
}

function priceLine(context: PricingContext, entry: IndexedEntry, outer: LineScope, line: FormLine): PricedLine {
  const { definition } = entry;
  // Most lines are types and colors, which do not depend on others.
  const scope = line.children || entry.looksAround ? lineScope(outer, definition.key, line) : outer;
  const own = ownAmounts(context, entry, scope, line);
  const children = line.children ? priceLines(context, childFields(definition), scope) : NO_LINES;
  const unit = own.warning ? own.amounts : sumUnits(own.amounts, children);
  const quantity = own.warning ? 0 : chargedQuantity(definition, line);
  return { definition, line, outer, quantity, own, unit, totals: totalsOf(unit, quantity), children };
}

function priceLines(
  context: PricingContext,
  definitions: readonly FieldDefinition[],
  outer: LineScope,
): readonly PricedLine[] {
  const priced: PricedLine[] = [];
  for (const definition of definitions) {
    const lines = linesOf(outer.lines, definition.property);
    if (lines.length === 0) continue;
    const entry = context.book.entryOf(definition);
    for (const line of lines) priced.push(priceLine(context, entry, outer, line));
  }
  return priced;
}

export const scopeOfPriced = ({ definition, line, outer }: PricedLine): LineScope =>
  lineScope(outer, definition.key, line);

/**
 * Prices every line of one workflow, in catalogue order. A child's total is part of its parent's unit amounts (estimating.md §4): a
 * window's grid is part of the window.
 */
export const priceWorkflow = (context: PricingContext, values: WorkflowValues): readonly PricedLine[] =>
  priceLines(context, topLevelFields(context.workflowId), workflowScope(values));
