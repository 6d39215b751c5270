import type { ReactNode } from "react";
import classes from "#ui/row-list.module.css";
import { isolatedNode } from "#ui/isolated-node.ts";

/** A list in a panel, each item with its actions. */
export const RowList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="rb-list" aria-label={label}>
    {children}
  </ul>
);

export const RowListItem = ({
  title,
  lines = [],
  actions,
  children,
}: {
  title: ReactNode;
  /** Its texts, one per line. */
  lines?: readonly ReactNode[];
  actions: ReactNode;
  children?: ReactNode;
}) => (
  <li className={`rb-row ${classes.row}`}>
    <div className={classes.text}>
      <p className={classes.title}>{isolatedNode(title)}</p>
      {lines.map((line, index) => (
        // The lines of one item keep their order.
        <p key={index} className="rb-hint">
          {isolatedNode(line)}
        </p>
      ))}
      {children}
    </div>
    <div className="rb-buttons">{actions}</div>
  </li>
);
