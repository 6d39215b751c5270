import { Button } from "@mantine/core";
import type { LeadImport } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ColumnsPart } from "#features/lead-import/columns-part.tsx";
import { DuplicatesPart } from "#features/lead-import/duplicates-part.tsx";
import { ExportLeads } from "#features/lead-import/export-leads.tsx";
import { FileChooser } from "#features/lead-import/file-chooser.tsx";
import classes from "#features/lead-import/lead-import.module.css";
import { progressText, resultText } from "#features/lead-import/import-texts.ts";
import { MappingsPart } from "#features/lead-import/mappings-part.tsx";
import { ProblemsPart } from "#features/lead-import/problems-part.tsx";
import { SheetField } from "#features/lead-import/sheet-field.tsx";
import { useKeptFocus, useStepFocus } from "#features/lead-import/use-kept-focus.ts";
import { useLeadImport, type LeadImportWork } from "#features/lead-import/use-lead-import.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { countedText } from "#ui/counted-text.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

/** Imports leads of another product: file, columns, problems, duplicates, leads (company.md, "Moving in"). */
export function LeadImportPage() {
  const work = useLeadImport();
  const content = useKeptFocus(stageOf(work));
  return (
    <div className={`${classes.page} rb-titled-by-bar`}>
      <PageHeader title="Import leads" actions={<ExportLeads />} />
      <div ref={content}>
        <Content work={work} />
      </div>
    </div>
  );
}

/** Which of its panels the page shows; undefined until the draft is read. */
function stageOf({ isReady, source, file, refusal, outcome }: LeadImportWork): string | undefined {
  if (!isReady) return undefined;
  if (outcome) return outcome.state;
  if (!source) return "choose";
  if (refusal) return `refused ${refusal.message}`;
  return file ? "open" : "reading";
}

function Content({ work }: { work: LeadImportWork }) {
  const { isReady, source, file, refusal, outcome } = work;
  if (!isReady)
    return (
      <Panel as="div">
        <SkeletonRows rows={4} label="Loading" />
      </Panel>
    );
  if (outcome) return <Outcome work={work} outcome={outcome} />;
  if (!source)
    return (
      <>
        <Panel title="Choose a file">
          <FileChooser label="Choose a file" onChoose={work.choose} />
        </Panel>
        <LastImport work={work} />
      </>
    );
  if (refusal !== undefined)
    return (
      <Panel title={source.name}>
        <p role="alert" className={classes.bad}>
          {refusal.message}
        </p>
        {refusal.sheets && (
          <div className={classes.columns}>
            <SheetField work={work} sheets={refusal.sheets.names} sheet={refusal.sheets.shown} />
          </div>
        )}
        <FileChooser label="Choose another file" onChoose={work.choose} />
      </Panel>
    );
  if (!file)
    return (
      <Panel title={source.name}>
        <p role="status" className={classes.note}>
          Reading the file
        </p>
        <progress className={classes.progress} aria-label="Reading the file" />
      </Panel>
    );
  return <OpenImport work={work} file={file} fileName={source.name} />;
}

const STEPS = ["file", "columns", "problems", "duplicates"] as const;
const STEP_NAMES = { file: "File", columns: "Columns", problems: "Problems", duplicates: "Duplicates" } as const;

type FileOf = NonNullable<LeadImportWork["file"]>;

/** All steps below each other; on a phone one page after the other. */
function OpenImport({ work, file, fileName }: { work: LeadImportWork; file: FileOf; fileName: string }) {
  const isPhone = useIsPhone();
  const [step, setStep] = useState(0);
  const stepRef = useStepFocus(step);
  const parts = {
    file: <FilePart work={work} file={file} fileName={fileName} />,
    columns: (
      <>
        <ColumnsPart work={work} file={file} />
        <MappingsPart work={work} file={file} />
      </>
    ),
    problems: <ProblemsPart work={work} file={file} />,
    duplicates: <DuplicatesPart work={work} />,
  };
  if (!isPhone)
    return (
      <Panel as="div">
        {STEPS.map((name) => (
          <div key={name} className={classes.part}>
            {parts[name]}
          </div>
        ))}
      </Panel>
    );
  const name = STEPS[step] ?? "file";
  const next = STEPS[step + 1];
  return (
    <Panel as="div">
      <div ref={stepRef} className={classes.step}>
        <p className={classes.note} data-heading>
          {STEP_NAMES[name]}, {step + 1} of {STEPS.length}
        </p>
      </div>
      <div className={classes.part}>{parts[name]}</div>
      {name === "duplicates" && <State work={work} />}
      <div className={`${classes.buttons} ${classes.steps}`}>
        {step > 0 && (
          <Button variant="secondary" onClick={() => setStep(step - 1)}>
            Back
          </Button>
        )}
        {next ? <Button onClick={() => setStep(step + 1)}>{STEP_NAMES[next]}</Button> : <ImportButton work={work} />}
      </div>
    </Panel>
  );
}

function FilePart({ work, file, fileName }: { work: LeadImportWork; file: FileOf; fileName: string }) {
  const isPhone = useIsPhone();
  return (
    <section aria-label="File">
      <div className={`rb-row ${classes.head}`}>
        <div className={classes.headText}>
          <h2 className={classes.title}>{fileName}</h2>
          <p className={classes.note}>
            {file.readAs}, {countedText(file.rowCount, "row")}. Nothing is saved yet.
          </p>
        </div>
        <div className={classes.buttons}>
          {!isPhone && <ImportButton work={work} />}
          {work.progress?.what !== "importing" && (
            <>
              <FileChooser label="Other file" onChoose={work.choose} isButton />
              <Button variant="tertiary" onClick={() => void work.forget()}>
                Close
              </Button>
            </>
          )}
        </div>
      </div>
      <State work={work} />
    </section>
  );
}

/** Why nothing can be imported yet; undefined if it can. */
function whyNot(work: LeadImportWork, isOnline: boolean): string | undefined {
  const { file, isReading, checked, decided, progress, failure, isStopped } = work;
  if (!file || isReading) return "Reading the file";
  if (!isOnline) return "No signal";
  if (file.leadCount === 0) return "No row has a name";
  if (!file.dates.isDecided) return "Choose day or month first";
  if (failure !== undefined || isStopped) return "Not checked";
  if (!checked || !decided || progress) return progress?.what === "importing" ? "Importing" : "Looking for duplicates";
  if (decided.undecided > 0) return `${countedText(decided.undecided, "duplicate")} to decide`;
  return undefined;
}

function ImportButton({ work }: { work: LeadImportWork }) {
  const { isOnline } = useSession();
  const reason = whyNot(work, isOnline);
  const count = work.decided?.added ?? work.file?.leadCount ?? 0;
  const updates = work.decided?.updated ?? 0;
  return (
    <>
      {reason !== undefined && (
        <span id="why-not" className={classes.reason}>
          {reason}
        </span>
      )}
      <Button
        disabled={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : "why-not"}
        onClick={() => void work.finish()}
      >
        {count === 0 && updates > 0 ? `Update ${countedText(updates, "lead")}` : `Import ${countedText(count, "lead")}`}
      </Button>
    </>
  );
}

function State({ work: { progress, failure, notice, isStopped, checkAgain, cancel } }: { work: LeadImportWork }) {
  if (progress)
    return (
      <div className={classes.state}>
        <progress
          className={classes.progress}
          max={progress.total || 1}
          value={progress.done}
          aria-label={progress.what === "importing" ? "Importing" : "Check for duplicates"}
        />
        <p role="status" className={classes.note}>
          {progressText(progress)}
        </p>
        {progress.what !== "importing" && (
          <Button variant="tertiary" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    );
  if (failure === undefined && !isStopped)
    return notice === undefined ? null : (
      <p role="alert" className={classes.bad}>
        {notice}
      </p>
    );
  return (
    <div className={classes.state}>
      <p role="alert" className={failure === undefined ? classes.note : classes.bad}>
        {failure ?? "Stopped. Nothing of it is on the server."}
      </p>
      <Button variant="secondary" onClick={checkAgain}>
        Check again
      </Button>
    </div>
  );
}

/** The newest import that can still be undone, for a user who comes back later. */
function LastImport({ work }: { work: LeadImportWork }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["lead-imports"],
    queryFn: ({ signal }) => client.call("listLeadImports", {}, { signal }),
  });
  const last = data?.find(({ canBeUndone }) => canBeUndone);
  return last ? (
    <Panel title="Last import">
      <p className={classes.note}>
        {resultText(last)} from {last.fileName}. {UNDO_TEXT}
      </p>
      <div className={classes.buttons}>
        <UndoButton work={work} outcome={last} />
      </div>
    </Panel>
  ) : null;
}

const UNDO_TEXT = "It can be undone until somebody edits or uses one of these leads.";

function UndoButton({ work, outcome }: { work: LeadImportWork; outcome: LeadImport }) {
  const [isUndoing, setIsUndoing] = useState(false);
  return (
    <Button
      variant="secondary"
      disabled={!outcome.canBeUndone || isUndoing}
      onClick={() => {
        setIsUndoing(true);
        void work.undoImport(outcome).finally(() => setIsUndoing(false));
      }}
    >
      Undo
    </Button>
  );
}

function Outcome({ work, outcome }: { work: LeadImportWork; outcome: LeadImport }) {
  const isUndone = outcome.state === "undone";
  return (
    <Panel title={isUndone ? "The import is undone" : resultText(outcome)}>
      <p role="status" className={classes.note}>
        {isUndone
          ? `${countedText(outcome.addedCount, "lead")} ${outcome.addedCount === 1 ? "was" : "were"} taken back.`
          : `From ${outcome.fileName}. ${UNDO_TEXT}`}
      </p>
      <div className={classes.buttons}>
        {!isUndone && <UndoButton work={work} outcome={outcome} />}
        <Button variant="tertiary" onClick={() => void work.forget()}>
          Import another file
        </Button>
      </div>
    </Panel>
  );
}
