import { useId } from "react";
import { useAmountsView, type AmountsView } from "#features/estimate/rows/amounts-view.ts";
import classes from "#features/estimate/rows/amounts-switch.module.css";

const VIEWS: readonly { view: AmountsView; label: string }[] = [
  { view: "cost", label: "Cost" },
  { view: "price", label: "Price" },
];

/** Switches all amounts on the screen between costs and prices. */
export function AmountsSwitch() {
  const { view, setView } = useAmountsView();
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Amounts shown" className={classes.switch} data-on-paper="no">
      {VIEWS.map((each) => (
        <label key={each.view} className={classes.choice} data-chosen={each.view === view || undefined}>
          <input
            type="radio"
            className={classes.radio}
            name={name}
            checked={each.view === view}
            onChange={() => setView(each.view)}
          />
          {each.label}
        </label>
      ))}
    </div>
  );
}
