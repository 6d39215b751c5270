import { PACKAGE_PIECES } from "#catalogue/roofing/package-pieces.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { evaluate, type FormulaScope } from "#expressions/evaluate.ts";
import { explain, figureOf, type Explanation } from "#expressions/explain.ts";
import {
  conversionOf,
  constant,
  divide,
  multiply,
  quantityOf,
  roundToStep,
  wasteMultiplier,
  wholePieces,
  type Expression,
} from "#expressions/expression.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { workflowScope } from "#form/line-scope.ts";
import { PITCH_TOTAL } from "#form/states/install-pitch.ts";
import { ROOF_AREA } from "#form/states/measured-rows.ts";
import { topLine } from "#form/places.ts";
import type { Unit } from "#units.ts";

const ROOFING = 1;
const PACKAGE = "package";

/*
 * Orders for suppliers are in whole bundles, calculated from the squares before they are rounded to thirds: 26.4 squares in bundles of a
 * third are 80, but 26.333 would give 79. Screens and documents show the order beside the priced squares, never instead of them.
 */

/** Roofing's fields with an order: the squares of the roof, and of the package. */
const BESIDE: ReadonlySet<string> = new Set([PITCH_TOTAL, PACKAGE]);

const perSquare = conversionOf(PACKAGE, 1, PACKAGE_PIECES);
const measuredSquares: Expression = divide(
  multiply(wasteMultiplier("wasteFactorForMaterial"), quantityOf(ROOF_AREA)),
  constant("Square feet per square", 100),
);
const piecesOf = (squares: Expression): Expression => wholePieces(multiply(squares, perSquare));
const ofMeasured = piecesOf(measuredSquares);
const ofPriced = piecesOf(quantityOf(PACKAGE));

export interface OrderAmount {
  readonly quantity: number;
  /** Bundles, or squares if a square is packed as one piece. */
  readonly unit: Unit;
  readonly explain: () => Explanation;
}

/**
 * The order for the chosen package; null in other workflows, and without a package. Squares that differ from the measured area (from other
 * programs) are ordered as they are.
 */
export function packageOrder({ workflowId, values, book }: FilledForm): OrderAmount | null {
  const field = workflowId === ROOFING ? fieldByKey(workflowId, PACKAGE) : undefined;
  const squares = fieldByKey(ROOFING, PITCH_TOTAL);
  if (!field || !squares) return null;
  const formula: FormulaScope = { workflowId, book, field, scope: workflowScope(values) };
  const rounded = evaluate(roundToStep(measuredSquares), { ...formula, field: squares });
  const isMeasured = rounded === topLine(values, PACKAGE)?.quantity;
  const pieces = isMeasured ? ofMeasured : ofPriced;
  const quantity = evaluate(pieces, formula);
  if (quantity === 0) return null;
  const unit: Unit = evaluate(perSquare, formula) === 1 ? "SQ" : "BND";
  return { quantity, unit, explain: () => figureOf("To order", explain(pieces, formula), unit) };
}

/** The order for fields that show it; null for others. */
export const orderAmount = (context: FilledForm, key: string): OrderAmount | null =>
  BESIDE.has(key) ? packageOrder(context) : null;
