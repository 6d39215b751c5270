import { IconAlertTriangle } from "@tabler/icons-react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatAmount, formatMoney, formatQuantity, NOTHING } from "#features/estimate/format.ts";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";
import classes from "#features/estimate/windows/size-panel.module.css";
import { rangeShares, sizePriceOf } from "#features/estimate/windows/size-price.ts";
import { useWindowTotal } from "#features/estimate/windows/this-window.tsx";
import { childLine, WINDOW } from "#features/estimate/windows/window-lines.ts";

/** A window's united inches, and the size range that its price depends on (look.md "Window"). */
export function SizePanel({ windowId }: { windowId: number }) {
  const unitedInches = useFormValue(({ lineById }) => childLine(lineById.get(windowId)?.line, "ui")?.quantity ?? 0);
  return (
    <section className={classes.panel} aria-label="United inches">
      <div className={classes.line}>
        <span className="rb-hint">United inches</span>
        <span className={`rb-subheading ${classes.figure}`}>
          {unitedInches > 0 ? `${formatQuantity(unitedInches)} UI` : NOTHING}
        </span>
      </div>
      <PriceOfSize windowId={windowId} />
      <WindowTotal windowId={windowId} />
    </section>
  );
}

/** The window's total, on screens where the bar has no room for it. */
function WindowTotal({ windowId }: { windowId: number }) {
  const { caption, total, question } = useWindowTotal(windowId);
  return (
    <div className={classes.total}>
      <span className="rb-hint">{caption}</span>
      <span className={`rb-subheading ${classes.figure}`}>
        <WhyFigure {...question}>{formatMoney(total)}</WhyFigure>
      </span>
    </div>
  );
}

function PriceOfSize({ windowId }: { windowId: number }) {
  const form = useWorkflowForm();
  const { view } = useAmountsView();
  const at = { outer: [{ property: WINDOW, id: windowId }], property: "windowStyle", lineId: null };
  const style = useFormValue((_snapshot, each) => each.pricedAt(at));
  const price = sizePriceOf(style);
  if (!style || price.kind === "none") return null;
  const dollars = view === "cost" ? style.totals.totalCost : style.totals.total;
  const amount = (
    <WhyFigure place={style.definition.label} answer={formatMoney(dollars)} explain={() => form.explainPrice(at, view)}>
      {formatAmount(dollars)}
    </WhyFigure>
  );
  switch (price.kind) {
    case "missing":
      return (
        <p className={classes.missing}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          No price for this size
        </p>
      );
    case "perUnitedInch":
      return (
        <div className={classes.line}>
          <span className="rb-caption">priced by the united inch</span>
          <span className={classes.amount}>{amount}</span>
        </div>
      );
    case "tier": {
      const shares = rangeShares(price.ranges);
      return (
        <>
          <div className={classes.bar} aria-hidden>
            {price.ranges.map(({ min, max, isHit }, index) => (
              <span key={`${min} ${max}`} data-hit={isHit || undefined} style={{ flexGrow: shares[index] ?? 1 }} />
            ))}
          </div>
          <div className={classes.line}>
            <span className="rb-caption">{price.text}</span>
            <span className={classes.amount}>{amount}</span>
          </div>
        </>
      );
    }
  }
}
