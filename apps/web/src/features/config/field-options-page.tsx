import { Button } from "@mantine/core";
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
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { hasNeedPanel, NeedPanel } from "#features/config/need-panel.tsx";
import { optionDraftId, readConfigDraft } from "#features/config/kept-config-draft.ts";
import { OptionForm } from "#features/config/option-form/option-form.tsx";
import { partsOf, restoreOptionForm } from "#features/config/option-form/option-form-values.ts";
import { OptionList } from "#features/config/option-list.tsx";
import { PriceWarnings } from "#features/config/price-warnings.tsx";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";
import { usePriceBook, useWorkflows } from "#local-data/price-book/use-price-book.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

interface OptionsSearch {
  field?: string;
  option?: string;
}

/** One field, its options, and one of them to be edited (SET-26). */
export function FieldOptionsPage() {
  const { value: book, isLoading } = usePriceBook();
  return (
    <div className={`${tables.page} ${tables.formPage}`}>
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

/** The fields that offer something or whose need can be set, in the catalogue's order. */
const fieldsWithOptions = ({ entryById }: LocalPriceBook) =>
  FIELDS.filter((field) => {
    const entry = entryById.get(field.id);
    return entry && (entry.options.length > 0 || hasNeedPanel(field));
  });

function Options({ book }: { book: LocalPriceBook }) {
  const localData = useLocalData();
  const search: OptionsSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { value: workflows } = useWorkflows();
  const fields = useMemo(() => fieldsWithOptions(book), [book]);
  const field = fields.find(({ id }) => id === search.field) ?? fields[0];
  const entry = field && book.entryById.get(field.id);
  const option = entry?.options.find(({ id }) => id === search.option) ?? entry?.options[0];
  const opened = useMemo(() => {
    const parts = option && partsOf(entry, option.id);
    return parts && { version: book.version, parts };
  }, [book, entry, option]);

  if (!field || !entry)
    return (
      <Panel as="div" padding="none">
        <EmptyState
          title="No field has options yet"
          text="They come with the price book, or with a spreadsheet that is imported."
          action={
            <Button variant="secondary" onClick={() => void localData.sync.run()}>
              Try again
            </Button>
          }
        />
      </Panel>
    );

  const show = (fieldId: FieldId | undefined): void =>
    void navigate({ to: "/config/estimate-field-options", search: { field: fieldId } });
  const offered = WORKFLOWS.filter(({ id }) => fields.some(({ workflowId }) => workflowId === id));
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
      {hasNeedPanel(field) && (
        <div className={classes.needOfField}>
          <NeedPanel key={entry.id} field={field} entry={entry} version={book.version} />
        </div>
      )}
      <PriceWarnings warnings={chargesNoIceBarrier(entry) ? [NO_ICE_BARRIER_IS_CHARGED] : []} />
      {option && opened && (
        <div className={classes.columns}>
          <OptionList key={entry.id} entry={entry} optionId={option.id} version={book.version} />
          <KeptOptionForm key={option.id} optionId={option.id} opened={opened} entry={entry} book={book} />
        </div>
      )}
    </>
  );
}

/** The form, once it is known what was typed in it before. */
function KeptOptionForm(form: Omit<ComponentProps<typeof OptionForm>, "restored">) {
  const localData = useLocalData();
  const { optionId } = form;
  const { value: kept, error } = useLocalQuery(
    "settings",
    async () => ({ form: restoreOptionForm(await readConfigDraft(localData, optionDraftId(optionId))) }),
    [localData, optionId],
  );
  if (!kept && error === undefined) return <SkeletonRows rows={8} label="Loading the option" />;
  return <OptionForm {...form} restored={kept?.form} />;
}
