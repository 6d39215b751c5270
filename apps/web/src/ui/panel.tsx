import { useId, type ReactNode } from "react";
import classes from "#ui/panel.module.css";

/** A surface on the canvas. Panels are not nested. On a phone it runs from edge to edge. */
export function Panel({
  title,
  actions,
  as: Element = "section",
  padding = "normal",
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  as?: "section" | "div" | "aside" | "article";
  /** `none` for a table or list with its own padding. */
  padding?: "normal" | "none";
  children?: ReactNode;
}) {
  const titleId = useId();
  return (
    <Element
      className={classes.panel}
      data-ground="surface"
      data-padding={padding}
      aria-labelledby={title ? titleId : undefined}
    >
      {(title || actions) && (
        <div className={`rb-row ${classes.head}`}>
          {title && (
            <h2 id={titleId} className="rb-subheading">
              {title}
            </h2>
          )}
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </Element>
  );
}
