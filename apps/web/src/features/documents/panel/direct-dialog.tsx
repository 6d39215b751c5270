import { DOCUMENT_LABELS, summaryKey } from "@ridgebook/contract";
import { copyTitle, initialChoices } from "@ridgebook/documents";
import { reduceHtml } from "@ridgebook/documents/rich-text";
import { useMemo, useState } from "react";
import { choiceProblems } from "#features/documents/choices/choice-problems.ts";
import { copiesToChoose } from "#features/documents/choices/general-choices.tsx";
import { PrintedAsChoices } from "#features/documents/choices/printed-as-choices.tsx";
import { documentSource, newMoment, paperTime } from "#features/documents/create/document-source.ts";
import { freezeDocument } from "#features/documents/create/freeze-document.ts";
import { storeDocument } from "#features/documents/create/store-document.ts";
import { useDocumentWork, type DocumentWork } from "#features/documents/document-work.tsx";
import classes from "#features/documents/panel/panel.module.css";
import { useAttempt } from "#forms/use-attempt.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import dialogClasses from "#ui/dialogs/form-dialog.module.css";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { notices } from "#ui/notices/notices.ts";
import { RichTextEditor } from "#ui/rich-text-editor/rich-text-editor.tsx";
import { TextField } from "#ui/text-field.tsx";

/** Papers that show the estimate as it is: the only choice is the work. */
export type DirectKind = "costEstimate" | "itemizedEstimate";

/** Makes a cost estimate or an itemized estimate on the estimate's page (DOC-09). */
export function DirectDialog({ kind, onDismiss }: { kind: DirectKind; onDismiss: () => void }) {
  const work = useDocumentWork();
  if (work.lead) return <Dialog kind={kind} work={work} lead={work.lead} onDismiss={onDismiss} />;
  return (
    <FormDialog
      title={`New ${DOCUMENT_LABELS[kind].toLowerCase()}`}
      text="The lead of this estimate is not on this device. It arrives with the next signal."
      cancelLabel="Close"
      onSubmit={onDismiss}
      onDismiss={onDismiss}
    >
      {null}
    </FormDialog>
  );
}

function Dialog({
  kind,
  work,
  lead,
  onDismiss,
}: {
  kind: DirectKind;
  work: DocumentWork;
  lead: LocalLead;
  onDismiss: () => void;
}) {
  const localData = useLocalData();
  const { profile: person } = useSession();
  const [moment] = useState(() => newMoment(work.settings, paperTime(localData)));
  const source = useMemo(
    () => documentSource({ work, lead, person, moment, documents: [] }),
    [work, lead, person, moment],
  );
  const [choices, setChoices] = useState(() => initialChoices(source, kind));
  const [error, setError] = useState<{ field: string; message: string }>();
  const { isBusy, attempt } = useAttempt();
  const chosen = new Set(choices.copies.map(summaryKey));
  const offered = copiesToChoose(source);
  const label = DOCUMENT_LABELS[kind];

  const make = async (): Promise<void> => {
    const [problem] = choiceProblems(choices);
    if (problem) {
      setError(problem);
      return;
    }
    const agreed = { documents: [], contractId: undefined };
    const made = freezeDocument({ work, lead, source, choices, sourceId: undefined, agreed });
    if ("problem" in made) {
      setError(made.problem);
      return;
    }
    await attempt(async () => {
      await storeDocument({ localData, estimate: work.estimate, document: made.document });
      notices.add({ message: `${label} is made` });
      onDismiss();
    });
  };
  const change = (changed: Partial<typeof choices>): void => {
    setError(undefined);
    setChoices((before) => ({ ...before, ...changed }));
  };
  return (
    <FormDialog
      title={`New ${label.toLowerCase()}`}
      submitLabel={`Create ${label.toLowerCase()}`}
      isWide
      isBusy={isBusy}
      onSubmit={() => void make()}
      onDismiss={onDismiss}
    >
      <TextField
        label="Name"
        value={choices.name}
        error={error?.field === "name" ? error.message : undefined}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <fieldset>
        <legend className="rb-legend">Work</legend>
        <div className={dialogClasses.two}>
          {offered.map((copy) => {
            const key = summaryKey(copy);
            return (
              <CheckboxField
                key={key}
                label={copyTitle(source, copy)}
                checked={chosen.has(key)}
                onChange={() =>
                  change({
                    copies: offered.filter((each) =>
                      summaryKey(each) === key ? !chosen.has(key) : chosen.has(summaryKey(each)),
                    ),
                  })
                }
              />
            );
          })}
        </div>
        {error?.field === "copies" && <p className={classes.problem}>{error.message}</p>}
      </fieldset>
      <RichTextEditor
        mode="standard"
        label="Notes"
        value={choices.texts.notes ?? ""}
        reduceHtml={reduceHtml}
        onChange={(notes) => change({ texts: notes === "" ? {} : { notes } })}
      />
      <PrintedAsChoices
        source={source}
        choices={choices}
        change={change}
        errorOf={(field) => (error?.field === field ? error.message : undefined)}
      />
    </FormDialog>
  );
}
