import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import classes from "#features/leads/lead-sync-mark.module.css";
import type { LocalLead } from "#local-data/leads.ts";
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
