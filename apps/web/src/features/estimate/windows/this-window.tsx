import { useFormValue } from "#features/estimate/form/form-context.tsx";
import { formatQuantity } from "#features/estimate/format.ts";
import { Figure } from "#features/estimate/steps/totals-bar.tsx";
import classes from "#features/estimate/windows/this-window.module.css";

const ANSWER = { isAnswer: true };

/** What one line of windows comes to, with its quantity: "This window, 2 ×". */
export function useWindowTotal(windowId: number): { readonly caption: string; readonly total: number } {
  const total = useFormValue(({ lineById }) => lineById.get(windowId)?.totals.total ?? 0, Object.is, ANSWER);
  const quantity = useFormValue(({ lineById }) => lineById.get(windowId)?.quantity ?? 0, Object.is, ANSWER);
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
