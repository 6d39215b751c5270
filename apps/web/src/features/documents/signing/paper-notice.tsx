import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "#features/documents/signing/paper-notice.module.css";

/** A notice before a paper is made or signed, with its actions. */
export function PaperNotice({
  tone,
  action,
  children,
}: {
  tone: "warn" | "bad";
  /** Links and buttons. */
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <IconAlertTriangle className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.text}>{children}</div>
      {action !== undefined && <div className={classes.actions}>{action}</div>}
    </div>
  );
}
