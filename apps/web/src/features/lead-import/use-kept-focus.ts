import { useLayoutEffect, useRef, type RefObject } from "react";
import { isFocusFree } from "#ui/is-focus-free.ts";

function focusHeading(root: HTMLElement | null): void {
  const heading = root?.querySelector<HTMLElement>("h2, [data-heading]");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "nearest" });
}

/**
 * The pressed control is often gone in the next stage: the focus then goes to that stage's heading, not to the top of the page.
 *
 * @param stage undefined while the page is not ready: its first stage takes no focus
 */
export function useKeptFocus(stage: string | undefined): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const former = useRef(stage);
  useLayoutEffect(() => {
    const before = former.current;
    former.current = stage;
    if (before === undefined || before === stage) return;
    if (isFocusFree()) focusHeading(root.current);
  }, [stage]);
  return root;
}

/** Moves the focus to the heading of a step whenever the step changes: the pressed control is below it. */
export function useStepFocus(step: number): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const former = useRef(step);
  useLayoutEffect(() => {
    if (former.current === step) return;
    former.current = step;
    focusHeading(root.current);
  }, [step]);
  return root;
}
