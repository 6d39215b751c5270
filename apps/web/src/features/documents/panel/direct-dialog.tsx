import { DOCUMENT_LABELS, leadFieldsOf, summaryKey } from "@ridgebook/contract";
import { basisOf, copyTitle, initialChoices } from "@ridgebook/documents";
import { reduceHtml } from "@ridgebook/documents/rich-text";
import { useMemo, useState } from "react";
import { choiceProblems } from "#features/documents/choices/choice-problems.ts";
import { copiesToChoose } from "#features/documents/choices/general-choices.tsx";
import { PrintedAsChoices } from "#features/documents/choices/printed-as-choices.tsx";
import { printingProblem } from "#features/documents/choices/printed-as.ts";
import { documentSource, madeWithOf, newMoment, paperTime } from "#features/documents/create/document-source.ts";
import { tryToBuild } from "#features/documents/create/live-preview.tsx";
import { storeDocument } from "#features/documents/create/store-document.ts";
import { useDocumentWork, type DocumentWork } from "#features/documents/document-work.tsx";
import classes from "#features/documents/panel/panel.module.css";
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
  const { profile: person, reportFailure } = useSession();
  const [moment] = useState(() => newMoment(work.settings, paperTime(localData)));
  const source = useMemo(
    () => documentSource({ work, lead, person, moment, documents: [] }),
    [work, lead, person, moment],
  );
  const [choices, setChoices] = useState(() => initialChoices(source, kind));
  const [error, setError] = useState<{ field: string; message: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const chosen = new Set(choices.copies.map(summaryKey));
  const offered = copiesToChoose(source);
  const label = DOCUMENT_LABELS[kind];

  const make = async (): Promise<void> => {
    const [problem] = choiceProblems(choices);
    if (problem) {
      setError(problem);
      return;
    }
    const named = { ...choices, name: choices.name.trim() };
    const built = tryToBuild(source, named);
    if ("failure" in built) {
      setError({ field: "name", message: `This paper cannot be made: ${built.failure}` });
      return;
    }
    const unprintable = printingProblem(built.model);
    if (unprintable) {
      setError(unprintable);
      return;
    }
    setIsBusy(true);
    try {
      const document = {
        model: built.model,
        choices: named,
        basis: basisOf(source.estimate),
        madeWith: madeWithOf(work),
        lead: leadFieldsOf(lead),
        sourceId: undefined,
        basedOnId: undefined,
        buildsOn: [],
      };
      await storeDocument({ localData, estimate: work.estimate, document });
      notices.add({ message: `${label} is made` });
      onDismiss();
    } catch (failure) {
      setIsBusy(false);
      await reportFailure(failure);
    }
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
