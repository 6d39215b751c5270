import { lineQuantity, roundMoney, type FieldPlace, type PricedLine } from "@ridgebook/estimating";
import { memo } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatAmount } from "#features/estimate/format.ts";
import { MeasuredMark } from "#features/estimate/measurements/measured-mark.tsx";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";
import { EntryOfField } from "#features/estimate/rows/entry-of-field.tsx";
import { ProblemStar } from "#features/estimate/rows/field-error.tsx";
import { canCost, hasQuantity, isLongLabel, shownUnit } from "#features/estimate/rows/field-layout.ts";
import { fieldDomId, isSamePlace } from "#features/estimate/rows/field-place.ts";
import classes from "#features/estimate/rows/labelled-field.module.css";
import { NotInPrices } from "#features/estimate/rows/not-in-prices.tsx";
import { QuantityOfLine } from "#features/estimate/rows/quantity-field.tsx";
import { hintState, RecommendedHint } from "#features/estimate/rows/recommended-hint.tsx";
import { unitShown, useField } from "#features/estimate/rows/use-field.ts";

interface LabelledFieldProps {
  place: FieldPlace;
  /** Replaces the field's own label. */
  label?: string | undefined;
  /** The accessible name if the label alone is ambiguous: "Gutter 2 type". */
  name?: string | undefined;
  /** Shows what the chosen option adds to a unit beside the label: "+345.00", "included". */
  showsAddedPrice?: boolean | undefined;
}

/** A field with its label above: in strips of measurements, cards below a line, and window details. */
export const LabelledField = memo(
  function LabelledField({ place: asked, label, name, showsAddedPrice = false }: LabelledFieldProps) {
    const form = useWorkflowForm();
    const definition = form.definitionOf(asked);
    // Fields that are not repeatable have no line id in their place, because their line may not exist yet.
    const place = definition.allowMultiple || asked.lineId === null ? asked : { ...asked, lineId: null };
    const reading = useField(place, definition);
    if (!reading.isVisible) return null;
    const shownLabel = label ?? definition.label;
    const shownName = name ?? shownLabel;
    const isPriced = canCost(form.book, definition);
    const unit = shownUnit(definition, isPriced);
    const id = fieldDomId(place);
    const { recommended, aboveMax, inAll } = reading;
    const isBesideChoice = definition.dataType !== "number" && hasQuantity(definition);
    const state = hintState(definition.property, reading);
    return (
      <div className={classes.field} data-type={definition.dataType} data-quantity-beside={isBesideChoice || undefined}>
        <div className={classes.head}>
          <label htmlFor={id} className={`rb-small ${classes.label}`} data-long={isLongLabel(shownLabel) || undefined}>
            {shownLabel}
            {(reading.valueProblem || reading.quantityProblem) && <ProblemStar />}
          </label>
          {showsAddedPrice && isPriced && <AddedPrice place={place} />}
        </div>
        <div className={classes.entry}>
          <EntryOfField
            place={place}
            definition={definition}
            reading={reading}
            name={shownName}
            unit={unit}
            isLabelled
          />
          {isBesideChoice && (
            <QuantityOfLine
              place={place}
              definition={definition}
              reading={reading}
              name={`${shownName} quantity`}
              unit={unit}
            />
          )}
        </div>
        <div className={classes.below}>
          <RecommendedHint
            place={place}
            name={shownName}
            unit={unit}
            state={state}
            recommended={recommended ?? 0}
            aboveMax={aboveMax}
            inAll={inAll}
            isFilledIn={reading.isFilledIn}
          />
          <MeasuredMark definition={definition} value={reading.value} name={shownName} />
          {isPriced && !reading.isDisabled && <MissingPrice place={place} />}
          <NotInPrices own={definition} className={classes.warning} />
        </div>
      </div>
    );
  },
  (before, after) =>
    before.label === after.label &&
    before.name === after.name &&
    before.showsAddedPrice === after.showsAddedPrice &&
    isSamePlace(before.place, after.place),
);

type MissingPriceReason = NonNullable<PricedLine["own"]["warning"]>["reason"];

const NO_PRICE_TEXTS: Record<MissingPriceReason, string> = {
  noVariant: "No price for what is chosen.",
  noTier: "No price for this size.",
  noSize: "No price until width and height are entered.",
};

function MissingPrice({ place }: { place: FieldPlace }) {
  const text = useFormValue((_snapshot, form) => {
    const { own, definition, line } = form.pricedAt(place) ?? {};
    return own?.warning && definition && line && lineQuantity(definition, line) > 0
      ? NO_PRICE_TEXTS[own.warning.reason]
      : "";
  });
  return text && <p className={classes.warning}>{text}</p>;
}

/** What the choice adds to a unit's cost or price; nothing if nothing is chosen or it has no price. */
function AddedPrice({ place }: { place: FieldPlace }) {
  const { view } = useAmountsView();
  const added = useFormValue((_snapshot, form) => {
    const priced = form.pricedAt(place);
    if (!priced || priced.quantity === 0 || priced.own.warning) return null;
    const { material, labor } = unitShown(priced, view);
    return roundMoney(material + labor);
  });
  if (added === null) return null;
  return <span className={`rb-caption ${classes.added}`}>{added === 0 ? "included" : `+${formatAmount(added)}`}</span>;
}
