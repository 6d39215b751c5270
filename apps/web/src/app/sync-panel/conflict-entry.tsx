import { Button } from "@mantine/core";
import { formatRecent, type FieldConflict } from "@ridgebook/contract";
import { IconGitCompare } from "@tabler/icons-react";
import { useId, useState } from "react";
import { choiceOf, createDecision, pairKey, type ChoicesByPair } from "#app/sync-panel/conflict-choices.ts";
import {
  allOthersText,
  changeTitle,
  conflictText,
  conflictTexts,
  fieldLabel,
  keepText,
  otherVersion,
  sharedVersion,
  versionText,
  type Reader,
  type Version,
} from "#app/sync-panel/describe-change.ts";
import { PanelEntry } from "#app/sync-panel/panel-entry.tsx";
import classes from "#app/sync-panel/sync-panel.module.css";
import { useChangeActions } from "#app/sync-panel/use-change-actions.ts";
import type { ConflictChoice } from "#local-data/database/slices.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";
import { Tag } from "#ui/tag.tsx";

/** A conflict: for each field, the user chooses one of two values, first "mine". */
export function ConflictEntry({ change, reader }: { change: PendingChange; reader: Reader }) {
  const { resolve, exportFile } = useChangeActions(change);
  const [choices, setChoices] = useState<ChoicesByPair>({});
  const [isDeciding, setIsDeciding] = useState(false);
  const [decide] = useState(() => createDecision({ onChange: setIsDeciding }));
  const { conflict: { fields: conflicts } = { fields: [] } } = change;
  const here: Version = { name: "This device", time: formatRecent({ time: change.changedTime, ...reader }) };
  const shared = sharedVersion(conflicts.map((field) => otherVersion({ change, field, reader })));
  const resolveAll = (choiceFor: (conflict: FieldConflict) => ConflictChoice): void =>
    void decide(() => resolve(Object.fromEntries(conflicts.map((conflict) => [conflict.field, choiceFor(conflict)]))));

  return (
    <PanelEntry
      icon={<IconGitCompare className={classes.warn} size={20} stroke={1.75} aria-hidden />}
      title={changeTitle(change)}
      state={<Tag tone="warn">Two versions</Tag>}
      text={conflictText(change)}
    >
      <div className={classes.conflicts}>
        <div className={`${classes.conflict} rb-caption`} aria-hidden>
          <span className={classes.fieldName} />
          <span>{versionText(here)}</span>
          <span>{shared ? versionText(shared) : "Other versions"}</span>
        </div>
        {conflicts.map((conflict) => (
          <ConflictField
            key={pairKey(conflict)}
            label={fieldLabel({ storeName: change.storeName, field: conflict.field })}
            {...conflictTexts({ change, field: conflict, reader })}
            mineVersion={here}
            theirVersion={otherVersion({ change, field: conflict, reader })}
            isTheirVersionShown={!shared}
            choice={choiceOf(choices, conflict)}
            onChoose={(choice) => setChoices((before) => ({ ...before, [pairKey(conflict)]: choice }))}
          />
        ))}
      </div>
      <Button disabled={isDeciding} onClick={() => resolveAll((conflict) => choiceOf(choices, conflict))}>
        {keepText(conflicts)}
      </Button>
      <Button variant="secondary" disabled={isDeciding} onClick={() => resolveAll(() => "mine")}>
        All mine
      </Button>
      <Button variant="secondary" disabled={isDeciding} onClick={() => resolveAll(() => "theirs")}>
        {allOthersText(change)}
      </Button>
      <Button variant="tertiary" onClick={() => void exportFile()}>
        Export
      </Button>
    </PanelEntry>
  );
}

function ConflictField({
  label,
  former,
  mine,
  theirs,
  mineVersion,
  theirVersion,
  isTheirVersionShown,
  choice,
  onChoose,
}: {
  label: string;
  /** The value that the user saw before the edit. */
  former: string;
  mine: string;
  theirs: string;
  mineVersion: Version;
  theirVersion: Version;
  /** Shows the author at each field, because the fields have different authors. */
  isTheirVersionShown: boolean;
  choice: ConflictChoice;
  onChoose: (choice: ConflictChoice) => void;
}) {
  const name = useId();
  const radio = (
    value: ConflictChoice,
    { text, version, isShown }: { text: string; version: Version; isShown: boolean },
  ) => (
    <label className={classes.version} data-chosen={choice === value || undefined}>
      <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(value)} />
      <span className="rb-visually-hidden">{version.name}: </span>
      <span>
        {text}
        {version.time !== undefined && <span className="rb-visually-hidden">, changed {version.time}</span>}
        {isShown && (
          <span className={`${classes.author} rb-caption`} aria-hidden>
            {versionText(version)}
          </span>
        )}
      </span>
    </label>
  );
  return (
    <div className={classes.conflict} role="radiogroup" aria-label={label}>
      <span className={`${classes.fieldName} rb-hint`}>
        {label}
        <span className={`${classes.former} rb-caption`}>was {former}</span>
      </span>
      {radio("mine", { text: mine, version: mineVersion, isShown: false })}
      {radio("theirs", { text: theirs, version: theirVersion, isShown: isTheirVersionShown })}
    </div>
  );
}
