import { Button } from "@mantine/core";
import { IconClock, IconDots, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { changeDetail, changeTitle, type Reader } from "#app/sync-panel/describe-change.ts";
import { PanelEntry } from "#app/sync-panel/panel-entry.tsx";
import { RecordLink } from "#app/sync-panel/record-link.tsx";
import classes from "#app/sync-panel/sync-panel.module.css";
import { useChangeActions } from "#app/sync-panel/use-change-actions.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";
import { IconButton } from "#ui/icon-button.tsx";

/** A change that will be sent automatically, with its actions collapsed. */
export function WaitingEntry({
  change,
  reader,
  place,
  onLeave,
}: {
  change: PendingChange;
  reader: Reader;
  place: string;
  onLeave: () => void;
}) {
  const { exportFile, discard } = useChangeActions(change);
  const [isOpen, setIsOpen] = useState(false);
  const Icon = change.status === "sending" ? IconRefresh : IconClock;
  return (
    <PanelEntry
      icon={<Icon size={20} stroke={1.75} aria-hidden />}
      title={changeTitle(change)}
      state={
        <span className={classes.place}>
          <span className="rb-hint">{place}</span>
          <IconButton
            label={`Actions for ${changeTitle(change)}`}
            icon={<IconDots size={18} stroke={1.75} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen((before) => !before)}
          />
        </span>
      }
      text={changeDetail({ change, reader })}
    >
      {isOpen && (
        <>
          <RecordLink change={change} text="Edit" variant="tertiary" onLeave={onLeave} />
          <Button variant="tertiary" onClick={() => void exportFile()}>
            Export
          </Button>
          <Button variant="danger-text" onClick={() => void discard()}>
            Discard
          </Button>
        </>
      )}
    </PanelEntry>
  );
}
