import { Button } from "@mantine/core";
import { isolatedText } from "@ridgebook/contract";
import { IconAlertCircle } from "@tabler/icons-react";
import { canCreateAgain } from "#app/sync-panel/create-again.ts";
import {
  changeDetail,
  changeTitle,
  deletedText,
  fixText,
  isDeletedElsewhere,
  keptText,
  refusalText,
  type Reader,
} from "#app/sync-panel/describe-change.ts";
import { PanelEntry } from "#app/sync-panel/panel-entry.tsx";
import { RecordLink } from "#app/sync-panel/record-link.tsx";
import classes from "#app/sync-panel/sync-panel.module.css";
import { useChangeActions } from "#app/sync-panel/use-change-actions.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";
import { Tag } from "#ui/tag.tsx";

/** A refused change with its reason and the actions on it. */
export function FailedEntry({
  change,
  reader,
  onLeave,
}: {
  change: PendingChange;
  reader: Reader;
  onLeave: () => void;
}) {
  const { retry, createAgain, exportFile, discard } = useChangeActions(change);
  const isGone = isDeletedElsewhere(change) && canCreateAgain(change);
  return (
    <PanelEntry
      icon={<IconAlertCircle className={classes.bad} size={20} stroke={1.75} aria-hidden />}
      title={changeTitle(change)}
      state={<Tag tone="bad">Not sent</Tag>}
      text={
        <>
          {isolatedText(changeDetail({ change, reader }))}
          <br />
          {isGone ? (
            <strong className={classes.bad}>{isolatedText(deletedText(change.problem, reader))}</strong>
          ) : (
            <>
              The server refused it:{" "}
              <strong className={classes.bad}>{isolatedText(refusalText(change.problem))}</strong>
            </>
          )}{" "}
          {keptText(change.kind)}
        </>
      }
    >
      {isGone ? (
        <Button onClick={() => void createAgain()}>Create it again</Button>
      ) : (
        <>
          <RecordLink change={change} text={fixText(change)} variant="primary" onLeave={onLeave} />
          <Button variant="secondary" onClick={() => void retry()}>
            Try again
          </Button>
        </>
      )}
      <Button variant="tertiary" onClick={() => void exportFile()}>
        Export
      </Button>
      <Button variant="danger-text" onClick={() => void discard()}>
        Discard
      </Button>
    </PanelEntry>
  );
}
