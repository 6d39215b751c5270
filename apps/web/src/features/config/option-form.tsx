import { Button } from "@mantine/core";
import { amountLabel, IMAGE_RULES, Problem, type PriceBookOptionChange } from "@ridgebook/contract";
import {
  AMOUNT_NAMES,
  conversionLabels,
  fieldById,
  fieldOfOption,
  PRICING_MODES,
  unitWord,
  type FieldDefinition,
  type OptionId,
  type PriceBookEntry,
  type PriceTier,
} from "@ridgebook/estimating";
import { IconPlus } from "@tabler/icons-react";
import { useCallback, useEffect, useId, useRef, useState, type ChangeEvent } from "react";
import { useFieldArray, useForm, useWatch, type FieldErrors, type Resolver, type UseFormReturn } from "react-hook-form";
import { toNestErrors } from "@hookform/resolvers";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import tables from "#features/config/config.module.css";
import { DescriptionField } from "#features/config/description-field.tsx";
import classes from "#features/config/field-options.module.css";
import { OptionConflict } from "#features/config/option-conflict.tsx";
import type { ConflictChoice, TwoVersionsDetails } from "#features/config/two-versions.tsx";
import {
  changedParts,
  checkOption,
  hasChanges,
  OPTION_PARTS,
  partsOf,
  toFormValues,
  toParts,
  toVariantFormValues,
  type OpenedOption,
  type OptionFormValues,
  type OptionParts,
} from "#features/config/option-form-values.ts";
import { OptionPicture } from "#features/config/option-picture.tsx";
import { PriceImpactPanel } from "#features/config/price-impact-panel.tsx";
import { RetireOption } from "#features/config/retire-option.tsx";
import { acceptOf } from "#files/picture-kinds.ts";
import { uploadFile } from "#files/upload-file.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

type Form = UseFormReturn<OptionFormValues>;

const resolver: Resolver<OptionFormValues> = (values, _context, options) => {
  const found = checkOption(values);
  if (found.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(found.map(({ field, message }) => [field, { type: "rule", message }]));
  return { values: {}, errors: toNestErrors<OptionFormValues>(errors, options) };
};

/** An option's text, picture, description, conversions and prices. Saving publishes a version of the price book. */
export function OptionForm({
  optionId,
  opened,
  entry,
  book,
}: {
  optionId: string;
  opened: OpenedOption;
  entry: PriceBookEntry;
  book: LocalPriceBook;
}) {
  const { isOnline } = useSession();
  const { form, isChanged, isRefused, isSaving, conflict, save, resolveConflict, discard } = useOptionEditing({
    optionId,
    opened,
  });
  const barRef = useBottomBar();
  const formId = useId();
  const { errors } = form.formState;
  const option = entry.options.find(({ id }) => id === optionId);
  return (
    <>
      <form id={formId} className={classes.form} noValidate onSubmit={(event) => void save(event)}>
        {conflict && (
          <OptionConflict
            conflict={conflict}
            isSaving={isSaving}
            onResolve={(choices) => void resolveConflict(choices)}
          />
        )}
        <Panel title="Option" actions={option && <RetireOption option={option} version={book.version} />}>
          {option?.retired && (
            <p className={`${tables.note} ${classes.retired}`}>
              Retired: not offered any more. Estimates that have it keep it.
            </p>
          )}
          <div className={classes.fields}>
            <TextField {...form.register("value")} label="Text" error={errors.value?.message} autoComplete="off" />
            <PictureField form={form} />
            <DescriptionField form={form} />
          </div>
        </Panel>
        <PricesPanel form={form} entry={entry} book={book} />
        {isOnline && <OptionImpact form={form} optionId={optionId} />}
        <ConversionsPanel form={form} entry={entry} />
      </form>
      <div ref={barRef} className={`${tables.bar} ${classes.bar}`}>
        <p className={tables.barNote} data-tone={isRefused ? "bad" : undefined} role={isRefused ? "alert" : undefined}>
          {isRefused
            ? "The page has errors which must be fixed before saving"
            : isChanged
              ? isOnline
                ? "Not saved yet"
                : "Not saved yet. Saving waits for a signal."
              : "All changes saved"}
        </p>
        <Button size="lg" variant="secondary" disabled={!isChanged || isSaving} onClick={discard}>
          Discard
        </Button>
        <Button type="submit" form={formId} size="lg" disabled={!isChanged || !isOnline} loading={isSaving}>
          Save
        </Button>
      </div>
    </>
  );
}

function useOptionEditing({ optionId, opened }: { optionId: string; opened: OpenedOption }) {
  const client = useClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [conflict, setConflict] = useState<TwoVersionsDetails>();
  const [isSaving, setIsSaving] = useState(false);
  const form = useForm<OptionFormValues>({ defaultValues: toFormValues(opened), mode: "onTouched", resolver });
  // Every part is needed to say whether something changed.
  const values = useWatch({ control: form.control }) as OptionFormValues;
  const isChanged = hasChanges(values);

  useEffect(() => {
    // A newer version arrived: it is shown, unless somebody is typing over the former one. The server merges what they save.
    const shown = form.getValues();
    if (opened.version > shown.opened.version && !hasChanges(shown)) form.reset(toFormValues(opened));
  }, [form, opened]);

  useLeaveGuard({ hasChanges: useCallback(() => hasChanges(form.getValues()), [form]) });

  /** After a conflict: theirs as the ground, mine on top, and nothing lost on either side. */
  const rebase = async (mine: Partial<OptionParts>): Promise<void> => {
    await localData.sync.run();
    const newest = await localData.priceBook.read();
    const parts = partsOf(newest.entryById.get(entryIdOf(optionId)), optionId);
    if (!parts) return;
    const next = { version: newest.version, parts };
    form.reset(toFormValues(next, { ...parts, ...mine }));
  };

  const send = async (): Promise<void> => {
    const shown = form.getValues();
    const changed = changedParts(shown);
    const body = toOptionChange(shown.opened.version, changed);
    setIsSaving(true);
    try {
      const { version, field } = await client.call(
        "updateEstimateFieldOption",
        { params: { id: optionId as OptionId }, body },
        { idempotencyKey: keyOf({ optionId, body }) },
      );
      setConflict(undefined);
      form.reset(toFormValues({ version, parts: partsOf(field, optionId) ?? toParts(shown) }));
      notices.add({ message: `Saved as version ${String(version)}` });
      await localData.sync.run();
    } catch (error) {
      if (error instanceof Problem && error.code === "conflict") {
        const { conflicts = [], changedBy, changedTime } = error.details;
        setConflict({ conflicts, changedBy, changedTime });
        await rebase(changed);
      } else if (error instanceof Problem && error.status === 400) {
        for (const { field, message } of sortServerMessages({ problem: error, knownFields: OPTION_PARTS }).fields)
          if (field === "value" || field === "description") form.setError(field, { type: "server", message });
        await reportFailure(error);
      } else await reportFailure(error);
    } finally {
      setIsSaving(false);
    }
  };

  return {
    form,
    isChanged,
    isRefused: form.formState.isSubmitted && Object.keys(form.formState.errors).length > 0,
    isSaving,
    conflict,
    save: (event: React.SyntheticEvent) => form.handleSubmit(send)(event),
    resolveConflict: async (choices: Record<string, ConflictChoice>): Promise<void> => {
      const shown = form.getValues();
      const theirs = shown.opened.parts;
      const kept = Object.fromEntries(
        Object.entries(changedParts(shown)).filter(([part]) => choices[part] !== "theirs"),
      ) as Partial<OptionParts>;
      form.reset(toFormValues(shown.opened, { ...theirs, ...kept }));
      setConflict(undefined);
      if (Object.keys(kept).length > 0) await send();
    },
    discard: () => {
      setConflict(undefined);
      form.reset(toFormValues(opened));
    },
  };
}

/** "4.13" of "4.13.1". */
const entryIdOf = (optionId: string): string => optionId.slice(0, optionId.lastIndexOf("."));

/** A picture of the company's, a color, or none. */
function PictureField({ form }: { form: Form }) {
  const client = useClient();
  const { isOnline, reportFailure } = useSession();
  const url = useWatch({ control: form.control, name: "imageUrl" });
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<string>();
  const [isUploading, setIsUploading] = useState(false);
  const labelId = useId();

  const handleChange = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [chosen] = currentTarget.files ?? [];
    currentTarget.value = "";
    if (!chosen) return;
    setIsUploading(true);
    setMessage(undefined);
    try {
      const outcome = await uploadFile({ client, chosen, rules: IMAGE_RULES });
      if ("message" in outcome) setMessage(outcome.message);
      else form.setValue("imageUrl", outcome.file.url);
    } catch (error) {
      await reportFailure(error);
    } finally {
      setIsUploading(false);
    }
  };
  return (
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className={classes.label}>
        Picture
        {message !== undefined && <span className={classes.star}> *</span>}
      </div>
      <div className={classes.pictureLine}>
        <OptionPicture url={url || undefined} size={88} />
        <input
          ref={input}
          type="file"
          accept={acceptOf(IMAGE_RULES)}
          aria-label="Picture of the option"
          className={tables.hiddenFile}
          onChange={(event) => void handleChange(event)}
        />
        <Button variant="secondary" disabled={!isOnline} loading={isUploading} onClick={() => input.current?.click()}>
          {url ? "Replace picture" : "Choose picture"}
        </Button>
        {url && (
          <Button variant="tertiary" onClick={() => form.setValue("imageUrl", "")}>
            Remove picture
          </Button>
        )}
      </div>
      {message !== undefined && (
        <p role="alert" className={classes.error}>
          {message}
        </p>
      )}
    </div>
  );
}

const PRICING_LABELS: Record<number, string> = {
  [PRICING_MODES.uiMultipler]: "Per united inch",
  [PRICING_MODES.uiTiers]: "By united inches",
  [PRICING_MODES.widthHeightTiers]: "By width and height",
};

/** "Per piece": in the unit of the field, or of the line around it where the field has no quantity of its own. */
function pricePer(field: FieldDefinition): string {
  const counted = [...field.ancestors.map(fieldById), field].findLast(
    ({ dataType, allowQuantityChange }) => dataType === "number" || allowQuantityChange,
  );
  const word = unitWord(counted?.unit, 1);
  return word === "" ? "Each" : `Per ${word}`;
}

/** What the option costs: once for each set of choices around it that has a price of its own. */
function PricesPanel({ form, entry, book }: { form: Form; entry: PriceBookEntry; book: LocalPriceBook }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "variants", keyName: "key" });
  const sharedCount = entry.variants.filter(({ optionId, active }) => optionId === null && active).length;
  const ownPrice = {
    ...{ active: true, parentOptionIds: [], pricingMode: PRICING_MODES.standard },
    ...{ materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 },
  };
  return (
    <Panel
      title="Costs and prices"
      actions={
        <Button
          variant="tertiary"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => append(toVariantFormValues(ownPrice))}
        >
          Add a price
        </Button>
      }
    >
      {fields.length === 0 && <p className={tables.note}>This option has no price of its own.</p>}
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
      {sharedCount > 0 && (
        <p className={`${tables.note} ${classes.shared}`}>
          {sharedCount === 1 ? "One more price fits" : `${String(sharedCount)} more prices fit`} every option of this
          field; change {sharedCount === 1 ? "it" : "them"} in the spreadsheet.
        </p>
      )}
    </Panel>
  );
}

/** "Type: 5 inch K-style": an option around the line. */
function parentText(optionId: string, book: LocalPriceBook): string {
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
  form: Form;
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
        {title} <span className={classes.pricing}>{pricing}</span>
      </legend>
      {tiers ? (
        tiers.map((tier, tierIndex) => (
          <div key={tierText(tier)} className={classes.tier}>
            <div className={classes.tierTitle}>{tierText(tier)}</div>
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
      <div className={classes.variantFoot}>
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
  form: Form;
  path: `variants.${number}` | `variants.${number}.tiers.${number}`;
  errors: FieldErrors<Record<(typeof AMOUNT_NAMES)[number], string>> | undefined;
  /** What the amounts are for, to those who hear the form. */
  context: string;
}) {
  return (
    <div className={classes.amounts} role="group" aria-label={context}>
      {AMOUNT_NAMES.map((name) => (
        <TextField
          key={name}
          {...form.register(`${path}.${name}`)}
          label={amountLabel(name)}
          numeric
          autoComplete="off"
          error={errors?.[name]?.message}
        />
      ))}
    </div>
  );
}

/** Long enough that a price is typed to its end. */
const TYPED_AFTER_MS = 800;

/** What the prices as they are typed would do to open estimates, while they can be saved and differ from those in use. */
function OptionImpact({ form, optionId }: { form: Form; optionId: string }) {
  const values = useWatch({ control: form.control }) as OptionFormValues;
  const { variants } = changedParts(values);
  const isSound = variants !== undefined && checkOption(values).length === 0;
  const typed = isSound ? JSON.stringify(toOptionChange(values.opened.version, { variants })) : undefined;
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), TYPED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  if (asked === undefined || typed === undefined) return null;
  return (
    <PriceImpactPanel
      change={{ kind: "option", id: optionId as OptionId, option: JSON.parse(asked) as PriceBookOptionChange }}
    />
  );
}

/** What is sent of the parts that changed. */
const toOptionChange = (startedFrom: number, parts: Partial<OptionParts>): PriceBookOptionChange =>
  ({ startedFrom, ...parts }) as PriceBookOptionChange;

const CONVERSION_INDEXES = [1, 2, 3] as const;

/** Factors of the recommendations, where this option differs from its field. */
function ConversionsPanel({ form, entry }: { form: Form; entry: PriceBookEntry }) {
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
