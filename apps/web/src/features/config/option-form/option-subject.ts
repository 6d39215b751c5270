import { fieldOfOption, type OptionId } from "@ridgebook/estimating";
import { optionDraftId } from "#features/config/kept-config-draft.ts";
import {
  changedParts,
  checkOption,
  OPTION_PART_LABELS,
  partsOf,
  toFormValues,
  toOptionChange,
  type OptionFormValues,
  type OptionParts,
} from "#features/config/option-form/option-form-values.ts";
import type { PriceFormSubject } from "#features/config/price-form/use-price-form.ts";

/** An option of the price book, for a form. */
export function optionSubject(optionId: OptionId): PriceFormSubject<OptionFormValues, OptionParts> {
  const field = fieldOfOption(optionId);
  if (!field) throw new Error(`No field has the option ${optionId}.`);
  return {
    fieldId: field.id,
    draftId: optionDraftId(optionId),
    labels: OPTION_PART_LABELS,
    toValues: toFormValues,
    changedParts,
    check: checkOption,
    partsOf: (entry) => partsOf(entry, optionId),
    fieldOfPart: (part) => (part === "value" || part === "description" ? part : undefined),
    publish: (client, { startedFrom, changed }, attempt) =>
      client.call(
        "updateEstimateFieldOption",
        { params: { id: optionId }, body: toOptionChange(startedFrom, changed) },
        attempt,
      ),
  };
}
