import type { ReactNode } from "react";
import classes from "#features/estimate/summary/figures.module.css";
import { useWhy, type WhyQuestion } from "#features/estimate/why/why-context.ts";

/** A number that explains itself when it is pressed. */
export function WhyFigure({ children, ...question }: WhyQuestion & { children: ReactNode }) {
  const ask = useWhy();
  return (
    <button type="button" className={classes.why} onClick={() => ask(question)}>
      <span className={classes.whyText}>{children}</span>
      <span className="rb-visually-hidden">, why this number</span>
    </button>
  );
}
