import { IconAlertCircle, IconGitMerge } from "@tabler/icons-react";
import classes from "#features/estimate/estimate-area.module.css";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { openSyncPanel } from "#ui/open-sync-panel.ts";
import { TextButton } from "#ui/text-button.tsx";

const ICON = { size: 20, stroke: 1.75, "aria-hidden": true } as const;

/** The estimate's changes that need a decision: refused by the server, or in conflict. The chip shows changes that only wait. */
export function EstimateSyncBanner() {
  const { sync } = useOpenEstimate().estimate;
  if (sync !== "failed" && sync !== "conflict") return null;
  const isConflict = sync === "conflict";
  return (
    <div className={`rb-row ${classes.banner}`} data-tone={isConflict ? "warn" : "bad"} role="status">
      {isConflict ? <IconGitMerge {...ICON} /> : <IconAlertCircle {...ICON} />}
      <p className={classes.bannerText}>
        {isConflict ? (
          <>
            <strong>Two versions.</strong> The same parts of this estimate were changed twice. Both are kept.
          </>
        ) : (
          <>
            <strong>Not sent.</strong> The server refused a change of this estimate. What you entered is kept here.
          </>
        )}
      </p>
      <TextButton onClick={openSyncPanel}>{isConflict ? "Choose values" : "Show unsent changes"}</TextButton>
    </div>
  );
}
