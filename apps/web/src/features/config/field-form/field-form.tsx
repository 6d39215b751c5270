import { conversionLabels, type Conversions, type FieldDefinition, type PriceBookEntry } from "@ridgebook/estimating";
import { useMemo } from "react";
import { useFormContext } from "react-hook-form";
import { amountText } from "#features/config/config-texts.ts";
import {
  changedFieldParts,
  checkField,
  FIELD_PART_LABELS,
  toFieldChange,
  type FieldFormValues,
  type FieldParts,
  type FieldSettings,
} from "#features/config/field-form/field-form-values.ts";
import { fieldSubject } from "#features/config/field-form/field-subject.ts";
import classes from "#features/config/field-options.module.css";
import { PriceFormFrame } from "#features/config/price-form/price-form-frame.tsx";
import type { Opened } from "#features/config/price-form/price-values.ts";
import { AmountInputs, PricesPanel, pricePer } from "#features/config/price-form/prices-panel.tsx";
import { PricesValue } from "#features/config/price-form/prices-value.tsx";
import { TypedImpact } from "#features/config/price-form/typed-impact.tsx";
import { usePriceForm } from "#features/config/price-form/use-price-form.ts";
import { TwoVersions } from "#features/config/two-versions.tsx";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

const LABELS: Readonly<Partial<Record<string, string>>> = FIELD_PART_LABELS;

/** A field apart from its options: start value, range, waste, prices and conversions. Saving publishes a version. */
export function FieldForm({
  field,
  settings,
  opened,
  restored,
  entry,
  book,
}: {
  field: FieldDefinition;
  settings: FieldSettings;
  opened: Opened<FieldParts>;
  /** The draft of a closed tab. */
  restored: FieldFormValues | undefined;
  entry: PriceBookEntry;
  book: LocalPriceBook;
}) {
  const { isOnline } = useSession();
  const subject = useMemo(() => fieldSubject(field.id), [field.id]);
  const priceForm = usePriceForm({ subject, opened, restored });
  const { form, values, isChanged } = priceForm;
  const hasOptions = entry.options.length > 0;
  const isSound = isChanged && checkField(values).length === 0;
  return (
    <PriceFormFrame
      priceForm={priceForm}
      isRestored={restored !== undefined}
      renderConflict={(props) => (
        <TwoVersions
          {...props}
          labelOf={(part) => LABELS[part] ?? part}
          show={(part, value) => <PartValue part={part} value={value} entry={entry} />}
        />
      )}
    >
      {(settings.takesDefault || settings.takesRange) && <StartPanel field={field} settings={settings} entry={entry} />}
      {(settings.takesWaste || settings.takesValleys) && <WastePanel settings={settings} />}
      {settings.prices === "own" && (
        <Panel title={hasOptions ? "Costs and prices of every option" : "Costs and prices"}>
          <p className={`rb-hint ${classes.per}`}>{pricePer(field)}</p>
          <AmountInputs
            register={(name) => form.register(`amounts.${name}`)}
            errors={form.formState.errors.amounts}
            context={pricePer(field)}
          />
        </Panel>
      )}
      {settings.prices === "variants" && (
        <PricesPanel
          entry={entry}
          book={book}
          title={hasOptions ? "Costs and prices of every option" : "Costs and prices"}
          nothing={hasOptions ? "No price fits every option. Each option has its own." : "This field has no price."}
        />
      )}
      {isOnline && (
        <TypedImpact
          change={
            isSound
              ? {
                  kind: "field",
                  id: field.id,
                  field: toFieldChange(values.opened.version, changedFieldParts(values)),
                }
              : undefined
          }
        />
      )}
      {settings.conversions.length > 0 && (
        <ConversionsPanel field={field} indexes={settings.conversions} hasOptions={hasOptions} />
      )}
    </PriceFormFrame>
  );
}

function StartPanel({
  field,
  settings,
  entry,
}: {
  field: FieldDefinition;
  settings: FieldSettings;
  entry: PriceBookEntry;
}) {
  const {
    register,
    formState: { errors },
  } = useFormContext<FieldFormValues>();
  const numberField = (name: "min" | "max" | "step", hint: string) => (
    <TextField
      {...register(name)}
      label={FIELD_PART_LABELS[name]}
      hint={hint}
      numeric
      autoComplete="off"
      error={errors[name]?.message}
    />
  );
  return (
    <Panel title={settings.takesRange ? "Start and range" : "Start"}>
      <div className={classes.fields}>
        {settings.takesDefault && (
          <SelectField
            {...register("defaultValue")}
            label="Starts with"
            hint="What a new estimate begins with here."
            error={errors.defaultValue?.message}
            {...defaultChoices(field, entry)}
          />
        )}
        {settings.takesRange && (
          <div className={classes.conversions}>
            {numberField("min", "The least that can be entered.")}
            {numberField("max", "The most that can be entered.")}
            {numberField("step", "Entries are whole steps from the minimum.")}
          </div>
        )}
      </div>
    </Panel>
  );
}

/** The values that a field may start with; the empty one is its built-in start. */
function defaultChoices(field: FieldDefinition, entry: PriceBookEntry) {
  switch (field.dataType) {
    case "boolean":
      return {
        emptyLabel: field.defaultValue === "true" ? "As the app has it: checked" : "As the app has it: not checked",
        options: [
          { value: "true", label: "Checked" },
          { value: "false", label: "Not checked" },
        ],
      };
    case "number":
      return { emptyLabel: "Its minimum", options: [{ value: "max", label: "Its maximum" }] };
    default:
      return {
        emptyLabel: "Nothing chosen",
        options: entry.options
          .filter(({ id, retired }) => !retired || id === entry.defaultValue)
          .map(({ id, value }) => ({ value: id, label: value })),
      };
  }
}

function WastePanel({ settings }: { settings: FieldSettings }) {
  const {
    register,
    formState: { errors },
  } = useFormContext<FieldFormValues>();
  return (
    <Panel title="Waste">
      <div className={classes.conversions}>
        {settings.takesWaste && (
          <TextField
            {...register("wastePercent")}
            label="Waste in percent"
            hint="Added to what was measured. 0 adds nothing."
            numeric
            autoComplete="off"
            error={errors.wastePercent?.message}
          />
        )}
        {settings.takesValleys && (
          <CheckboxField
            {...register("includesValleys")}
            label="Also for valleys: one row along each"
            error={errors.includesValleys?.message}
          />
        )}
      </div>
    </Panel>
  );
}

function ConversionsPanel({
  field,
  indexes,
  hasOptions,
}: {
  field: FieldDefinition;
  indexes: FieldSettings["conversions"];
  hasOptions: boolean;
}) {
  const {
    register,
    formState: { errors },
  } = useFormContext<FieldFormValues>();
  return (
    <Panel title="Conversions">
      {hasOptions && <p className="rb-hint">For every option that has none of its own.</p>}
      <div className={classes.conversions}>
        {indexes.map((index) => {
          const name: keyof Conversions = `recommendedConversion${index}`;
          const label = conversionLabels(field, index).join("; ");
          return (
            <TextField
              key={name}
              {...register(`conversions.${name}`)}
              label={label || FIELD_PART_LABELS[name]}
              hint={label === "" ? "No formula reads it" : FIELD_PART_LABELS[name]}
              numeric
              autoComplete="off"
              error={errors.conversions?.[name]?.message}
            />
          );
        })}
      </div>
    </Panel>
  );
}

const DEFAULT_TEXTS: Readonly<Partial<Record<string, string>>> = {
  true: "Checked",
  false: "Not checked",
  max: "Its maximum",
};

/** A part's value as text. */
function PartValue({ part, value, entry }: { part: string; value: unknown; entry: PriceBookEntry }) {
  if (part === "variants") return <PricesValue value={value} />;
  if (part === "defaultValue" && typeof value === "string")
    return <>{entry.options.find(({ id }) => id === value)?.value ?? DEFAULT_TEXTS[value] ?? value}</>;
  if (typeof value === "boolean") return <>{value ? "Yes" : "No"}</>;
  if (typeof value === "number") return <>{/Cost$|Price$/.test(part) ? amountText(value) : String(value)}</>;
  return <>{JSON.stringify(value)}</>;
}
