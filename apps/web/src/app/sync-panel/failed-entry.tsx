import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { changeTitle, fixText, keptText, refusalText } from "#app/sync-panel/describe-change.ts";
import { PanelEntry } from "#app/sync-panel/panel-entry.tsx";
import classes from "#app/sync-panel/sync-panel.module.css";
import { useChangeActions } from "#app/sync-panel/use-change-actions.ts";
import type { PendingChange } from "#local-data/pending-changes.ts";
import { Tag } from "#ui/tag.tsx";

/** A change that the server refused: why, that it is kept, and the ways on. */
export function FailedEntry({ change, onLeave }: { change: PendingChange; onLeave: () => void }) {
  const { retry, exportFile, discard } = useChangeActions(change);
  const id = String(change.id);
  const isLead = change.storeName === "leads";
  const canBeFixed = (isLead || change.storeName === "estimates") && change.kind !== "deleted";
  return (
    <PanelEntry
      icon={<IconAlertCircle className={classes.bad} size={20} stroke={1.75} aria-hidden />}
      title={changeTitle(change)}
      state={<Tag tone="bad">Not sent</Tag>}
      text={
        <>
          The server refused it: <strong className={classes.bad}>{refusalText(change.problem)}</strong>{" "}
          {keptText(change.kind)}
        </>
      }
    >
      {canBeFixed && (
        <Button
          renderRoot={(button) =>
            isLead ? (
              <Link to="/estimator/leads/$id/edit" params={{ id }} {...button} />
            ) : (
              <Link to="/estimator/estimate/$id" params={{ id }} {...button} />
            )
          }
          onClick={onLeave}
        >
          {fixText(change)}
        </Button>
      )}
      <Button variant="secondary" onClick={() => void retry()}>
        Try again
      </Button>
      <Button variant="tertiary" onClick={() => void exportFile()}>
        Export
      </Button>
      <Button variant="danger-text" onClick={() => void discard()}>
        Discard
      </Button>
    </PanelEntry>
  );
}
