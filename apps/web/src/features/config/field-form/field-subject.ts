import { AMOUNT_NAMES, type FieldId } from "@ridgebook/estimating";
import {
  changedFieldParts,
  checkField,
  FIELD_PART_LABELS,
  partsOfField,
  toFieldChange,
  toFieldFormValues,
  type FieldFormValues,
  type FieldParts,
} from "#features/config/field-form/field-form-values.ts";
import { fieldDraftId } from "#features/config/kept-config-draft.ts";
import { CONVERSION_NAMES } from "#features/config/price-form/price-values.ts";
import type { PriceFormSubject } from "#features/config/price-form/use-price-form.ts";

/** Where the form shows a part. Errors of prices are shown in the notification area. */
function fieldOfPart(part: keyof FieldParts) {
  const amount = AMOUNT_NAMES.find((name) => name === part);
  if (amount) return `amounts.${amount}` as const;
  const conversion = CONVERSION_NAMES.find((name) => name === part);
  if (conversion) return `conversions.${conversion}` as const;
  return part === "variants" ? undefined : (part as Exclude<keyof FieldParts, "variants"> & keyof FieldFormValues);
}

/** A field of the price book apart from its options, for a form. */
export const fieldSubject = (fieldId: FieldId): PriceFormSubject<FieldFormValues, FieldParts> => ({
  fieldId,
  draftId: fieldDraftId(fieldId),
  labels: FIELD_PART_LABELS,
  toValues: toFieldFormValues,
  changedParts: changedFieldParts,
  check: checkField,
  partsOf: partsOfField,
  fieldOfPart,
  publish: (client, { startedFrom, changed }, attempt) =>
    client.call("updateEstimateField", { params: { id: fieldId }, body: toFieldChange(startedFrom, changed) }, attempt),
});
