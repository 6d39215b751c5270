import type { ReactNode } from "react";
import classes from "#features/documents/choices/choices.module.css";

/** Related fields under a heading. */
export function ChoiceSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className="rb-subheading">{title}</h2>
      {hint !== undefined && <p className={`rb-hint ${classes.hint}`}>{hint}</p>}
      {children}
    </section>
  );
}
