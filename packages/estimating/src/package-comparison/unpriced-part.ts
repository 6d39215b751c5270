import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { chargedQuantity } from "#form/forced-quantity.ts";
import type { FormLine } from "#form/form-values.ts";

/**
 * What a priced part of the package step still lacks to have a price: its choice, or, with a type chosen, its quantity (0 counts as
 * missing). Null if it has both.
 */
export function unpricedPart(definition: FieldDefinition, line: FormLine | null): "choice" | "quantity" | null {
  if (line === null || line.value === null || line.value === "") return "choice";
  return chargedQuantity(definition, line) > 0 ? null : "quantity";
}
