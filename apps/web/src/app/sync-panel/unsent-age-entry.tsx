import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { BrowserKind } from "#app/shell/browser-kind.ts";
import { unsentAge } from "#app/shell/unsent-age.ts";
import { unsentAgeText } from "#app/shell/unsent-age-text.ts";
import { PanelEntry } from "#app/sync-panel/panel-entry.tsx";
import classes from "#app/sync-panel/sync-panel.module.css";
import type { SyncStatus } from "#local-data/device/sync-status.ts";

/** Warns that changes have been unsent for days; from day 6 on, suggests to save them as a file. */
export function UnsentAgeEntry({
  sync,
  removedBy,
  reader: { now, timeZone },
  onSaveRescue,
}: {
  sync: SyncStatus;
  removedBy: BrowserKind["name"] | undefined;
  reader: { now: number; timeZone: string };
  onSaveRescue: () => void;
}) {
  const age = unsentAge(sync, now);
  const said = unsentAgeText({ sync, age, removedBy, timeZone });
  if (!said) return null;
  const isUrgent = age.level === "urgent";
  return (
    <PanelEntry
      icon={<IconAlertCircle className={isUrgent ? classes.bad : classes.warn} size={20} stroke={1.75} aria-hidden />}
      {...said}
    >
      {isUrgent && <Button onClick={onSaveRescue}>Save a rescue file</Button>}
    </PanelEntry>
  );
}
