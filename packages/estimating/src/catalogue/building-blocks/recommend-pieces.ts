import { conversionOf, divide, quantityOf, wholePieces, withWaste } from "#expressions/expression.ts";
import type { Recommendation } from "#catalogue/define-recommendations.ts";

/**
 * Recommends pieces, rolls or sheets: the length or area entered in the group / what one piece of the chosen type covers, rounded up
 * (2.§9.3, 3.§9). A type without a conversion recommends nothing.
 */
export const recommendPieces = <Key extends string>({
  field,
  need,
  type,
  conversionLabel,
  takesWaste = false,
}: {
  field: Key;
  /** The child with the feet or square feet. */
  need: Key;
  /** The child with the chosen product. */
  type: Key;
  /** The meaning of a product's conversion 1: "Feet of one piece". */
  conversionLabel: string;
  /** Whether the company may add waste to the need, by product: linear goods and insulation. */
  takesWaste?: boolean;
}): Recommendation<Key> => ({
  field,
  use: "recommended",
  source: "3.§9",
  quantity: wholePieces(
    divide(takesWaste ? withWaste(quantityOf(need), type) : quantityOf(need), conversionOf(type, 1, conversionLabel)),
  ),
});
