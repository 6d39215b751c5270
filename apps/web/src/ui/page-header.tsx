import { createContext, use, type ReactNode } from "react";
import classes from "#ui/page-header.module.css";
import { isolatedNode } from "#ui/isolated-node.ts";

/** An area's addition behind the title of each of its pages, such as the link to its help. */
export const BehindPageTitle = createContext<ReactNode>(undefined);

/** The head of a page: its one h1, a quiet note such as a count, and the actions at the right. */
export function PageHeader({
  title,
  note,
  back,
  actions,
  children,
}: {
  title: ReactNode;
  note?: ReactNode;
  /** A link to the parent page, above the title. */
  back?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const behindTitle = use(BehindPageTitle);
  return (
    <header className={`rb-row ${classes.header}`} data-title-only={(!back && !actions && !children) || undefined}>
      <div className={classes.text}>
        {back && (
          <div className={classes.back} data-on-paper="no">
            {back}
          </div>
        )}
        <div className={classes.line}>
          <h1 className={classes.title}>{isolatedNode(title)}</h1>
          {note !== undefined && <span className={classes.note}>{isolatedNode(note)}</span>}
          {behindTitle}
        </div>
        {children && <div className={classes.below}>{isolatedNode(children)}</div>}
      </div>
      {actions && <div className={`rb-buttons ${classes.actions}`}>{actions}</div>}
    </header>
  );
}
