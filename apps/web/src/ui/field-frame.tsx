import type { ReactNode } from "react";
import classes from "#ui/field-frame.module.css";

/** Puts an action at the right end of a field's label line; without an action the field stands alone. */
export function FieldFrame({ labelAction, children }: { labelAction: ReactNode; children: ReactNode }) {
  if (!labelAction) return children;
  return (
    <div className={classes.frame}>
      {children}
      <div className={classes.action}>{labelAction}</div>
    </div>
  );
}
