import { Button } from "@mantine/core";
import { copiesOf, MAX_DUPLICATE_WORKFLOWS, summaryKey } from "@ridgebook/contract";
import { nextWorkflowEstimateId } from "@ridgebook/estimating";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { contentsFor } from "#features/estimate/summary/copy-contents.ts";
import { suggestCopyName } from "#features/estimate/summary/copy-names.ts";
import { copyTitle } from "#features/estimate/summary/estimate-figures.ts";
import dialogClasses from "#ui/dialogs/form-dialog.module.css";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { MAX_COPY_NAME, readName } from "#forms/read-name.ts";
import classes from "#features/estimate/summary/add-work.module.css";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

const plus = <IconPlus size={16} stroke={1.75} aria-hidden />;

/** Adds a workflow to the estimate, or a further copy of one it has. */
export function AddWork() {
  const { estimate, workflows } = useOpenEstimate();
  const [copied, setCopied] = useState<LocalWorkflow>();
  const add = useAddWorkflow();
  const isInUse = ({ id }: LocalWorkflow): boolean => estimate.workflowIds.includes(id);
  const offered = workflows.filter((workflow) => workflow.enabled && !isInUse(workflow));
  // General covers the whole estimate, so there is only one.
  const copyable = workflows.filter((workflow) => workflow.enabled && isInUse(workflow) && workflow.id !== 0);
  const isFull = estimate.duplicateWorkflows.length >= MAX_DUPLICATE_WORKFLOWS;
  if (offered.length === 0 && copyable.length === 0) return null;
  return (
    <section className={classes.work} aria-label="Add work" data-on-paper="no">
      <span className={classes.label} aria-hidden>
        Add work
      </span>
      <div className={`rb-buttons ${classes.buttons}`}>
        {offered.map((workflow) => (
          <Button key={workflow.id} variant="secondary" leftSection={plus} onClick={() => void add(workflow.id)}>
            {workflow.title}
          </Button>
        ))}
        {copyable.map((workflow) => (
          <Button
            key={workflow.id}
            variant="secondary"
            leftSection={plus}
            disabled={isFull}
            onClick={() => setCopied(workflow)}
          >
            Another {workflow.title}
          </Button>
        ))}
      </div>
      {isFull && (
        <p className={`rb-hint ${classes.full}`}>
          An estimate holds at most {MAX_DUPLICATE_WORKFLOWS} further copies of its work.
        </p>
      )}
      {copied && <AnotherDialog workflow={copied} onDismiss={() => setCopied(undefined)} />}
    </section>
  );
}

/** Adds workflows; a second press before the page has updated includes the first. */
function useAddWorkflow(): (workflowId: LocalWorkflow["id"]) => Promise<void> {
  const { estimate } = useOpenEstimate();
  const save = useSaveEstimate();
  const pressed = useRef(new Set<LocalWorkflow["id"]>());
  useEffect(() => {
    for (const id of estimate.workflowIds) pressed.current.delete(id);
  }, [estimate.workflowIds]);
  return async (workflowId) => {
    pressed.current.add(workflowId);
    const workflowIds = [...new Set([...estimate.workflowIds, ...pressed.current])];
    const isSaved = await save({ members: { workflowIds } });
    if (!isSaved) pressed.current.delete(workflowId);
  };
}

/** Asks for the name of a further copy, and whether it starts empty or as a copy. */
function AnotherDialog({ workflow, onDismiss }: { workflow: LocalWorkflow; onDismiss: () => void }) {
  const { estimate } = useOpenEstimate();
  const localData = useLocalData();
  const save = useSaveEstimate();
  const { duplicateWorkflows } = estimate;
  const [name, setName] = useState(() => suggestCopyName({ workflow, duplicateWorkflows }));
  const [error, setError] = useState("");
  const [startsAs, setStartsAs] = useState("");
  const { isBusy, attempt } = useAttempt();
  const copies = copiesOf(estimate).filter(({ workflowId }) => workflowId === workflow.id);

  const add = async (): Promise<void> => {
    const read = readName(name, MAX_COPY_NAME);
    if (read.error !== undefined) {
      setError(read.error);
      return;
    }
    await attempt(async () => {
      const to = nextWorkflowEstimateId(duplicateWorkflows, workflow.id);
      const from = copies.find((copy) => summaryKey(copy) === startsAs);
      const isSaved = await save({
        members: {
          duplicateWorkflows: [
            ...duplicateWorkflows,
            { workflowId: workflow.id, workflowEstimateId: to, name: read.name },
          ],
        },
        ...(from && {
          parts: [contentsFor({ estimate, from, to, nextId: await localData.estimates.reserveItemIds() })],
        }),
      });
      if (isSaved) onDismiss();
    });
  };

  const start = (value: string, label: string) => (
    <label className={dialogClasses.radio}>
      <input
        type="radio"
        name="starts-as"
        checked={startsAs === value}
        onChange={() => {
          setStartsAs(value);
        }}
      />
      {label}
    </label>
  );
  return (
    <FormDialog
      title={`Another ${workflow.title}`}
      submitLabel="Add"
      isBusy={isBusy}
      onSubmit={() => void add()}
      onDismiss={onDismiss}
    >
      <TextField
        label="Name"
        value={name}
        error={error}
        {...selectOnEntry}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError("");
        }}
      />
      <fieldset>
        <legend className="rb-legend">Begins</legend>
        {start("", "Empty")}
        {copies.map((copy) => (
          <div key={summaryKey(copy)}>
            {start(summaryKey(copy), `As a copy of ${copyTitle(estimate, copy, workflow)}`)}
          </div>
        ))}
      </fieldset>
    </FormDialog>
  );
}
