import { Button } from "@mantine/core";
import { formatDate, MAX_TEMPLATE_NAME, type EstimateTemplate } from "@ridgebook/contract";
import { useState } from "react";
import tables from "#features/config/config.module.css";
import classes from "#features/config/estimate-templates/estimate-templates.module.css";
import { smallFormPlace } from "#features/config/kept-config-draft.ts";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { NameDialog } from "#forms/name-dialog.tsx";
import { useAttempt } from "#forms/use-attempt.ts";
import { useTemplates } from "#local-data/estimates/use-templates.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useWorkflows } from "#local-data/price-book/use-price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { RowList, RowListItem } from "#ui/row-list.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** The company's estimate templates: contents, author and time (TPL-09). */
export function EstimateTemplatesPage() {
  const templates = useTemplates().value?.filter(({ isCompanyWide }) => isCompanyWide);
  const workflows = useWorkflows().value;
  return (
    <div className={`${tables.page} ${classes.page} rb-titled-by-bar`}>
      <PageHeader title="Templates" />
      <div className={tables.content}>
        <OfflineBanner />
        <p className="rb-hint">
          New estimates can start from these. Make one on the page of an estimate: Save as template, for everybody in
          the company. Estimates that were made from a template stay as they are.
        </p>
        <Panel title="Templates of the company" padding="none">
          {!templates || !workflows ? (
            <SkeletonRows rows={3} label="Loading the templates" />
          ) : templates.length === 0 ? (
            <EmptyState
              title="No templates yet"
              text="Open an estimate that others should start from, and save it as a template."
            />
          ) : (
            <RowList label="Templates of the company">
              {templates.map((template) => (
                <TemplateRow key={template.id} template={template} workflows={workflows} />
              ))}
            </RowList>
          )}
        </Panel>
      </div>
    </div>
  );
}

/** "Roofing, Garage, Gutters": work categories in display order, further copies by their names. */
const workOf = (template: EstimateTemplate, workflows: readonly LocalWorkflow[]): string =>
  workflows
    .filter(({ id }) => template.workflowIds.includes(id))
    .flatMap(({ id, title, enabled }) => [
      enabled ? title : `${title} (switched off)`,
      ...template.duplicateWorkflows.filter(({ workflowId }) => workflowId === id).map(({ name }) => name),
    ])
    .join(", ");

function TemplateRow({ template, workflows }: { template: EstimateTemplate; workflows: readonly LocalWorkflow[] }) {
  const { id, name, madeBy, createdTime, holdsQuantities } = template;
  const localData = useLocalData();
  const { isOnline, timeZone } = useSession();
  const confirm = useConfirm();
  const [isRenaming, setIsRenaming] = useState(false);
  const { isBusy, attempt } = useAttempt();
  const day = formatDate({ time: createdTime, timeZone });

  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      message: "Nobody in the company can start from it any more. Estimates that were made from it stay.",
      confirmText: "Delete template",
      kind: "error",
    });
    if (!isSure) return;
    if (await attempt(() => localData.templates.remove(id))) notices.add({ message: `${name} is deleted` });
  };
  return (
    <RowListItem
      title={name}
      lines={[
        `${workOf(template, workflows)}${holdsQuantities ? ", with quantities" : ""}`,
        `Made by ${madeBy}, ${day}`,
      ]}
      actions={
        <>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Rename ${name}`}
            disabled={!isOnline || isBusy}
            onClick={() => setIsRenaming(true)}
          >
            Rename
          </Button>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Delete ${name}`}
            disabled={!isOnline || isBusy}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </>
      }
    >
      {isRenaming && (
        <NameDialog
          title={`Rename ${name}`}
          name={name}
          max={MAX_TEMPLATE_NAME}
          place={smallFormPlace("template", id)}
          onSave={(newName) => attempt(() => localData.templates.rename(id, newName))}
          onDismiss={() => setIsRenaming(false)}
        />
      )}
    </RowListItem>
  );
}
