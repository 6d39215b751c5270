import { isolatedText } from "@ridgebook/contract";
import type { ReactNode } from "react";
import classes from "#app/sync-panel/sync-panel.module.css";
import { isolatedNode } from "#ui/isolated-node.ts";

/** One row of the panel: title, state and actions. */
export function PanelEntry({
  icon,
  title,
  state,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  state?: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.body}>
        <div className={`rb-row ${classes.line}`}>
          <h3 className="rb-group">{isolatedText(title)}</h3>
          {state}
        </div>
        <p className="rb-hint">{isolatedNode(text)}</p>
        {children && <div className={classes.actions}>{children}</div>}
      </div>
    </li>
  );
}
