import { conversionLabels, fieldById, type PriceBookEntry } from "@ridgebook/estimating";
import { useWatch } from "react-hook-form";
import classes from "#features/config/field-options.module.css";
import type { OptionFormState } from "#features/config/option-form/option-form-values.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";

const CONVERSION_INDEXES = [1, 2, 3] as const;

/** Factors of the recommendations in which this option differs from its field. */
export function OptionConversionsPanel({ form, entry }: { form: OptionFormState; entry: PriceBookEntry }) {
  const hasOwn = useWatch({ control: form.control, name: "hasConversions" });
  const errors = form.formState.errors.conversions;
  const conversions = CONVERSION_INDEXES.map((index) => ({
    name: `recommendedConversion${index}` as const,
    number: `Conversion ${String(index)}`,
    label: conversionLabels(fieldById(entry.id), index).join("; "),
  }));
  const ofField = conversions
    .filter(({ name, label }) => label !== "" || entry[name] !== 0)
    .map(({ name, number, label }) => `${String(entry[name])} as “${label || number}”`);
  return (
    <Panel title="Conversions">
      <CheckboxField
        {...form.register("hasConversions")}
        label="Own conversions for this option"
        hint={
          ofField.length === 0 ? "No formula uses this field's conversions." : `The field has ${ofField.join(", ")}.`
        }
      />
      {hasOwn && (
        <div className={classes.conversions}>
          {conversions.map(({ name, number, label }) => (
            <TextField
              key={name}
              {...form.register(`conversions.${name}`)}
              label={label || number}
              hint={label === "" ? "No formula reads it" : number}
              numeric
              autoComplete="off"
              error={errors?.[name]?.message}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}
