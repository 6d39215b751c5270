import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "#features/config/config.module.css";
import { useLinksWarning } from "#server-client/use-links-warning.ts";

/** Says that links in mails do not open on other computers (OPS-18). */
export function LinksBanner() {
  const warning = useLinksWarning();
  if (warning === undefined) return null;
  return (
    <div role="status" className={classes.banner} data-tone="warn">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <p>{warning}</p>
    </div>
  );
}
