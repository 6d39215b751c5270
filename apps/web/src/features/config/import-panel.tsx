import { Button } from "@mantine/core";
import type { PriceBookImport, PriceBookSummary } from "@ridgebook/contract";
import { IconAlertCircle, IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { ChangeTable } from "#features/config/change-table.tsx";
import { fieldTitle, hasDifferences, percentText } from "#features/config/config-texts.ts";
import tables from "#features/config/config.module.css";
import { FileButton } from "#features/config/file-button.tsx";
import classes from "#features/config/import-panel.module.css";
import { FormulaNote, ImportQuestions } from "#features/config/import-notes.tsx";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { PriceImpactPanel } from "#features/config/price-impact-panel.tsx";
import { PriceWarnings } from "#features/config/price-warnings.tsx";
import { usePriceBookImport, type ImportConflict } from "#features/config/use-price-book-import.ts";
import { useSession } from "#server-client/session-context.tsx";
import { countText, countedText } from "#ui/counted-text.ts";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { TableHead } from "#ui/table-head.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { formatDateTime, isolatedText } from "@ridgebook/contract";

/** One import from the file to the new version: its errors, or what it would change. */
export function ImportPanel({
  importId,
  file,
  onChooseFile,
  onClose,
}: {
  importId: string;
  file: File | undefined;
  onChooseFile: (file: File) => void;
  onClose: () => void;
}) {
  const { isOnline } = useSession();
  const shown = usePriceBookImport({ importId, file });
  const navigate = useNavigate();
  const { result, failure } = shown;

  const publish = async (note: string): Promise<void> => {
    const published = await shown.publish(note);
    if (!published) return;
    notices.add({ message: `Version ${String(published.version)} is published` });
    await navigate({ to: "/config/estimate-fields", search: { view: "versions" } });
  };
  const otherFile = (variant: "primary" | "secondary") => (
    <FileButton label="Choose another file" variant={variant} isDisabled={!isOnline} onChoose={onChooseFile} />
  );

  if (failure !== undefined)
    return (
      <Outcome
        title={file ? `${file.name} was not taken` : "This import could not be loaded"}
        tone="bad"
        text={`${failure} Nothing was changed.`}
        actions={
          <>
            {otherFile("primary")}
            <CloseButton onClose={onClose} />
          </>
        }
      />
    );
  if (!result || shown.isUploading || result.state === "reading")
    return <Reading name={result?.fileName || file?.name} progress={result?.progress ?? 0} />;
  if (result.state === "refused")
    return (
      <>
        <Outcome
          title={`${countedText(result.problemCount, "problem")} in ${result.fileName}`}
          tone="bad"
          text="Nothing was changed. Correct the cells below in the workbook and choose it again."
          actions={
            <>
              {otherFile("primary")}
              <CloseButton onClose={onClose} />
            </>
          }
        />
        <ProblemTable result={result} />
      </>
    );
  if (result.state === "published" && !shown.isPublishing)
    return (
      <Outcome
        title={`${result.fileName} is published`}
        tone="ok"
        text={`It is version ${String(result.publishedVersion)} of the price book.`}
        actions={<CloseButton onClose={onClose} />}
      />
    );
  if (!hasDifferences(result.summary))
    return (
      <Outcome
        title={`${result.fileName} changes nothing`}
        tone="ok"
        text="Everything in it is as in the price book."
        actions={
          <>
            {otherFile("secondary")}
            <CloseButton onClose={onClose} />
          </>
        }
      />
    );
  return (
    <Preview
      result={result}
      conflict={shown.conflict}
      isPublishing={shown.isPublishing}
      onPublish={publish}
      onClose={onClose}
    />
  );
}

const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <Button size="lg" variant="secondary" onClick={onClose}>
    Back to the price book
  </Button>
);

function Reading({ name, progress }: { name: string | undefined; progress: number }) {
  return (
    <Panel title={name === undefined ? "Import" : `Reading ${name}`}>
      <progress className="rb-progress" max={100} value={progress} aria-label="Progress of the import" />
      <p role="status" className="rb-hint">
        {progress === 0 ? "Sending the workbook" : `${String(progress)} %`}
      </p>
    </Panel>
  );
}

function Outcome({
  title,
  tone,
  text,
  actions,
}: {
  title: string;
  tone: "ok" | "bad";
  text: string;
  actions: ReactNode;
}) {
  const Icon = tone === "ok" ? IconCheck : IconAlertCircle;
  return (
    <Panel as="div">
      <div role={tone === "bad" ? "alert" : "status"} className={classes.outcome} data-tone={tone}>
        <Icon size={20} stroke={1.75} aria-hidden />
        <div>
          <h2 className={classes.title}>{title}</h2>
          <p className={classes.text}>{text}</p>
        </div>
      </div>
      <div className={`rb-buttons ${classes.actions}`}>{actions}</div>
    </Panel>
  );
}

/** Sheet, cell and error. */
function ProblemTable({ result: { problems, problemCount, fileName } }: { result: PriceBookImport }) {
  return (
    <Panel title="What to correct" padding="none">
      <table className="rb-table">
        <caption className="rb-visually-hidden">Problems in {fileName}</caption>
        <colgroup>
          <col style={{ width: "24%" }} />
          <col style={{ width: "5.5rem" }} />
          <col />
        </colgroup>
        <TableHead columns={["Sheet", "Cell", "What is wrong"]} />
        <tbody>
          {problems.map(({ sheet, cell, message }, index) => (
            <tr key={index} className={tables.row}>
              <td>{sheet}</td>
              <td className={classes.cell}>{cell || "–"}</td>
              <td className={tables.wide}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problemCount > problems.length && (
        <p className={`rb-hint ${classes.more}`}>
          The first {countText(problems.length)} of {countText(problemCount)} problems.
        </p>
      )}
    </Panel>
  );
}

/** What publishing would change, and its confirmation. */
function Preview({
  result,
  conflict,
  isPublishing,
  onPublish,
  onClose,
}: {
  result: PriceBookImport;
  conflict: ImportConflict | undefined;
  isPublishing: boolean;
  onPublish: (note: string) => Promise<void>;
  onClose: () => void;
}) {
  const { isOnline } = useSession();
  const [note, setNote] = useState("");
  const [areAnswered, setAnswered] = useState(false);
  const barRef = useBottomBar();
  const { fileName, exportedFrom, startedFrom, summary, overwritten, changes, changeCount } = result;
  const { formulas, questions, warnings } = result;
  const mayPublish = isOnline && (areAnswered || questions.length === 0);
  return (
    <>
      <OfflineBanner />
      {conflict && <ConflictNote conflict={conflict} />}
      {overwritten.length > 0 && (
        <div className="rb-banner" data-tone="warn">
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          <div>
            <p>
              <strong>Others changed these fields after the export.</strong> Publishing puts the values of the workbook
              in their place:
            </p>
            <ul>
              {overwritten.map(({ fieldId, field }) => (
                <li key={fieldId}>{field}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <ImportQuestions questions={questions} areAnswered={areAnswered} onAnswer={setAnswered} />
      <PriceWarnings warnings={warnings} />
      <FormulaNote formulas={formulas} />
      <Panel title={`What ${fileName} changes`}>
        <Summary summary={summary} />
        {exportedFrom < startedFrom && (
          <p className={classes.text}>
            The workbook was exported from version {exportedFrom}; version {startedFrom} is in use. What changed in
            between stays, where the workbook leaves it alone.
          </p>
        )}
      </Panel>
      <PriceImpactPanel key={startedFrom} change={{ kind: "import", importId: result.id }} />
      <Panel title="Differences" padding="none">
        <ChangeTable caption={`Differences of ${fileName}`} changes={changes} changeCount={changeCount} />
      </Panel>
      <div ref={barRef} className={`rb-bar ${classes.bar}`}>
        <div className="rb-bar-note">
          <TextField
            aria-label="Note for this version"
            placeholder="Note for this version (optional)"
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
        <Button size="lg" variant="secondary" disabled={isPublishing} onClick={onClose}>
          Cancel
        </Button>
        <Button size="lg" disabled={!mayPublish} loading={isPublishing} onClick={() => void onPublish(note)}>
          Publish
        </Button>
      </div>
    </>
  );
}

function ConflictNote({ conflict: { changedBy, changedTime, fieldIds } }: { conflict: ImportConflict }) {
  const { timeZone } = useSession();
  return (
    <div role="alert" className="rb-banner" data-tone="bad">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>Not published.</strong> {isolatedText(changedBy ?? "Somebody else")} changed the same fields
          {changedTime === undefined ? "" : ` on ${formatDateTime({ time: changedTime, timeZone })}`}. What follows is
          counted anew, against their version.
        </p>
        {fieldIds.length > 0 && (
          <ul>
            {fieldIds.map((id) => (
              <li key={id}>{fieldTitle(id)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const COUNTED = [
  ["Fields", "fields"],
  ["Options", "options"],
  ["Variants", "variants"],
] as const;

function Summary({ summary }: { summary: PriceBookSummary }) {
  const { prices } = summary;
  return (
    <dl className="rb-facts">
      {COUNTED.map(([label, name]) => {
        const { added, changed, removed } = summary[name];
        return (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {countText(added)} added, {countText(changed)} changed, {countText(removed)} removed
            </dd>
          </div>
        );
      })}
      <div>
        <dt>Prices and costs</dt>
        <dd>
          {countedText(prices.changed, "amount")} changed
          {prices.averagePercent !== null && (
            <>
              , <strong>{percentText(prices.averagePercent)}</strong> on average ({percentText(prices.lowestPercent)} to{" "}
              {percentText(prices.highestPercent)})
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
