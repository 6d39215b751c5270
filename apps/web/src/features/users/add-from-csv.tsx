import { Button } from "@mantine/core";
import { fullName, NO_INSTALLATION_SERVER, userRecord, type ListedUser } from "@ridgebook/contract";
import { IconAlertCircle, IconDownload, IconX } from "@tabler/icons-react";
import { useCallback, useId, useMemo, useState, type ReactNode } from "react";
import classes from "#features/users/add-from-csv.module.css";
import {
  csvTemplate,
  planInvites,
  readCsvPeople,
  type CsvColumn,
  type CsvPeople,
  type CsvPerson,
  type InvitePlan,
  type PersonCells,
  type ProblemRow,
} from "#features/users/csv-people.ts";
import { useCsvInvites, type InviteRun } from "#features/users/use-csv-invites.ts";
import { useKeptInput } from "#forms/use-kept-input.ts";
import { decodeCsv } from "#files/read-csv.ts";
import { saveFile } from "#files/save-file.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useIsInvitationSent } from "#server-client/use-is-mail-sent.ts";
import { countedText } from "#ui/counted-text.ts";
import { FileButton } from "#ui/file-button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";
import { useFileDrop } from "#ui/use-file-drop.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";
import { TextButton } from "#ui/text-button.tsx";

const MAX_CSV_BYTES = 1_000_000;
const FIRST_SHOWN = 10;

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

function DryRun({
  source,
  plan,
  onCorrect,
  onInvite,
  onBack,
}: {
  source: Source;
  plan: InvitePlan;
  onCorrect: (row: number, changed: Partial<PersonCells>) => void;
  onInvite: (plan: InvitePlan) => void;
  onBack: () => void;
}) {
  const { isOnline } = useSession();
  const { problems, known, added } = plan;
  const differences = known.flatMap(({ difference }) => difference ?? []);
  return (
    <>
      <p className={`rb-hint ${classes.text}`} role="status">
        {source.name}, {countedText(source.people.length, "row")}. Nothing is saved yet.
      </p>
      {source.unusedHeads.length > 0 && (
        <p className={`rb-hint ${classes.text}`}>
          Not used: {source.unusedHeads.map((head) => `“${head}”`).join(", ")}.
        </p>
      )}
      {problems.length > 0 && (
        <Part count={problems.length} title={problems.length === 1 ? "problem" : "problems"} isBad>
          <Shortened
            rows={problems}
            draw={(problem) => <ProblemCard key={problem.row} problem={problem} onCorrect={onCorrect} />}
          />
        </Part>
      )}
      {known.length > 0 && (
        <Part
          count={known.length}
          title="already here"
          rest={known.length === 1 ? "stays as it is" : "stay as they are"}
        >
          <Shortened rows={known} draw={({ row, user }) => <li key={row}>{fullName(user)}</li>} />
          {differences.length > 0 && <p className={`rb-hint ${classes.text}`}>{differences.join(" ")}</p>}
        </Part>
      )}
      {added.length > 0 && (
        <Part
          count={added.length}
          title="new"
          rest={added.length === 1 ? "gets a set-up mail" : "each gets a set-up mail"}
        >
          <Shortened
            rows={added}
            draw={({ row, input }) => (
              <li key={row} className={classes.person}>
                <div className={classes.who}>
                  <div>{fullName(input)}</div>
                  <div className="rb-small">{input.email}</div>
                </div>
                <div className={classes.role}>{input.role}</div>
              </li>
            )}
          />
        </Part>
      )}
      <div className={`rb-buttons ${classes.buttons}`}>
        {added.length > 0 && (
          <Button disabled={!isOnline} onClick={() => onInvite(plan)}>
            Add {countedText(added.length, "user")}
          </Button>
        )}
        <Button variant="secondary" onClick={onBack}>
          {added.length > 0 ? "Cancel" : "Another file"}
        </Button>
      </div>
      <p className={`rb-hint ${classes.text}`}>
        {added.length === 0
          ? problems.length === 0
            ? "Everybody is here already, so there is nothing to do."
            : "Nobody can be added before the problems are solved."
          : problems.length > 0
            ? "Rows with a problem are left out. The same file again changes nothing."
            : "The same file again changes nothing."}
      </p>
    </>
  );
}

/** A collapsible part of the dry run. */
function Part({
  count,
  title,
  rest,
  isBad = false,
  children,
}: {
  count: number;
  title: string;
  rest?: string;
  isBad?: boolean;
  children: ReactNode;
}) {
  return (
    <details open className={classes.part} data-bad={isBad || undefined}>
      <summary className={classes.summary}>
        <span className={classes.count}>{count.toLocaleString("en-US")}</span>
        <span>
          <strong>{title}</strong>
          {rest && `, ${rest}`}
        </span>
      </summary>
      <div className={classes.content}>{children}</div>
    </details>
  );
}

/** The first rows of a list, and all on request. */
function Shortened<Row>({ rows, draw }: { rows: readonly Row[]; draw: (row: Row) => ReactNode }) {
  const [isWhole, setIsWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(rows.length - FIRST_SHOWN, 0);
  return (
    <>
      <ul className={`rb-list ${classes.rows}`}>{rows.slice(0, rows.length - hidden).map(draw)}</ul>
      {hidden > 0 && (
        <TextButton className={classes.showMore} onClick={() => setIsWhole(true)}>
          Show {hidden.toLocaleString("en-US")} more
        </TextButton>
      )}
    </>
  );
}

function ProblemCard({
  problem: { row, cells, errors },
  onCorrect,
}: {
  problem: ProblemRow;
  onCorrect: (row: number, changed: Partial<PersonCells>) => void;
}) {
  const titleId = useId();
  const name = fullName(cells);
  return (
    <li className={classes.problem} data-ground="canvas" aria-labelledby={titleId}>
      <p id={titleId} className={classes.problemTitle}>
        {[`Row ${String(row)}`, name].filter(Boolean).join(", ")}
      </p>
      {(Object.keys(errors) as CsvColumn[]).map((column) => (
        <CellField
          // Reset to the file's value when another reason is found.
          key={`${column} ${cells[column]}`}
          label={userRecord.labels[column]}
          keyboard={KEYBOARDS[column]}
          value={cells[column]}
          error={errors[column]}
          onCommit={(value) => onCorrect(row, { [column]: value })}
        />
      ))}
    </li>
  );
}

const KEYBOARDS: Readonly<Partial<Record<CsvColumn, "email" | "tel">>> = { email: "email", phoneNumber: "tel" };

/** A cell to correct. Checked on blur: the row moves to another part of the list then. */
function CellField({
  label,
  keyboard,
  value,
  error,
  onCommit,
}: {
  label: string;
  /** The keyboard that a phone offers. */
  keyboard: "email" | "tel" | undefined;
  value: string;
  error: string | undefined;
  onCommit: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const commit = (): void => {
    if (typed.trim() !== value) onCommit(typed.trim());
  };
  return (
    <TextField
      label={label}
      inputMode={keyboard}
      value={typed}
      error={typed === value ? error : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}

function RunOutcome({ run, onStop, onBack }: { run: InviteRun; onStop: () => void; onBack: () => void }) {
  const { total, done, invited, refused, stoppedBecause, isOver } = run;
  if (!isOver)
    return (
      <>
        <progress className="rb-progress" max={total} value={done} aria-label="People invited" />
        <p className={`rb-hint ${classes.text}`}>
          {done.toLocaleString("en-US")} of {countedText(total, "person", "people")}
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
          {left > 0 && `${left.toLocaleString("en-US")} not invited yet.`}
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
