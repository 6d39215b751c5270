import { addOnRow, NO_AMOUNTS, type FieldPlace, type UnitAmounts } from "@ridgebook/estimating";
import { useState } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatAmount } from "#features/estimate/format.ts";
import { OwnAmounts } from "#features/estimate/own-amounts.tsx";
import entry from "#features/estimate/rows/entry.module.css";
import { FieldError, ProblemStar } from "#features/estimate/rows/field-error.tsx";
import { fieldDomId } from "#features/estimate/rows/field-place.ts";
import labelled from "#features/estimate/rows/labelled-field.module.css";
import { readPrice } from "#features/estimate/rows/quantity-text.ts";
import { isShallowEqual } from "#features/estimate/rows/use-field.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";

type EnteredAmount = "materialCost" | "laborCost";
type FollowingAmount = "materialPrice" | "laborPrice";

const ENTERED: readonly { amount: EnteredAmount; label: string }[] = [
  { amount: "materialCost", label: "Material cost" },
  { amount: "laborCost", label: "Labor cost" },
];
const FOLLOWING: readonly { amount: FollowingAmount; label: string }[] = [
  { amount: "materialPrice", label: "Material price" },
  { amount: "laborPrice", label: "Labor price" },
];

/** The unit amounts of an add-on service: costs are entered, prices are calculated (2.§3.6). */
export function AddOnAmounts({ place, name }: { place: FieldPlace; name: string }) {
  const amounts = useFormValue((_snapshot, form): UnitAmounts => {
    const priced = form.pricedAt(place);
    if (!priced) return NO_AMOUNTS;
    const { materialCost, laborCost, materialPrice, laborPrice } = addOnRow(priced);
    return { materialCost, laborCost, materialPrice, laborPrice };
  }, isShallowEqual);
  return (
    <>
      <OwnAmounts>
        {ENTERED.map(({ amount, label }) => (
          <PriceField key={amount} place={place} amount={amount} label={label} name={name} entered={amounts[amount]} />
        ))}
      </OwnAmounts>
      {FOLLOWING.map(({ amount, label }) => (
        <div key={amount} className={labelled.field} data-type="number">
          <div className={labelled.head}>
            <span className={`rb-small ${labelled.label}`}>{label}</span>
          </div>
          <output className={entry.calculated} aria-label={`${name} ${label.toLowerCase()}`}>
            <span className={entry.calculatedNumber} data-empty={amounts[amount] === 0 || undefined}>
              {formatAmount(amounts[amount])}
            </span>
          </output>
        </div>
      ))}
    </>
  );
}

/** A cost in dollars and whole cents, at least 0. Anything else counts as 0 (3.§5), stays as typed and shows an error. */
function PriceField({
  place,
  amount,
  label,
  name,
  entered,
}: {
  place: FieldPlace;
  amount: EnteredAmount;
  label: string;
  name: string;
  entered: number;
}) {
  const form = useWorkflowForm();
  const [typed, setTyped] = useState<{ readonly text: string; readonly isLeft: boolean } | null>(null);
  const read = typed && readPrice(typed.text, label);
  const held = useFormValue((_snapshot, each) => each.lineAt(place)?.amounts?.[amount] ?? 0);
  // Show the typed text only while the form holds its value: undo changes the form.
  const shown = read?.price === held ? typed : null;
  const formProblem = useFormValue(
    (_snapshot, each) => each.problemsOf(place).find(({ path }) => path.endsWith(`.${amount}`))?.text ?? "",
  );
  const problem = (shown?.isLeft && read?.problem) || formProblem;
  const id = fieldDomId(place, amount);
  const handleChange = (text: string) => {
    setTyped({ text, isLeft: problem !== "" });
    const amounts = form.lineAt(place)?.amounts ?? NO_AMOUNTS;
    form.setAmounts(place, { ...amounts, [amount]: readPrice(text, label).price });
  };
  return (
    <div className={labelled.field} data-type="number">
      <div className={labelled.head}>
        <label htmlFor={id} className={`rb-small ${labelled.label}`}>
          {label}
          {formProblem && <ProblemStar />}
        </label>
      </div>
      <div className={entry.box} data-bad={problem ? true : undefined}>
        <input
          id={id}
          className={entry.number}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={shown?.text ?? (entered === 0 ? "" : entered.toFixed(2))}
          aria-label={`${name} ${label.toLowerCase()}`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={(event) => handleChange(event.target.value)}
          {...selectOnEntry}
          onBlur={() => setTyped(shown && read?.problem ? { ...shown, isLeft: true } : null)}
        />
      </div>
      <FieldError id={id} text={problem} />
    </div>
  );
}
