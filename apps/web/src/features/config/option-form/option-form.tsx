import { Button } from "@mantine/core";
import type { PriceBookEntry } from "@ridgebook/estimating";
import { useId, useState } from "react";
import tables from "#features/config/config.module.css";
import { DescriptionField } from "#features/config/option-form/description-field.tsx";
import classes from "#features/config/field-options.module.css";
import { OptionConflict } from "#features/config/option-form/option-conflict.tsx";
import { OptionConversionsPanel } from "#features/config/option-form/option-conversions-panel.tsx";
import type { OpenedOption, OptionFormValues } from "#features/config/option-form/option-form-values.ts";
import { OptionImpact } from "#features/config/option-form/option-impact.tsx";
import { OptionPictureField } from "#features/config/option-form/option-picture-field.tsx";
import { OptionPricesPanel } from "#features/config/option-form/option-prices-panel.tsx";
import { RetireOption } from "#features/config/option-form/retire-option.tsx";
import { namesChanged } from "#features/config/names-changed.ts";
import { RestoredBanner } from "#features/config/restored-banner.tsx";
import { useOptionEditing } from "#features/config/option-form/use-option-editing.ts";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";

/** An option's text, picture, description, conversions and prices. Saving publishes a version of the price book. */
export function OptionForm({
  optionId,
  opened,
  restored,
  entry,
  book,
}: {
  optionId: string;
  opened: OpenedOption;
  /** What was typed in a tab that is gone. */
  restored: OptionFormValues | undefined;
  entry: PriceBookEntry;
  book: LocalPriceBook;
}) {
  const { isOnline } = useSession();
  const { form, isChanged, changedLabels, isRefused, isSaving, conflict, save, resolveConflict, discard } =
    useOptionEditing({ optionId, opened, restored });
  const [isUntouched, setIsUntouched] = useState(restored !== undefined);
  const barRef = useBottomBar();
  const formId = useId();
  const { errors } = form.formState;
  const option = entry.options.find(({ id }) => id === optionId);
  return (
    <>
      <form
        id={formId}
        className={classes.form}
        noValidate
        onInput={() => setIsUntouched(false)}
        onSubmit={(event) => void save(event)}
      >
        {isChanged && isUntouched && <RestoredBanner />}
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
            <OptionPictureField form={form} />
            <DescriptionField form={form} />
          </div>
        </Panel>
        <OptionPricesPanel form={form} entry={entry} book={book} />
        {isOnline && <OptionImpact form={form} optionId={optionId} />}
        <OptionConversionsPanel form={form} entry={entry} />
      </form>
      <div ref={barRef} className={`${tables.bar} ${classes.bar}`} data-ground="surface">
        <p className={tables.barNote} data-tone={isRefused ? "bad" : undefined} role={isRefused ? "alert" : undefined}>
          {isRefused
            ? "The page has errors which must be fixed before saving"
            : isChanged
              ? `${namesChanged(changedLabels)}: not saved yet, kept on this device.${isOnline ? "" : " Saving waits for a signal."}`
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
