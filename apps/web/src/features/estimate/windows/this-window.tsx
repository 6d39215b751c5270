import { NO_AMOUNTS, type PricedLine } from "@ridgebook/estimating";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatMoney, formatQuantity } from "#features/estimate/format.ts";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";
import { amountsShown } from "#features/estimate/rows/use-field.ts";
import { Figure } from "#features/estimate/steps/totals-bar.tsx";
import classes from "#features/estimate/windows/this-window.module.css";
import { WINDOW } from "#features/estimate/windows/window-lines.ts";
import { useWhy, type WhyQuestion } from "#features/estimate/why/why-context.ts";

const ANSWER = { isAnswer: true };
const NO_TOTALS = { ...NO_AMOUNTS, total: 0, totalCost: 0 };

const findWindow = (lines: readonly PricedLine[], windowId: number): PricedLine | undefined =>
  lines.find(({ definition, line }) => definition.property === WINDOW && line.id === windowId);

/** The total of one line of windows, in costs or prices, with a caption that says which: "This window, 2 ×, cost". */
export function useWindowTotal(windowId: number): {
  readonly caption: string;
  readonly total: number;
  readonly question: WhyQuestion;
} {
  const form = useWorkflowForm();
  const { view } = useAmountsView();
  const total = useFormValue(
    ({ lines }) => amountsShown(findWindow(lines, windowId)?.totals ?? NO_TOTALS, view).total,
    Object.is,
    ANSWER,
  );
  const quantity = useFormValue(({ lines }) => findWindow(lines, windowId)?.quantity ?? 0, Object.is, ANSWER);
  const caption = quantity > 1 ? `This window, ${formatQuantity(quantity)} ×` : "This window";
  const at = { outer: [], property: WINDOW, lineId: windowId };
  const question = { place: caption, answer: formatMoney(total), explain: () => form.explainPrice(at, view) };
  return { caption: `${caption}, ${view}`, total, question };
}

/** The window's total in the bar; narrow screens show it in the size panel instead. */
export function ThisWindow({ windowId }: { windowId: number }) {
  const { caption, total, question } = useWindowTotal(windowId);
  const ask = useWhy();
  return (
    <div className={classes.wide}>
      <Figure caption={caption} amount={total} onAsk={() => ask(question)} />
    </div>
  );
}
