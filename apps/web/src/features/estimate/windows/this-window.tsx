import type { PricedLine } from "@ridgebook/estimating";
import { useFormValue } from "#features/estimate/form/form-context.tsx";
import { formatQuantity } from "#features/estimate/format.ts";
import { Figure } from "#features/estimate/steps/totals-bar.tsx";
import classes from "#features/estimate/windows/this-window.module.css";
import { WINDOW } from "#features/estimate/windows/window-lines.ts";

const ANSWER = { isAnswer: true };

const findWindow = (lines: readonly PricedLine[], windowId: number): PricedLine | undefined =>
  lines.find(({ definition, line }) => definition.property === WINDOW && line.id === windowId);

/** What one line of windows comes to, with its quantity: "This window, 2 ×". */
export function useWindowTotal(windowId: number): { readonly caption: string; readonly total: number } {
  const total = useFormValue(({ lines }) => findWindow(lines, windowId)?.totals.total ?? 0, Object.is, ANSWER);
  const quantity = useFormValue(({ lines }) => findWindow(lines, windowId)?.quantity ?? 0, Object.is, ANSWER);
  return { caption: quantity > 1 ? `This window, ${formatQuantity(quantity)} ×` : "This window", total };
}

/** In front of the totals of the bar; on narrow screens the panel of the size says it instead. */
export function ThisWindow({ windowId }: { windowId: number }) {
  const { caption, total } = useWindowTotal(windowId);
  return (
    <div className={classes.wide}>
      <Figure caption={caption} amount={total} isStrong />
    </div>
  );
}
