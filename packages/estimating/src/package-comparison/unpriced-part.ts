import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { chargedQuantity } from "#form/forced-quantity.ts";
import type { FormLine } from "#form/form-values.ts";

/**
 * What the priced part of a package step still lacks before it is in any price: its choice, or, with a type chosen, the quantity that
 * is charged. Null once it has both. An entered 0 lacks a quantity too.
 */
export function unpricedPart(definition: FieldDefinition, line: FormLine | null): "choice" | "quantity" | null {
  if (line === null || line.value === null || line.value === "") return "choice";
  return chargedQuantity(definition, line) > 0 ? null : "quantity";
}
