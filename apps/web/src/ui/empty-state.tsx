import type { ReactNode } from "react";
import classes from "#ui/empty-state.module.css";
import { isolatedNode } from "#ui/isolated-node.ts";

/** What is missing, and the next step as a link or button. No picture. */
export function EmptyState({ title, text, action }: { title: ReactNode; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.empty} data-empty-state>
      <p className={classes.title}>{isolatedNode(title)}</p>
      {text && <p className={classes.text}>{isolatedNode(text)}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
