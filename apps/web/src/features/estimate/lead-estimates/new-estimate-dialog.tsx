import { MAX_TEMPLATE_NAME, type EstimateTemplate } from "@ridgebook/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { suggestEstimateName } from "#features/estimate/lead-estimates/estimate-names.ts";
import { workOfLead } from "#features/estimate/lead-estimates/estimate-rows.ts";
import { firstStepPath, leftOutNotice } from "#features/estimate/lead-estimates/start-from-template.ts";
import { TemplateList } from "#features/estimate/lead-estimates/template-list.tsx";
import { estimatePath } from "#features/estimate/paths.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import dialogClasses from "#ui/dialogs/form-dialog.module.css";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { NameDialog } from "#forms/name-dialog.tsx";
import { useTemplates } from "#local-data/estimates/use-templates.ts";
import { MAX_ESTIMATE_NAME, readName } from "#forms/read-name.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { refusalText } from "#features/estimate/summary/use-save-estimate.ts";
import { NOT_MADE, type LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { usePriceRefresh } from "#local-data/price-book/use-price-refresh.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { notices } from "#ui/notices/notices.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

const NO_PRICES = "The price book is not on this device yet. It comes with the next signal.";

/**
 * Asks for a new estimate's workflows and name, creates it with the newest prices and opens it. Suggests what the lead asked for. A
 * template needs one press.
 */
export function NewEstimateDialog({
  leadId,
  lead,
  estimates,
  workflows,
  onDismiss,
}: {
  leadId: number;
  lead: LocalLead | undefined;
  /** The lead's existing estimates. */
  estimates: readonly LocalEstimate[];
  workflows: readonly LocalWorkflow[];
  onDismiss: () => void;
}) {
  const localData = useLocalData();
  const { isBusy, attempt } = useAttempt();
  const { attempt: attemptRename } = useAttempt();
  const navigate = useNavigate();
  const offered = workflows.filter(({ enabled }) => enabled);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(workOfLead(lead, workflows)));
  /** Until the person types a name, it follows the workflows. */
  const [typedName, setTypedName] = useState<string>();
  const [error, setError] = useState("");
  usePriceRefresh();
  const [renamed, setRenamed] = useState<EstimateTemplate>();
  const templates = useTemplates().value ?? [];
  const name =
    typedName ??
    suggestEstimateName({
      titles: offered.filter(({ id }) => chosen.has(id) && id !== 0).map(({ title }) => title),
      taken: estimates.map((estimate) => estimate.name),
    });

  const withPrices = (work: (version: number) => Promise<void>) =>
    attempt(async () => {
      const { version, isComplete } = await localData.priceBook.read();
      if (version === 0 || !isComplete) setError(NO_PRICES);
      else await work(version);
    });

  /** `isStarted` opens the first step, as for an estimate from a template. */
  const create = async (isStarted: boolean): Promise<void> => {
    const read = readName(name, MAX_ESTIMATE_NAME);
    if (read.error !== undefined) {
      setError(read.error);
      return;
    }
    await withPrices(async (version) => {
      const workflowIds = offered.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
      const result = await localData.estimates.create({
        leadId,
        name: read.name,
        workflowIds,
        priceBookVersion: version,
      });
      if (result.outcome === "refused") notices.add({ message: refusalText(result.problem), type: "error" });
      const work = { workflowIds, duplicateWorkflows: [], optionalSections: [] };
      await navigate(linkTo(isStarted ? firstStepPath(result.id, work, workflows) : estimatePath(result.id)));
    });
  };

  const startFrom = (template: EstimateTemplate) =>
    withPrices(async () => {
      const newName = suggestEstimateName({ titles: [template.name], taken: estimates.map((each) => each.name) });
      const { leftOut, ...result } = await localData.estimates.createFromTemplate(template, { leadId, name: newName });
      if (result.outcome === "refused") notices.add({ message: refusalText(result.problem), type: "error" });
      // The device could not store it, so there is nothing to open.
      if (result.id === NOT_MADE) return;
      const notice = leftOutNotice(newName, leftOut, workflows);
      if (notice !== undefined) notices.add({ message: notice, type: "warning", autoClose: false });
      await navigate(linkTo(firstStepPath(result.id, template, workflows)));
    });

  const rename = (template: EstimateTemplate, newName: string) =>
    attemptRename(() => localData.templates.rename(template.id, newName));

  const toggle = (id: number): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <>
      <FormDialog
        title="New estimate"
        submitLabel="Create estimate"
        alternative={{ label: "Create & start", onPress: () => void create(true) }}
        isBusy={isBusy}
        onSubmit={() => void create(false)}
        onDismiss={onDismiss}
      >
        {templates.length > 0 && (
          <TemplateList
            templates={templates}
            workflows={workflows}
            isBusy={isBusy}
            onChoose={(template) => void startFrom(template)}
            onRename={setRenamed}
          />
        )}
        <fieldset>
          <legend className="rb-legend">Work</legend>
          <div className={dialogClasses.two}>
            {offered.map(({ id, title }) => (
              <CheckboxField key={id} label={title} checked={chosen.has(id)} onChange={() => toggle(id)} />
            ))}
          </div>
        </fieldset>
        <TextField
          label="Name"
          value={name}
          error={error}
          {...selectOnEntry}
          onChange={(event) => {
            setTypedName(event.currentTarget.value);
            setError("");
          }}
        />
      </FormDialog>
      {renamed && (
        <NameDialog
          title={`Rename ${renamed.name}`}
          name={renamed.name}
          max={MAX_TEMPLATE_NAME}
          onSave={(newName) => rename(renamed, newName)}
          onDismiss={() => setRenamed(undefined)}
        />
      )}
    </>
  );
}
