import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { FormLine } from "./form-values.ts";

/**
 * The effective quantity of a line: the entered one if the field has one, 1 for a group of children, else 1 if something is chosen, ticked
 * or written.
 */
export function lineQuantity(definition: FieldDefinition, line: FormLine): number {
  if (definition.dataType === "number") return definition.defaultOne ? (line.quantity ?? 1) : (line.quantity ?? 0);
  const isSet = definition.dataType === "boolean" ? line.value === "true" : line.value !== null && line.value !== "";
  if (!isSet) return 0;
  return definition.allowQuantityChange ? (line.quantity ?? (definition.defaultOne ? 1 : 0)) : 1;
}
