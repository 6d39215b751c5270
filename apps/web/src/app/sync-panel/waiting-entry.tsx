import { IconClock, IconRefresh } from "@tabler/icons-react";
import { changeDetail, changeTitle, type Reader } from "#app/sync-panel/describe-change.ts";
import { PanelEntry } from "#app/sync-panel/panel-entry.tsx";
import type { PendingChange } from "#local-data/pending-changes.ts";

/** A change that goes out by itself. */
export function WaitingEntry({ change, reader, place }: { change: PendingChange; reader: Reader; place: string }) {
  const Icon = change.status === "sending" ? IconRefresh : IconClock;
  return (
    <PanelEntry
      icon={<Icon size={20} stroke={1.75} aria-hidden />}
      title={changeTitle(change)}
      state={<span className="rb-hint">{place}</span>}
      text={changeDetail({ change, reader })}
    />
  );
}
