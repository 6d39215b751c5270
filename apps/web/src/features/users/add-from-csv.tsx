import { Button } from "@mantine/core";
import { fullName, NO_INSTALLATION_SERVER, type ListedUser } from "@ridgebook/contract";
import { IconAlertCircle, IconDownload, IconX } from "@tabler/icons-react";
import { useCallback, useMemo, useState } from "react";
import classes from "#features/users/add-from-csv.module.css";
import { DryRun } from "#features/users/csv-dry-run.tsx";
import {
  csvTemplate,
  planInvites,
  readCsvPeople,
  type CsvPeople,
  type CsvPerson,
  type PersonCells,
} from "#features/users/csv-people.ts";
import { useCsvInvites, type InviteRun } from "#features/users/use-csv-invites.ts";
import { useKeptInput } from "#forms/use-kept-input.ts";
import { decodeCsv } from "#files/read-csv.ts";
import { saveFile } from "#files/save-file.ts";
import { useIsInvitationSent } from "#server-client/use-is-mail-sent.ts";
import { countText, countedText } from "#ui/counted-text.ts";
import { FileButton } from "#ui/file-button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";
import { useFileDrop } from "#ui/use-file-drop.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

const MAX_CSV_BYTES = 1_000_000;

/** The rows of the file, with corrections. */
interface Source extends CsvPeople {
  /** "crew.csv" */
  readonly name: string;
  readonly corrections: ReadonlyMap<number, Partial<PersonCells>>;
}

/** The draft that survives a reload. */
interface TypedCsv {
  readonly text: string;
  /** The file's value; "" for none. */
  readonly name: string;
  readonly content: string;
  readonly corrections: readonly (readonly [row: number, changed: Partial<PersonCells>])[];
}

const NOTHING_TYPED: TypedCsv = { text: "", name: "", content: "", corrections: [] };
/** Above the ids of users. */
const CSV_PLACE = { storeName: "users", id: Number.MAX_SAFE_INTEGER } as const;

function sourceOf({ name, content, corrections }: TypedCsv): Source | undefined {
  const people = name === "" ? undefined : readCsvPeople(content);
  if (people === undefined || typeof people === "string") return undefined;
  const byRow = new Map<number, Partial<PersonCells>>();
  for (const [row, changed] of corrections) byRow.set(row, { ...byRow.get(row), ...changed });
  return { ...people, name, corrections: byRow };
}

const corrected = ({ people, corrections }: Source): CsvPerson[] =>
  people.map((person) => ({ ...person, cells: { ...person.cells, ...corrections.get(person.row) } }));

/** Invites the people of a CSV: shows the effect of each row, and runs it on a press. */
export function AddFromCsv({
  users,
  reload,
  onClose,
}: {
  users: readonly ListedUser[];
  reload: () => Promise<void>;
  onClose: () => void;
}) {
  const { values: typed, change, kept } = useKeptInput({ place: CSV_PLACE, initial: NOTHING_TYPED });
  const source = useMemo(() => sourceOf(typed), [typed]);
  const isMailSent = useIsInvitationSent();
  const { run, start, stop, forget } = useCsvInvites({
    onOver: async (over) => {
      await reload();
      if (over.refused.length > 0 || over.stoppedBecause !== undefined) return;
      const added = `${countedText(over.invited, "user")} added`;
      notices.add(
        isMailSent === false
          ? { message: `${added}. ${NO_INSTALLATION_SERVER}`, type: "warning" }
          : { message: `${added}, ${countedText(over.invited, "set-up mail")} sent` },
      );
      await kept.drop();
      onClose();
    },
  });
  const isRunning = run !== undefined && !run.isOver;
  const hasChanges = useCallback(() => isRunning, [isRunning]);
  useLeaveGuard({ hasChanges });

  const correct = (row: number, changed: Partial<PersonCells>): void =>
    change({ corrections: [...typed.corrections, [row, changed]] });
  return (
    <Panel
      title="Add from CSV"
      actions={
        <IconButton
          label="Close"
          icon={<IconX size={20} stroke={1.75} aria-hidden />}
          disabled={isRunning}
          onClick={onClose}
        />
      }
    >
      {run ? (
        <RunOutcome run={run} onStop={stop} onBack={forget} />
      ) : source ? (
        <DryRun
          source={source}
          plan={planInvites(corrected(source), users)}
          onCorrect={correct}
          onInvite={(plan) => void start(plan.added)}
          onBack={() => change({ name: "", content: "", corrections: [] })}
        />
      ) : (
        <CsvEntry
          text={typed.text}
          onType={(text) => change({ text })}
          onRead={(name, content) => change({ name, content, corrections: [] })}
        />
      )}
    </Panel>
  );
}

function CsvEntry({
  text,
  onType,
  onRead,
}: {
  text: string;
  onType: (text: string) => void;
  onRead: (name: string, content: string) => void;
}) {
  const [error, setError] = useState<string>();

  const read = (content: string, name: string): void => {
    const people = readCsvPeople(content);
    if (typeof people === "string") setError(people);
    else onRead(name, content);
  };
  const readFile = async (file: File): Promise<void> => {
    if (file.size > MAX_CSV_BYTES) {
      setError(`${file.name} is too large for a list of users. Save it as CSV, not as a workbook.`);
      return;
    }
    try {
      read(decodeCsv(new Uint8Array(await file.arrayBuffer())), file.name);
    } catch {
      setError(`${file.name} could not be read.`);
    }
  };
  const { isOver, dropRef } = useFileDrop((file) => void readFile(file));
  return (
    <div ref={dropRef} className={classes.entry} data-over={isOver || undefined}>
      <p className={`rb-hint ${classes.text}`}>
        One person a row: first name, last name, e-mail, and if you like phone number and role. Drop the file here,
        choose it, or paste the rows with their heads. Nothing is saved before you have seen what it does.
      </p>
      <div className={`rb-buttons ${classes.buttons}`}>
        <FileButton
          label="Choose a file"
          inputLabel="CSV file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChoose={readFile}
        />
        <Button
          variant="tertiary"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          onClick={() => saveFile(csvTemplate())}
        >
          Save an empty template
        </Button>
      </div>
      <TextareaField
        label="Or paste the rows"
        rows={5}
        spellCheck={false}
        placeholder="First name,Last name,E-mail,Role"
        value={text}
        error={error}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div className={`rb-buttons ${classes.buttons}`}>
        <Button disabled={text.trim() === ""} onClick={() => read(text, "Pasted rows")}>
          Check the rows
        </Button>
      </div>
    </div>
  );
}

function RunOutcome({ run, onStop, onBack }: { run: InviteRun; onStop: () => void; onBack: () => void }) {
  const { total, done, invited, refused, stoppedBecause, isOver } = run;
  if (!isOver)
    return (
      <>
        <progress className="rb-progress" max={total} value={done} aria-label="People invited" />
        <p className={`rb-hint ${classes.text}`}>
          {countText(done)} of {countedText(total, "person", "people")}
        </p>
        <div className={`rb-buttons ${classes.buttons}`}>
          <Button variant="secondary" onClick={onStop}>
            Stop
          </Button>
        </div>
      </>
    );
  const left = total - done;
  return (
    <>
      <div role="alert">
        <p>
          {countedText(invited, "user")} added.{" "}
          {refused.length > 0 && `${countedText(refused.length, "row")} refused. `}
          {left > 0 && `${countText(left)} not invited yet.`}
        </p>
        {stoppedBecause !== undefined && (
          <p className={classes.stopped}>
            <IconAlertCircle size={18} stroke={1.75} aria-hidden />
            {stoppedBecause}
          </p>
        )}
      </div>
      {refused.length > 0 && (
        <ul className={`rb-list ${classes.rows}`}>
          {refused.map(({ row, reason }) => (
            <li key={row.row} className={classes.problem} data-ground="canvas">
              <p className={classes.problemTitle}>
                Row {row.row}, {fullName(row.input)}
              </p>
              <p className={`rb-hint ${classes.text}`}>{reason}</p>
            </li>
          ))}
        </ul>
      )}
      <div className={`rb-buttons ${classes.buttons}`}>
        <Button onClick={onBack}>Check the rows again</Button>
      </div>
    </>
  );
}
