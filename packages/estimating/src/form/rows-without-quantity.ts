import { childFields, topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { chargedQuantity } from "./forced-quantity.ts";
import { linesOf, type FormLine, type FormLines, type WorkflowValues } from "./form-values.ts";
import type { LinePath } from "./line-path.ts";
import type { FieldPlace } from "./places.ts";

const isSet = (value: string | null): boolean => value !== null && value !== "" && value !== "false";

/** Whether something is chosen in a line or below it. */
export const hasChoice = ({ value, children }: FormLine): boolean =>
  isSet(value) || Object.values(children ?? {}).some((rows) => rows.some(hasChoice));

function valuesById(lines: FormLines, found = new Map<number, string | null>()): ReadonlyMap<number, string | null> {
  for (const rows of Object.values(lines))
    for (const { id, value, children } of rows) {
      found.set(id, value);
      if (children) valuesById(children, found);
    }
  return found;
}

/**
 * The rows with a choice but no quantity, which a save drops (3.§4 "Estimate item rebuild"). Returns only the outermost of nested rows.
 *
 * @param before offered or saved values: a value from there was not chosen by a person
 * @param properties the top-level fields to look below
 */
export function rowsWithoutQuantity({
  workflowId,
  values,
  before,
  properties,
}: {
  workflowId: number;
  values: WorkflowValues;
  before: WorkflowValues;
  properties: readonly string[];
}): readonly FieldPlace[] {
  const formerValues = valuesById(before);
  const isChosenIn = ({ id, value, children }: FormLine): boolean =>
    (isSet(value) && value !== formerValues.get(id)) ||
    Object.values(children ?? {}).some((rows) => rows.some(isChosenIn));

  const below = (lines: FormLines, fields: readonly FieldDefinition[], outer: LinePath): readonly FieldPlace[] =>
    fields.flatMap((field) =>
      linesOf(lines, field.property).flatMap((line): readonly FieldPlace[] => {
        if (chargedQuantity(field, line) > 0)
          return below(line.children ?? {}, childFields(field), [...outer, { property: field.property, id: line.id }]);
        // Without a choice of a product, the choice is missing, not the quantity.
        const isCounted = field.allowQuantityChange && (field.dataType === "number" || isSet(line.value));
        return isCounted && isChosenIn(line) ? [{ outer, property: field.property, lineId: line.id }] : [];
      }),
    );

  return below(
    values,
    topLevelFields(workflowId).filter(({ property }) => properties.includes(property)),
    [],
  );
}
