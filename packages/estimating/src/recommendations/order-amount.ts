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
  wasteMultiplier,
  wholePieces,
  type Expression,
} from "#expressions/expression.ts";
import { workflowScope } from "#form/line-scope.ts";
import { PITCH_TOTAL } from "#form/states/install-pitch.ts";
import { ROOF_AREA } from "#form/states/measured-rows.ts";
import type { Unit } from "#units.ts";
import type { RecommendationContext } from "./recommend.ts";

/*
 * What a supplier is asked for: whole bundles. They come from the squares before those are rounded to thirds: 26.4 squares in
 * bundles of a third are 80, of which 26.333 would be 79. A hint beside the squares that are priced; it never takes their place.
 */

/** Roofing's fields beside which the order stands: the squares of the roof, and those of the package. */
const BESIDE: ReadonlySet<string> = new Set([PITCH_TOTAL, "package"]);
const ROOFING = 1;

const perSquare = conversionOf("package", 1, PACKAGE_PIECES);
const pieces: Expression = wholePieces(
  multiply(
    divide(
      multiply(wasteMultiplier("wasteFactorForMaterial"), quantityOf(ROOF_AREA)),
      constant("Square feet per square", 100),
    ),
    perSquare,
  ),
);

export interface OrderAmount {
  readonly quantity: number;
  /** Bundles, or squares where a square is packed as one piece. */
  readonly unit: Unit;
  readonly explain: () => Explanation;
}

/** What will be ordered of the chosen package, for the fields that it stands beside; null elsewhere and without a package. */
export function orderAmount({ workflowId, values, book }: RecommendationContext, key: string): OrderAmount | null {
  const field = workflowId === ROOFING && BESIDE.has(key) ? fieldByKey(workflowId, "package") : undefined;
  if (!field) return null;
  const formula: FormulaScope = { workflowId, book, field, scope: workflowScope(values) };
  const quantity = evaluate(pieces, formula);
  if (quantity === 0) return null;
  const unit: Unit = evaluate(perSquare, formula) === 1 ? "SQ" : "BND";
  return { quantity, unit, explain: () => figureOf("To order", explain(pieces, formula), unit) };
}
