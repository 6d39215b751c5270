import { IconCloudOff, IconRefresh, type Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "#ui/sync-mark.module.css";
import { Tag } from "#ui/tag.tsx";

/** A picture and a word or two beside a record, less prominent than it. */
export function Mark({ icon: Picture, title, children }: { icon: Icon; title?: string; children: ReactNode }) {
  return (
    <span className={`rb-small ${classes.mark}`} title={title}>
      <Picture size={16} stroke={1.75} aria-hidden />
      {children}
    </span>
  );
}

/** The state of a record's unsent changes; nothing without any. */
export function SyncMark({ sync }: { sync: "synced" | "waiting" | "sending" | "failed" | "conflict" }) {
  switch (sync) {
    case "synced":
      return null;
    case "waiting":
      return <Mark icon={IconCloudOff}>Waiting</Mark>;
    case "sending":
      return <Mark icon={IconRefresh}>Sending</Mark>;
    case "failed":
      return <Tag tone="bad">Not sent</Tag>;
    case "conflict":
      return <Tag tone="warn">Two versions</Tag>;
  }
}
