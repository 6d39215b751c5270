import { Button } from "@mantine/core";
import { amountLabel } from "@ridgebook/contract";
import {
  AMOUNT_NAMES,
  NO_AMOUNTS,
  fieldById,
  fieldOfOption,
  PRICING_MODES,
  unitWord,
  type AmountName,
  type FieldDefinition,
  type PriceBookEntry,
  type PriceTier,
} from "@ridgebook/estimating";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import {
  useFieldArray,
  useFormContext,
  type FieldErrors,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from "react-hook-form";
import classes from "#features/config/field-options.module.css";
import { toVariantFormValues, type PricedFormValues, type Variant } from "#features/config/price-form/price-values.ts";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { Panel } from "#ui/panel.tsx";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

const PRICING_LABELS: Record<number, string> = {
  [PRICING_MODES.uiMultipler]: "Per united inch",
  [PRICING_MODES.uiTiers]: "By united inches",
  [PRICING_MODES.widthHeightTiers]: "By width and height",
};

/** "Per piece": in the unit of the field, or of the line around it if the field has no quantity. */
export function pricePer(field: FieldDefinition): string {
  const counted = [...field.ancestors.map(fieldById), field].findLast(
    ({ dataType, allowQuantityChange }) => dataType === "number" || allowQuantityChange,
  );
  const word = unitWord(counted?.unit, 1);
  return word === "" ? "Each" : `Per ${word}`;
}

/**
 * The prices of an option, or of a field with any option: one set for each combination of surrounding choices that has its own price.
 * Must be inside the form that holds the prices.
 */
export function PricesPanel({
  entry,
  book,
  title = "Costs and prices",
  nothing,
  children,
}: {
  entry: PriceBookEntry;
  book: LocalPriceBook;
  title?: string;
  /** The text while there is no price. */
  nothing: string;
  /** Contents below the prices. */
  children?: ReactNode;
}) {
  const form = useFormContext<PricedFormValues>();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "variants", keyName: "key" });
  return (
    <Panel
      title={title}
      actions={
        <Button
          variant="tertiary"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => append(toVariantFormValues(NEW_PRICE))}
        >
          Add a price
        </Button>
      }
    >
      {fields.length === 0 && <p className="rb-hint">{nothing}</p>}
      {fields.map(({ key, base }, index) => (
        <VariantFields
          key={key}
          form={form}
          index={index}
          title={
            base.parentOptionIds.length === 0
              ? "Always"
              : base.parentOptionIds.map((id) => parentText(id, book)).join(", ")
          }
          pricing={PRICING_LABELS[base.pricingMode] ?? pricePer(fieldById(entry.id))}
          tiers={base.tiers}
          onRemove={() => remove(index)}
        />
      ))}
      {children}
      <SpreadsheetNote isShown={fields.some(({ base }) => isSetInSpreadsheet(base))}>
        The choices that a price counts with, and the sizes of prices by size, are changed in the
      </SpreadsheetNote>
    </Panel>
  );
}

const isSetInSpreadsheet = ({ parentOptionIds, pricingMode }: Variant): boolean =>
  parentOptionIds.length > 0 || pricingMode !== PRICING_MODES.standard;

/** Links to where a value is edited that the page only shows. */
export function SpreadsheetNote({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    isShown && (
      <p className={`rb-hint ${classes.shared}`}>
        {children}{" "}
        <Link to="/config/estimate-fields" search={{}}>
          spreadsheet
        </Link>
        .
      </p>
    )
  );
}

const NEW_PRICE: Variant = {
  active: true,
  parentOptionIds: [],
  pricingMode: PRICING_MODES.standard,
  ...NO_AMOUNTS,
};

/** "Type: 5 inch K-style": the option of a surrounding choice. */
export function parentText(optionId: string, book: LocalPriceBook): string {
  const field = fieldOfOption(optionId);
  const option = field && book.entryById.get(field.id)?.options.find(({ id }) => id === optionId);
  return `${field?.label ?? ""}: ${option?.value ?? optionId}`;
}

const tierText = (tier: PriceTier): string =>
  "min" in tier
    ? `${String(tier.min)} to ${String(tier.max)} UI`
    : `${String(tier.minWidth)} to ${String(tier.maxWidth)} × ${String(tier.minHeight)} to ${String(tier.maxHeight)} in`;

function VariantFields({
  form,
  index,
  title,
  pricing,
  tiers,
  onRemove,
}: {
  form: UseFormReturn<PricedFormValues>;
  index: number;
  title: string;
  pricing: string;
  tiers: readonly PriceTier[] | undefined;
  onRemove: () => void;
}) {
  const errors = form.formState.errors.variants?.[index];
  return (
    <fieldset className={classes.variant}>
      <legend className={classes.variantTitle}>
        {title} <span className={`rb-caption ${classes.pricing}`}>{pricing}</span>
      </legend>
      {tiers ? (
        tiers.map((tier, tierIndex) => (
          <div key={tierText(tier)} className={classes.tier}>
            <div className={`rb-hint ${classes.tierTitle}`}>{tierText(tier)}</div>
            <AmountFields
              form={form}
              path={`variants.${index}.tiers.${tierIndex}`}
              errors={errors?.tiers?.[tierIndex]}
              context={`${title}, ${tierText(tier)}`}
            />
          </div>
        ))
      ) : (
        <AmountFields form={form} path={`variants.${index}`} errors={errors} context={title} />
      )}
      <div className={`rb-row ${classes.variantFoot}`}>
        <CheckboxField {...form.register(`variants.${index}.active`)} label="In use" />
        <Button variant="danger-text" aria-label={`Remove the price: ${title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

function AmountFields({
  form,
  path,
  errors,
  context,
}: {
  form: UseFormReturn<PricedFormValues>;
  path: `variants.${number}` | `variants.${number}.tiers.${number}`;
  errors: AmountErrors | undefined;
  /** The meaning of the amounts, for screen readers. */
  context: string;
}) {
  return <AmountInputs register={(name) => form.register(`${path}.${name}`)} errors={errors} context={context} />;
}

type AmountErrors = FieldErrors<Record<AmountName, string>>;

/** The four amounts of one unit. */
export function AmountInputs({
  register,
  errors,
  context,
}: {
  register: (name: AmountName) => UseFormRegisterReturn;
  errors: AmountErrors | undefined;
  context: string;
}) {
  return (
    <div className={classes.amounts} role="group" aria-label={context}>
      {AMOUNT_NAMES.map((name) => (
        <TextField
          key={name}
          {...register(name)}
          {...selectOnEntry}
          label={amountLabel(name)}
          numeric
          autoComplete="off"
          error={errors?.[name]?.message}
        />
      ))}
    </div>
  );
}
