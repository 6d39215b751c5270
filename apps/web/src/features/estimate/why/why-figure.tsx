import type { ReactNode } from "react";
import { useWhy, type WhyQuestion } from "#features/estimate/why/why-context.ts";
import classes from "#features/estimate/why/why-figure.module.css";

/**
 * A number that opens its explanation when pressed.
 *
 * @param isSkippedByKeyboard another figure beside it has the same explanation
 */
export function WhyFigure({
  children,
  isSkippedByKeyboard = false,
  ...question
}: WhyQuestion & { children: ReactNode; isSkippedByKeyboard?: boolean }) {
  const ask = useWhy();
  return (
    <button
      type="button"
      className={classes.why}
      data-on-paper="yes"
      tabIndex={isSkippedByKeyboard ? -1 : undefined}
      onClick={() => ask(question)}
    >
      <span className={classes.whyText}>{children}</span>
      <span className="rb-visually-hidden">, why this number</span>
    </button>
  );
}
