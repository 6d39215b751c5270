import { IconCloudDownload, IconCloudOff, IconPinFilled, IconRefresh } from "@tabler/icons-react";
import classes from "#features/leads/lead-sync-mark.module.css";
import listClasses from "#features/leads/lead-list.module.css";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { Tag } from "#ui/tag.tsx";

/** What has become of a lead's unsent changes; nothing when there are none. */
export function LeadSyncMark({ sync }: { sync: LocalLead["sync"] }) {
  switch (sync) {
    case "synced":
      return null;
    case "waiting":
      return (
        <span className={classes.mark}>
          <IconCloudOff size={16} stroke={1.75} aria-hidden />
          Waiting
        </span>
      );
    case "sending":
      return (
        <span className={classes.mark}>
          <IconRefresh size={16} stroke={1.75} aria-hidden />
          Sending
        </span>
      );
    case "failed":
      return <Tag tone="bad">Not sent</Tag>;
    case "conflict":
      return <Tag tone="warn">Two versions</Tag>;
  }
}

/** Without a signal: only the lead itself is surely on this device. */
export const NotHereMark = () => (
  <span
    className={classes.mark}
    title="Estimates and documents of this lead may not be on this device. They open with a signal."
  >
    <IconCloudDownload size={16} stroke={1.75} aria-hidden />
    Needs a signal
  </span>
);

export const PinMark = ({ isPinned }: { isPinned: boolean }) =>
  isPinned && <IconPinFilled size={14} className={listClasses.pin} role="img" aria-label="Pinned" />;
