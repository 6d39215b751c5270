import { IconAlertCircle, IconCloudOff, IconGitMerge, IconRefresh } from "@tabler/icons-react";
import classes from "#features/leads/lead-details.module.css";
import { openSyncPanel } from "#ui/open-sync-panel.ts";
import { describePendingChange } from "#features/leads/pending-change-text.ts";
import { usePendingLeadChange } from "#features/leads/use-pending-lead-change.ts";

/** This lead's unsent or rejected changes, with a link to the panel that resolves them. */
export function LeadSyncBanner({ id }: { id: number }) {
  const change = usePendingLeadChange(id);
  if (!change) return null;
  const { title, text, tone } = describePendingChange(change);
  const Icon = {
    waiting: change.status === "sending" ? IconRefresh : IconCloudOff,
    bad: IconAlertCircle,
    warn: IconGitMerge,
  }[tone];
  return (
    <div className={`rb-banner ${classes.banner}`} data-tone={tone} role="status">
      <Icon size={20} stroke={1.75} aria-hidden />
      <p className={classes.bannerText}>
        <strong>{title}</strong> {text}
      </p>
      <button type="button" className={classes.bannerAction} onClick={openSyncPanel}>
        {tone === "warn" ? "Choose values" : "Show unsent changes"}
      </button>
    </div>
  );
}
