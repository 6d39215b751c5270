import type { OptionId, PriceBookEntry } from "@ridgebook/estimating";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import classes from "#features/config/field-options.module.css";
import { WHOLE_FIELD } from "#features/config/fields-search.ts";
import { DescriptionField } from "#features/config/option-form/description-field.tsx";
import { OptionConflict } from "#features/config/option-form/option-conflict.tsx";
import { OptionConversionsPanel } from "#features/config/option-form/option-conversions-panel.tsx";
import {
  changedParts,
  choicesOffering,
  checkOption,
  toOptionChange,
  type OpenedOption,
  type OptionFormValues,
} from "#features/config/option-form/option-form-values.ts";
import { OptionPictureField } from "#features/config/option-form/option-picture-field.tsx";
import { optionSubject } from "#features/config/option-form/option-subject.ts";
import { RetireDialog, RetireOption } from "#features/config/option-form/retire-option.tsx";
import { PriceFormFrame } from "#features/config/price-form/price-form-frame.tsx";
import { parentText, PricesPanel, SpreadsheetNote } from "#features/config/price-form/prices-panel.tsx";
import { TypedImpact } from "#features/config/price-form/typed-impact.tsx";
import { usePriceForm } from "#features/config/price-form/use-price-form.ts";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";

/** An option's text, picture, description, conversions and prices. Saving publishes a version of the price book. */
export function OptionForm({
  optionId,
  opened,
  restored,
  entry,
  book,
}: {
  optionId: OptionId;
  opened: OpenedOption;
  /** The draft of a closed tab. */
  restored: OptionFormValues | undefined;
  entry: PriceBookEntry;
  book: LocalPriceBook;
}) {
  const { isOnline } = useSession();
  const subject = useMemo(() => optionSubject(optionId), [optionId]);
  const priceForm = usePriceForm({ subject, opened, restored });
  const { form, values } = priceForm;
  const [isRetiring, setIsRetiring] = useState(false);
  const { errors } = form.formState;
  const option = entry.options.find(({ id }) => id === optionId);
  const { variants } = changedParts(values);
  const isPriced = variants !== undefined && checkOption(values).length === 0;
  return (
    <>
      <PriceFormFrame
        priceForm={priceForm}
        isRestored={restored !== undefined}
        renderConflict={(props) => <OptionConflict {...props} />}
      >
        <Panel
          title="Option"
          actions={option && <RetireOption option={option} version={book.version} onAsk={() => setIsRetiring(true)} />}
        >
          {option?.retired && (
            <p className={`rb-hint ${classes.retired}`}>
              Retired: not offered any more. Estimates that have it keep it.
            </p>
          )}
          <div className={classes.fields}>
            <TextField
              {...form.register("value")}
              label="Text"
              hint="What salespeople choose, and papers say."
              error={errors.value?.message}
              autoComplete="off"
            />
            <OptionPictureField form={form} />
            <DescriptionField form={form} />
          </div>
          <OfferedWith entry={entry} optionId={optionId} book={book} />
        </Panel>
        <PricesPanel entry={entry} book={book} nothing="This option has no price of its own.">
          <SharedPrices entry={entry} />
        </PricesPanel>
        {isOnline && (
          <TypedImpact
            change={
              isPriced
                ? { kind: "option", id: optionId, option: toOptionChange(values.opened.version, { variants }) }
                : undefined
            }
          />
        )}
        <OptionConversionsPanel form={form} entry={entry} />
      </PriceFormFrame>
      {option && isRetiring && (
        <RetireDialog option={option} version={book.version} onDone={() => setIsRetiring(false)} />
      )}
    </>
  );
}

/** At most this many choices are named. */
const NAMED_CHOICES = 6;

/** Says which other choices an option is offered with, if that is limited. */
function OfferedWith({ entry, optionId, book }: { entry: PriceBookEntry; optionId: OptionId; book: LocalPriceBook }) {
  const choices = choicesOffering(entry, optionId)?.map((id) => parentText(id, book)) ?? [];
  const hidden = choices.length - NAMED_CHOICES;
  return (
    <SpreadsheetNote isShown={choicesOffering(entry, optionId) !== undefined}>
      {choices.length === 0
        ? "Offered with none of the choices that this field depends on."
        : `Offered only with ${choices.slice(0, NAMED_CHOICES).join("; ")}${hidden > 0 ? `; and ${String(hidden)} more` : ""}.`}{" "}
      That is changed in the
    </SpreadsheetNote>
  );
}

/** A note about prices that apply to every option, so they are not in the form. */
function SharedPrices({ entry }: { entry: PriceBookEntry }) {
  const count = entry.variants.filter(({ optionId, active }) => optionId === null && active).length;
  if (count === 0) return null;
  return (
    <p className={`rb-hint ${classes.shared}`}>
      {count === 1 ? "One more price fits" : `${String(count)} more prices fit`} every option of this field.{" "}
      <Link to="/config/estimate-field-options" search={{ field: entry.id, option: WHOLE_FIELD }}>
        Change {count === 1 ? "it" : "them"}
      </Link>
    </p>
  );
}
