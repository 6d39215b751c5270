import { Button } from "@mantine/core";
import { Problem, SECTION_PAIR_ID, UNORDERED_SECTION } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import tables from "#features/config/config.module.css";
import { readConfigDraft, SECTIONS_DRAFT, useConfigDraft } from "#features/config/kept-config-draft.ts";
import { namesChanged } from "#features/config/names-changed.ts";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { RestoredBanner } from "#features/config/restored-banner.tsx";
import {
  decideSection,
  decideWorkflow,
  listChanges,
  nameOfChange,
  NO_DRAFT,
  restoreSectionDraft,
  shownSection,
  shownWorkflow,
  type DecidedChange,
  type SectionDecision,
  type SectionDraft,
  type WorkflowDecision,
} from "#features/config/section-draft.ts";
import classes from "#features/config/sections.module.css";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useWorkflows } from "#local-data/price-book/use-price-book.ts";
import { useClient } from "#server-client/client-context.tsx";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

const GENERAL_ID = 0;

/** Which work categories and sections the company offers, and what it calls them (SET-23, SET-24). */
export function EstimateSectionsPage() {
  const localData = useLocalData();
  const { value: workflows, error } = useWorkflows();
  const kept = useLocalQuery(
    "settings",
    async () => {
      const values = await readConfigDraft(localData, SECTIONS_DRAFT);
      return { draft: values ? restoreSectionDraft(values) : NO_DRAFT };
    },
    [localData],
  );
  return (
    <div className={`${tables.page} ${tables.formPage}`}>
      <PageHeader title="Estimate sections" />
      {error !== undefined && !workflows && (
        <Panel as="div" padding="none">
          <EmptyState
            title="The sections could not be read"
            text={error instanceof Problem ? error.message : new Problem("unexpected").message}
          />
        </Panel>
      )}
      {!workflows && error === undefined && (
        <Panel as="div">
          <SkeletonRows rows={10} label="Loading the sections" />
        </Panel>
      )}
      {workflows && (kept.value || kept.error !== undefined) && (
        <SectionsForm workflows={workflows} restored={kept.value?.draft ?? NO_DRAFT} />
      )}
    </div>
  );
}

function SectionsForm({
  workflows,
  restored,
}: {
  workflows: readonly LocalWorkflow[];
  /** What was decided in a tab that is gone. */
  restored: SectionDraft;
}) {
  const { isOnline } = useSession();
  const barRef = useBottomBar();
  const { draft, change, changes, errors, isRestored, isSaving, save, discard } = useSectionsEditing(
    workflows,
    restored,
  );
  const isChanged = changes.length > 0;
  return (
    <>
      <form
        id="sections"
        className={tables.content}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <OfflineBanner />
        {isRestored && <RestoredBanner />}
        {workflows.map((workflow) => (
          <WorkflowPanel
            key={workflow.id}
            workflow={shownWorkflow(draft, workflow)}
            sections={workflow.sections.map((section) => shownSection(draft, section))}
            errors={errors}
            onDecide={(decision) => change((before) => decideWorkflow(before, workflow, decision))}
            onDecideSection={(id, decision) => {
              const section = workflow.sections.find((one) => one.id === id);
              if (section) change((before) => decideSection(before, section, decision));
            }}
          />
        ))}
      </form>
      <div ref={barRef} className={`${tables.bar} ${classes.bar}`} data-ground="surface">
        <p className={tables.barNote}>
          {!isChanged
            ? "All changes saved"
            : `${namesChanged([...new Set(changes.map(nameOfChange))])}: not saved yet, kept on this device.${isOnline ? "" : " Saving waits for a signal."}`}
        </p>
        <Button size="lg" variant="secondary" disabled={!isChanged || isSaving} onClick={discard}>
          Discard
        </Button>
        <Button type="submit" form="sections" size="lg" disabled={!isChanged || !isOnline} loading={isSaving}>
          Save
        </Button>
      </div>
    </>
  );
}

function useSectionsEditing(workflows: readonly LocalWorkflow[], restored: SectionDraft) {
  const client = useClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [draft, setDraft] = useState<SectionDraft>(restored);
  const [first] = useState(restored);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const changes = listChanges(draft, workflows);

  const { keep, drop } = useConfigDraft<SectionDraft>(SECTIONS_DRAFT);
  const hasChanges = changes.length > 0;
  const kept = useRef(draft);
  useEffect(() => {
    // What was read from the device, and what was just dropped from it, needs no keeping.
    if (kept.current === draft) return;
    kept.current = draft;
    keep(hasChanges ? draft : undefined);
  }, [draft, hasChanges, keep]);
  const clear = (): Promise<void> => {
    kept.current = NO_DRAFT;
    setDraft(NO_DRAFT);
    return drop();
  };

  const latestCount = useRef(0);
  useEffect(() => {
    latestCount.current = changes.length;
  });
  useLeaveGuard({ hasChanges: useCallback(() => latestCount.current > 0, []), onDiscard: drop });

  const send = async (change: DecidedChange): Promise<void> => {
    const options = { idempotencyKey: keyOf(change) };
    if (change.kind === "workflow")
      await client.call(
        "updateEstimateWorkflow",
        { params: { id: String(change.workflow.id) }, body: change.body },
        options,
      );
    else
      await client.call(
        "updateEstimateSection",
        { params: { id: String(change.section.id) }, body: change.body },
        options,
      );
  };

  const save = async (): Promise<void> => {
    setIsSaving(true);
    setErrors({});
    try {
      for (const change of changes) {
        try {
          await send(change);
        } catch (error) {
          if (error instanceof Problem && error.status === 400) {
            const { fields } = sortServerMessages({ problem: error, knownFields: ["alias", "description", "enabled"] });
            setErrors(Object.fromEntries(fields.map(({ field, message }) => [errorKey(change, field), message])));
          }
          throw error;
        }
      }
      await localData.sync.run();
      await clear();
      notices.add({ message: "Saved" });
    } catch (error) {
      await reportFailure(error);
      // What was sent before one was refused is saved.
      await localData.sync.run();
    } finally {
      setIsSaving(false);
    }
  };

  return {
    draft,
    changes,
    errors,
    isRestored: hasChanges && first !== NO_DRAFT && draft === first,
    isSaving,
    save,
    change: (decide: (before: SectionDraft) => SectionDraft): void => setDraft(decide),
    discard: (): void => {
      void clear();
      setErrors({});
    },
  };
}

const errorKey = (change: DecidedChange, field: string): string =>
  change.kind === "workflow"
    ? `${String(change.workflow.id)} ${field}`
    : `${String(change.section.workflowId)} ${String(change.section.id)} ${field}`;

function WorkflowPanel({
  workflow,
  sections,
  errors,
  onDecide,
  onDecideSection,
}: {
  workflow: LocalWorkflow;
  sections: readonly LocalSection[];
  errors: Readonly<Record<string, string>>;
  onDecide: (decision: Partial<WorkflowDecision>) => void;
  onDecideSection: (id: number, decision: Partial<SectionDecision>) => void;
}) {
  const { id, enabled, alias } = workflow;
  const ownName = WORKFLOWS.find((known) => known.id === id)?.name ?? "";
  return (
    <Panel title={alias || ownName} padding="none">
      <div className={classes.workflow}>
        <div className={classes.alias}>
          <TextField
            label="Own name"
            aria-label={`Own name of ${ownName}`}
            placeholder={ownName}
            value={alias}
            maxLength={100}
            autoComplete="off"
            error={errors[`${String(id)} alias`]}
            onChange={(event) => onDecide({ alias: event.currentTarget.value })}
          />
        </div>
        <CheckboxField
          label="Offered"
          aria-label={`${ownName} is offered`}
          checked={enabled}
          disabled={id === GENERAL_ID}
          error={errors[`${String(id)} enabled`]}
          hint={id === GENERAL_ID ? "Always offered. An estimate can do without it." : undefined}
          onChange={(event) => onDecide({ enabled: event.currentTarget.checked })}
        />
      </div>
      <table className={`${tables.table} ${classes.sections}`}>
        <caption className="rb-visually-hidden">Sections of {ownName}</caption>
        <colgroup>
          <col style={{ width: "4.75rem" }} />
          <col />
          <col style={{ width: "8.25rem" }} />
          <col style={{ width: "8.75rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Section</th>
            <th scope="col">Offered</th>
            <th scope="col">Optional</th>
          </tr>
        </thead>
        <tbody>
          {sections.map((section) => (
            <SectionRow
              key={section.id}
              section={section}
              error={errors[`${String(id)} ${String(section.id)} description`]}
              onDecide={(decision) => onDecideSection(section.id, decision)}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** The place among the steps; Notes, Discount and pairs stand outside. */
const orderText = (order: number): string => (order === 0 || order === UNORDERED_SECTION ? "–" : String(order));

function SectionRow({
  section,
  error,
  onDecide,
}: {
  section: LocalSection;
  error: string | undefined;
  onDecide: (decision: Partial<SectionDecision>) => void;
}) {
  const { id, order, name, description, enabled, optional } = section;
  const isPair = id === SECTION_PAIR_ID;
  const title = isPair ? description || "The pair" : name;
  return (
    <tr className={tables.row}>
      <td className={orderText(order) === "–" ? tables.nothing : classes.order}>{orderText(order)}</td>
      <td>
        {isPair ? (
          <TextField
            aria-label="What the pair of sections is called"
            value={description}
            maxLength={500}
            autoComplete="off"
            error={error}
            hint="Adds or removes both of its sections together."
            onChange={(event) => onDecide({ description: event.currentTarget.value })}
          />
        ) : (
          name
        )}
      </td>
      <td>
        <CheckboxField
          label={<span className={classes.boxLabel}>Offered</span>}
          aria-label={`${title} is offered`}
          checked={enabled}
          onChange={(event) => onDecide({ enabled: event.currentTarget.checked })}
        />
      </td>
      <td>
        <CheckboxField
          label={<span className={classes.boxLabel}>Optional</span>}
          aria-label={`${title} is optional`}
          checked={optional}
          onChange={(event) => onDecide({ optional: event.currentTarget.checked })}
        />
      </td>
    </tr>
  );
}
