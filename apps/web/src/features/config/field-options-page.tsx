import {
  chargesNoIceBarrier,
  FIELDS,
  findField,
  NO_ICE_BARRIER_IS_CHARGED,
  WORKFLOWS,
  type FieldId,
} from "@ridgebook/estimating";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, type ComponentProps } from "react";
import tables from "#features/config/config.module.css";
import { fieldName } from "#features/config/config-texts.ts";
import classes from "#features/config/field-options.module.css";
import { NotHereYet } from "#features/config/not-here-yet.tsx";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { FieldForm } from "#features/config/field-form/field-form.tsx";
import { partsOfField, restoreFieldForm, settingsOfField } from "#features/config/field-form/field-form-values.ts";
import { WHOLE_FIELD } from "#features/config/fields-search.ts";
import { fieldDraftId, optionDraftId, readConfigDraft } from "#features/config/kept-config-draft.ts";
import { OptionForm } from "#features/config/option-form/option-form.tsx";
import { partsOf, restoreOptionForm } from "#features/config/option-form/option-form-values.ts";
import { borrowersOf, lenderOf } from "#features/config/lent-fields.ts";
import { OptionList } from "#features/config/option-list.tsx";
import { PriceWarnings } from "#features/config/price-warnings.tsx";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";
import { usePriceBook, useWorkflows } from "#local-data/price-book/use-price-book.ts";
import { listText } from "#ui/counted-text.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

interface OptionsSearch {
  field?: string;
  option?: string;
}

/** A field with its options; one of them, or the field itself, is edited (SET-26). */
export function FieldOptionsPage() {
  const { value: book, isLoading } = usePriceBook();
  return (
    <div className={`${tables.page} ${tables.formPage} rb-titled-by-bar`}>
      <PageHeader title="Field options" />
      {!book && (
        <Panel as="div">
          <SkeletonRows rows={8} label="Loading the price book" />
        </Panel>
      )}
      {book && (book.version > 0 || !isLoading) && <Options book={book} />}
    </div>
  );
}

/** The fields with options or editable parts, in the catalogue's order. */
const fieldsToEdit = ({ entryById }: LocalPriceBook) =>
  FIELDS.filter((field) => {
    const entry = entryById.get(field.id);
    return entry && (entry.options.length > 0 || settingsOfField(field, entry));
  });

function Options({ book }: { book: LocalPriceBook }) {
  const search: OptionsSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { value: workflows } = useWorkflows();
  const fields = useMemo(() => fieldsToEdit(book), [book]);
  const asked = findField(search.field ?? "");
  // A field that borrows from another one has no page: edits of the other count for both.
  const shownId = asked && (lenderOf(asked, book) ?? asked).id;
  const field = fields.find(({ id }) => id === shownId) ?? fields[0];
  const entry = field && book.entryById.get(field.id);
  const settings = field && settingsOfField(field, entry);
  const isWhole = search.option === WHOLE_FIELD && settings !== undefined;
  const option = isWhole ? undefined : (entry?.options.find(({ id }) => id === search.option) ?? entry?.options[0]);

  if (!field || !entry)
    return (
      <NotHereYet
        title="No field can be set yet"
        text="They come with the price book, or with a spreadsheet that is imported."
      />
    );

  const show = (fieldId: FieldId | undefined): void =>
    void navigate({ to: "/config/estimate-field-options", search: { field: fieldId } });
  const offered = WORKFLOWS.filter(({ id }) => fields.some(({ workflowId }) => workflowId === id));
  const borrowers = [...new Set(borrowersOf(field, book).map(({ workflowId }) => workflowId))];
  const titleOf = ({ id, name }: (typeof WORKFLOWS)[number]): string =>
    workflows?.find((workflow) => workflow.id === id)?.title ?? name;
  return (
    <>
      <div className={`${tables.toolbar} ${classes.choose}`}>
        <div className={tables.choice}>
          <SelectField
            label="Work category"
            value={String(field.workflowId)}
            options={offered.map((workflow) => ({ value: String(workflow.id), label: titleOf(workflow) }))}
            onChange={(event) => {
              const workflowId = Number(event.currentTarget.value);
              show(fields.find((one) => one.workflowId === workflowId)?.id);
            }}
          />
        </div>
        <div className={classes.field}>
          <SelectField
            label="Field"
            value={field.id}
            options={fields
              .filter(({ workflowId }) => workflowId === field.workflowId)
              .map((one) => ({ value: one.id, label: `${fieldName(one)} (${one.id})` }))}
            onChange={(event) => show(findField(event.currentTarget.value)?.id)}
          />
        </div>
      </div>
      <OfflineBanner />
      {borrowers.length > 0 && (
        <p className={`rb-hint ${classes.counts}`}>
          What is set here also counts in{" "}
          {listText(WORKFLOWS.filter(({ id }) => borrowers.includes(id)).map((workflow) => titleOf(workflow)))}.
        </p>
      )}
      <PriceWarnings warnings={chargesNoIceBarrier(entry) ? [NO_ICE_BARRIER_IS_CHARGED] : []} />
      <div className={`rb-stack ${classes.columns}`}>
        {entry.options.length > 0 && (
          <OptionList
            key={entry.id}
            entry={entry}
            optionId={option?.id}
            version={book.version}
            hasSettings={settings !== undefined}
          />
        )}
        {option ? (
          <KeptOptionForm key={option.id} optionId={option.id} entry={entry} book={book} />
        ) : (
          settings && <KeptFieldForm key={field.id} field={field} settings={settings} entry={entry} book={book} />
        )}
      </div>
    </>
  );
}

/** The draft of a form, once the device has loaded it. */
function useKeptForm<Values>(id: number, restore: (kept: Readonly<Record<string, unknown>> | undefined) => Values) {
  const localData = useLocalData();
  const { value, error } = useLocalQuery(
    "settings",
    async () => ({ form: restore(await readConfigDraft(localData, id)) }),
    [localData, id],
  );
  return value ?? (error === undefined ? undefined : { form: undefined });
}

function KeptOptionForm({
  optionId,
  entry,
  book,
}: Pick<ComponentProps<typeof OptionForm>, "optionId" | "entry" | "book">) {
  const kept = useKeptForm(optionDraftId(optionId), restoreOptionForm);
  const opened = useMemo(() => {
    const parts = partsOf(entry, optionId);
    return parts && { version: book.version, parts };
  }, [book, entry, optionId]);
  if (!kept || !opened) return <SkeletonRows rows={8} label="Loading the option" />;
  return <OptionForm optionId={optionId} entry={entry} book={book} opened={opened} restored={kept.form} />;
}

function KeptFieldForm(form: Pick<ComponentProps<typeof FieldForm>, "field" | "settings" | "entry" | "book">) {
  const { field, entry, book } = form;
  const kept = useKeptForm(fieldDraftId(field.id), restoreFieldForm);
  const opened = useMemo(() => {
    const parts = partsOfField(entry);
    return parts && { version: book.version, parts };
  }, [book, entry]);
  if (!kept || !opened) return <SkeletonRows rows={8} label="Loading the field" />;
  return <FieldForm {...form} opened={opened} restored={kept.form} />;
}
