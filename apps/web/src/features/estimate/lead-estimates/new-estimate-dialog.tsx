import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { suggestEstimateName } from "#features/estimate/lead-estimates/estimate-names.ts";
import { workOfLead } from "#features/estimate/lead-estimates/estimate-rows.ts";
import { estimatePath } from "#features/estimate/paths.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import dialogClasses from "#ui/dialogs/form-dialog.module.css";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { MAX_ESTIMATE_NAME, readName } from "#features/estimate/summary/read-name.ts";
import { refusalText } from "#features/estimate/summary/use-save-estimate.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { notices } from "#ui/notices/notices.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

/** Asks what a new estimate is about, creates it and opens it. It begins with what the lead asked for, and with the newest prices. */
export function NewEstimateDialog({
  leadId,
  lead,
  estimates,
  workflows,
  onDismiss,
}: {
  leadId: number;
  lead: LocalLead | undefined;
  /** The lead's estimates so far. */
  estimates: readonly LocalEstimate[];
  workflows: readonly LocalWorkflow[];
  onDismiss: () => void;
}) {
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const navigate = useNavigate();
  const offered = workflows.filter(({ enabled }) => enabled);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(workOfLead(lead, workflows)));
  /** Until somebody types a name, it follows the work. */
  const [typedName, setTypedName] = useState<string>();
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const name =
    typedName ??
    suggestEstimateName({
      titles: offered.filter(({ id }) => chosen.has(id) && id !== 0).map(({ title }) => title),
      taken: estimates.map((estimate) => estimate.name),
    });

  const create = async (): Promise<void> => {
    const read = readName(name, MAX_ESTIMATE_NAME);
    if (read.error !== undefined) {
      setError(read.error);
      return;
    }
    setIsBusy(true);
    try {
      const { version, isComplete } = await localData.priceBook.read();
      if (version === 0 || !isComplete) {
        setError("The price book is not on this device yet. It comes with the next signal.");
        return;
      }
      const result = await localData.estimates.create({
        leadId,
        name: read.name,
        workflowIds: offered.filter(({ id }) => chosen.has(id)).map(({ id }) => id),
        priceBookVersion: version,
      });
      if (result.outcome === "refused") notices.add({ message: refusalText(result.problem), type: "error" });
      await navigate(linkTo(estimatePath(result.id)));
    } catch (failure) {
      await reportFailure(failure);
    } finally {
      setIsBusy(false);
    }
  };

  const toggle = (id: number): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <FormDialog
      title="New estimate"
      submitLabel="Create estimate"
      isBusy={isBusy}
      onSubmit={() => void create()}
      onDismiss={onDismiss}
    >
      <fieldset className={dialogClasses.choices}>
        <legend>Work</legend>
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
  );
}
