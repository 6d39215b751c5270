import { Button } from "@mantine/core";
import type { FieldConflict } from "@ridgebook/contract";
import { IconGitCompare } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import tables from "#features/config/config.module.css";
import classes from "#features/config/two-versions.module.css";
import { useSession } from "#server-client/session-context.tsx";
import { formatDateTime, isolatedText } from "@ridgebook/contract";

export interface TwoVersionsDetails {
  readonly conflicts: readonly FieldConflict[];
  readonly changedBy?: string | undefined;
  readonly changedTime?: string | undefined;
}

export type ConflictChoice = "mine" | "theirs";

/** Two people changed the same parts: part by part, side by side, one of the two is chosen. Mine is preselected. */
export function TwoVersions({
  conflict: { conflicts, changedBy, changedTime },
  labelOf,
  show,
  isSaving,
  onResolve,
}: {
  conflict: TwoVersionsDetails;
  labelOf: (part: string) => string;
  /** A part's value as text. */
  show: (part: string, value: unknown) => ReactNode;
  isSaving: boolean;
  onResolve: (choices: Record<string, ConflictChoice>) => void;
}) {
  const { timeZone } = useSession();
  const [choices, setChoices] = useState<Record<string, ConflictChoice>>({});
  const shown = (part: string, value: unknown): ReactNode =>
    value === null || value === undefined || value === "" ? (
      <span className={tables.nothing}>–</span>
    ) : (
      show(part, value)
    );
  const who = changedBy ?? "Somebody else";
  return (
    <section className={classes.conflict} aria-label="Two versions" data-ground="surface">
      <div role="alert" className={`rb-banner ${classes.head}`} data-tone="warn">
        <IconGitCompare size={20} stroke={1.75} aria-hidden />
        <p>
          <strong>Not saved.</strong> {isolatedText(who)} changed the same parts
          {changedTime === undefined ? "" : ` on ${formatDateTime({ time: changedTime, timeZone })}`}. Choose what
          stays; everything else is kept from both.
        </p>
      </div>
      {conflicts.map(({ field, mine, theirs }) => (
        <ConflictPart
          key={field}
          label={labelOf(field)}
          who={who}
          mine={shown(field, mine)}
          theirs={shown(field, theirs)}
          choice={choices[field] ?? "mine"}
          onChoose={(choice) => setChoices((before) => ({ ...before, [field]: choice }))}
        />
      ))}
      <div className={classes.actions}>
        <Button
          loading={isSaving}
          onClick={() => onResolve(Object.fromEntries(conflicts.map(({ field }) => [field, choices[field] ?? "mine"])))}
        >
          Keep this choice
        </Button>
      </div>
    </section>
  );
}

function ConflictPart({
  label,
  who,
  mine,
  theirs,
  choice,
  onChoose,
}: {
  label: string;
  who: string;
  mine: ReactNode;
  theirs: ReactNode;
  choice: ConflictChoice;
  onChoose: (choice: ConflictChoice) => void;
}) {
  const name = useId();
  const radio = (value: ConflictChoice, whose: string, shown: ReactNode) => (
    <label className={classes.version} data-chosen={choice === value || undefined}>
      <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(value)} />
      <span>
        <span className={`rb-small ${classes.whose}`}>{whose}</span>
        {shown}
      </span>
    </label>
  );
  return (
    <div className={classes.part} role="radiogroup" aria-label={label}>
      <span className={`rb-hint ${classes.label}`}>{label}</span>
      {radio("mine", "Yours", mine)}
      {radio("theirs", who, theirs)}
    </div>
  );
}
