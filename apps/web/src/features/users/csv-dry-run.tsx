import { Button } from "@mantine/core";
import { fullName, userRecord } from "@ridgebook/contract";
import { useId, useState, type ReactNode } from "react";
import classes from "#features/users/add-from-csv.module.css";
import type { CsvColumn, CsvPeople, InvitePlan, PersonCells, ProblemRow } from "#features/users/csv-people.ts";
import { useEntryOnBlur } from "#forms/use-entry-on-blur.ts";
import { useSession } from "#server-client/session-context.tsx";
import { countText, countedText } from "#ui/counted-text.ts";
import { TextButton } from "#ui/text-button.tsx";
import { TextField } from "#ui/text-field.tsx";

const FIRST_SHOWN = 10;
const KEYBOARDS: Readonly<Partial<Record<CsvColumn, "email" | "tel">>> = { email: "email", phoneNumber: "tel" };

/** What each row of a CSV would do; rows with a problem can be corrected. */
export function DryRun({
  source,
  plan,
  onCorrect,
  onInvite,
  onBack,
}: {
  source: CsvPeople & { readonly name: string };
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
        <span className={classes.count}>{countText(count)}</span>
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
          Show {countText(hidden)} more
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

/** A cell to correct. */
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
  const { isUnchanged, fieldProps } = useEntryOnBlur({ value, onCommit });
  return <TextField label={label} inputMode={keyboard} error={isUnchanged ? error : undefined} {...fieldProps} />;
}
