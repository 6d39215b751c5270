import type { FieldDefinition, FieldId } from "#catalogue/define-fields.ts";
import type { FormLine } from "./form-values.ts";
import { lineQuantity } from "./line-quantity.ts";

/**
 * Choices that are stored and charged with a quantity of at least 1: ice barrier rows, existing siding style, siding install type, mounting
 * block color, shutter install type, siding reveal and siding color (3.§4).
 */
export const FORCED_QUANTITY_FIELDS: ReadonlySet<string> = new Set<FieldId>([
  "1.36",
  "2.43",
  "2.46",
  "2.841",
  "2.843",
  "2.845",
  "2.847",
]);

/** The charged quantity. "No ice barrier" is none, but is charged as one if it has a price. */
export function chargedQuantity(definition: FieldDefinition, line: FormLine): number {
  const quantity = lineQuantity(definition, line);
  const isForced = FORCED_QUANTITY_FIELDS.has(definition.id) && line.value !== null && line.value !== "";
  return isForced ? Math.max(1, quantity) : quantity;
}
