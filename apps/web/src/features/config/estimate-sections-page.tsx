import { Button } from "@mantine/core";
import { Problem, SECTION_PAIR_ID } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useState } from "react";
import tables from "#features/config/config.module.css";
import { readConfigDraft, SECTIONS_DRAFT } from "#features/config/kept-config-draft.ts";
import { namesChanged } from "#ui/names-changed.ts";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { RestoredBanner } from "#features/config/restored-banner.tsx";
import {
  decideSection,
  decideWorkflow,
  isStep,
  labelOfConflict,
  moveSection,
  nameOfChange,
  NO_DRAFT,
  restoreSectionDraft,
  shownSections,
  shownWorkflow,
  type SectionDecision,
  type SectionDraft,
  type WorkflowDecision,
} from "#features/config/section-draft.ts";
import classes from "#features/config/sections.module.css";
import { useSectionsEditing } from "#features/config/use-sections-editing.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useWorkflows } from "#local-data/price-book/use-price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { TwoVersions } from "#features/config/two-versions.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { TableHead } from "#ui/table-head.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";

const GENERAL_ID = 0;

/** Which work categories and sections the company offers, and their names (SET-23, SET-24). */
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
    <div className={`${tables.page} ${tables.formPage} rb-titled-by-bar`}>
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
  /** Decisions from a closed tab. */
  restored: SectionDraft;
}) {
  const { isOnline } = useSession();
  const barRef = useBottomBar();
  const { draft, change, changes, conflict, errors, isRestored, isSaving, save, resolveConflict, discard } =
    useSectionsEditing(workflows, restored);
  const [said, setSaid] = useState("");
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
        {conflict && (
          <TwoVersions
            conflict={conflict}
            isSaving={isSaving}
            labelOf={(field) => labelOfConflict(field, conflict.changes)}
            show={(_field, value) => <>{typeof value === "boolean" ? (value ? "Yes" : "No") : String(value)}</>}
            onResolve={(choices) => void resolveConflict(choices)}
          />
        )}
        <p role="status" className="rb-visually-hidden">
          {said}
        </p>
        {workflows.map((workflow) => (
          <WorkflowPanel
            key={workflow.id}
            workflow={shownWorkflow(draft, workflow)}
            sections={shownSections(draft, workflow)}
            errors={errors}
            onDecide={(decision) => change((before) => decideWorkflow(before, workflow, decision))}
            onDecideSection={(id, decision) => {
              const section = workflow.sections.find((one) => one.id === id);
              if (section) change((before) => decideSection(before, section, decision));
            }}
            onMove={({ id, title }, by, place) => {
              change((before) => moveSection(before, workflow, { id, by }));
              setSaid(`${title} is step ${String(place)}`);
            }}
          />
        ))}
      </form>
      <div ref={barRef} className="rb-bar" data-ground="surface">
        <p className="rb-bar-note">
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

function WorkflowPanel({
  workflow,
  sections,
  errors,
  onDecide,
  onDecideSection,
  onMove,
}: {
  workflow: LocalWorkflow;
  sections: readonly LocalSection[];
  errors: Readonly<Record<string, string>>;
  onDecide: (decision: Partial<WorkflowDecision>) => void;
  onDecideSection: (id: number, decision: Partial<SectionDecision>) => void;
  onMove: (section: LocalSection, by: -1 | 1, place: number) => void;
}) {
  const stepCount = sections.filter(isStep).length;
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
      <table className={`rb-table ${classes.sections}`}>
        <caption className="rb-visually-hidden">Sections of {ownName}</caption>
        <colgroup>
          <col style={{ width: "4.75rem" }} />
          <col />
          <col style={{ width: "8.25rem" }} />
          <col style={{ width: "8.75rem" }} />
          <col style={{ width: "6.5rem" }} />
        </colgroup>
        <TableHead columns={["Step", "Section", "Offered", "Optional", "Order"]} />
        <tbody>
          {sections.map((section, index) => (
            <SectionRow
              key={section.id}
              section={section}
              index={index}
              stepCount={stepCount}
              onMove={(by) => onMove(section, by, index + by + 1)}
              error={errors[`${String(id)} ${String(section.id)} description`]}
              onDecide={(decision) => onDecideSection(section.id, decision)}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** The place among the steps; Notes, Discount and pairs are not among them. */
const orderText = (section: LocalSection): string => (isStep(section) ? String(section.order) : "–");

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true };

function SectionRow({
  section,
  index,
  stepCount,
  onMove,
  error,
  onDecide,
}: {
  section: LocalSection;
  /** Its place in the table, where steps come first. */
  index: number;
  stepCount: number;
  onMove: (by: -1 | 1) => void;
  error: string | undefined;
  onDecide: (decision: Partial<SectionDecision>) => void;
}) {
  const { id, name, description, enabled, optional } = section;
  const isPair = id === SECTION_PAIR_ID;
  const title = isPair ? description || "The pair" : name;
  return (
    <tr className={tables.row}>
      <td className={isStep(section) ? classes.order : tables.nothing}>{orderText(section)}</td>
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
      <td>
        {isStep(section) && (
          <span className={classes.moves}>
            <IconButton
              label={`Move up: ${title}`}
              icon={<IconArrowUp {...ICON} />}
              aria-disabled={index === 0}
              onClick={() => index > 0 && onMove(-1)}
            />
            <IconButton
              label={`Move down: ${title}`}
              icon={<IconArrowDown {...ICON} />}
              aria-disabled={index === stepCount - 1}
              onClick={() => index < stepCount - 1 && onMove(1)}
            />
          </span>
        )}
      </td>
    </tr>
  );
}
