import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import classes from "#features/estimate/lead-estimates/lead-estimates.module.css";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { Tag } from "#ui/tag.tsx";

/** What has become of an estimate's unsent changes; nothing when there are none. */
export function EstimateSyncMark({ sync }: { sync: LocalEstimate["sync"] }) {
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
