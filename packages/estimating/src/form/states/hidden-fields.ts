import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { editLine, pathOfScope, withQuantity, withValue } from "#form/line-path.ts";
import { placesOf, scopeOfPlace } from "#form/places.ts";
import { HIDEABLE_FIELDS, isFieldVisible } from "#form/window-visibility.ts";
import type { FormEdit } from "./state-context.ts";

function empty(field: FieldDefinition, line: FormLine): FormLine {
  const without = field.dataType === "boolean" && line.value === null ? line : withValue(line, emptyValue(field));
  return field.allowQuantityChange ? withQuantity(without, 0) : without;
}

const emptyValue = ({ dataType }: FieldDefinition): string | null => (dataType === "boolean" ? "false" : null);

/**
 * Clears the fields that the edit has hidden, so that no one pays for what they cannot see. Within a line, visibility only depends on that
 * line.
 */
export function emptyHiddenFields({ workflowId, values, book, key, before }: FormEdit): WorkflowValues {
  const [edited = key] = key.split(".");
  const asBefore = new Set(linesOf(before, edited));
  let emptied = values;
  for (const field of HIDEABLE_FIELDS) {
    if (field.workflowId !== workflowId || !field.key.startsWith(`${edited}.`)) continue;
    for (const place of placesOf(emptied, field, (topLine) => !asBefore.has(topLine))) {
      const scope = scopeOfPlace(place);
      if (!place.line || isFieldVisible({ workflowId, key: field.key, scope, book })) continue;
      emptied = editLine({ values: emptied, path: pathOfScope(scope), edit: (line) => empty(field, line) });
    }
  }
  return emptied;
}
