import { isLaborHoursHintShown, type FieldPlace } from "@ridgebook/estimating";
import { memo } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatQuantity } from "#features/estimate/format.ts";
import classes from "#features/estimate/rows/recommended-hint.module.css";
import icons from "#features/estimate/rows/row-icons.module.css";
import { LABOR_HOURS, type FieldReading } from "#features/estimate/rows/use-field.ts";
import { useWhyRecommended } from "#features/estimate/rows/use-why.ts";

type ReadForHint = Pick<FieldReading, "quantity" | "recommended" | "aboveMax" | "inAll" | "isReadOnly" | "isFilledIn">;

type HintState = "none" | "equal" | "open" | "tooMuch";

/** Whether to show a recommendation beside a quantity, and whether it is applied. */
export function hintState(
  property: string,
  { quantity, recommended, aboveMax, isReadOnly }: Omit<ReadForHint, "inAll" | "isFilledIn">,
): HintState {
  if (recommended === null || isReadOnly) return "none";
  if (property === LABOR_HOURS && !isLaborHoursHintShown({ entered: quantity, recommended })) return "none";
  if (aboveMax !== null) return "tooMuch";
  return quantity === recommended ? "equal" : "open";
}

/**
 * The recommended quantity (3.§5). If it is applied: a check and the number, and whether saving filled it in. If it differs: the number,
 * which opens the explanation, and `Use`, which comes right after the quantity in the tab order. For rows that share a quantity, the number
 * is what the others leave over. A recommendation above the field's maximum cannot be used.
 */
export const RecommendedHint = memo(function RecommendedHint({
  place,
  name,
  unit,
  state,
  recommended,
  aboveMax,
  inAll,
  isFilledIn,
}: {
  place: FieldPlace;
  name: string;
  unit: string;
  state: HintState;
} & Pick<ReadForHint, "aboveMax" | "inAll" | "isFilledIn"> & { recommended: number }) {
  const form = useWorkflowForm();
  const askWhy = useWhyRecommended({ place, name, unit, recommended, isInUse: state === "equal" });
  if (state === "none") return null;
  const number = formatQuantity(recommended);
  const whole = formatQuantity(inAll ?? recommended);
  const isRest = whole !== number;
  if (state === "equal")
    return (
      <div className={`${classes.equal} ${icons.check}`}>
        <button
          type="button"
          className={classes.why}
          aria-label={`${number} recommended for ${name}, ${isFilledIn ? "filled in on saving" : "in use"}. Why?`}
          onClick={askWhy}
        >
          <span className={classes.number}>
            {number}
            {isFilledIn ? " filled in" : <span className={classes.phoneOnly}> recommended</span>}
          </span>
        </button>
      </div>
    );
  if (state === "tooMuch")
    return (
      <div className={classes.open}>
        <button
          type="button"
          className={classes.why}
          aria-label={`${number} recommended for ${name}, above the maximum of ${formatQuantity(aboveMax ?? 0)}. Why?`}
          onClick={askWhy}
        >
          <span className={classes.number}>{number} recommended</span>, above the maximum of{" "}
          {formatQuantity(aboveMax ?? 0)}
        </button>
      </div>
    );
  return (
    <div className={classes.open}>
      <button
        type="button"
        className={classes.use}
        aria-label={`Use ${number} for ${name}`}
        onClick={() => form.useRecommended(place)}
      >
        Use<span className={classes.phoneOnly}> {number}</span>
      </button>
      <button
        type="button"
        className={classes.why}
        aria-label={`${number} ${isRest ? `left of ${whole} ` : ""}recommended for ${name}. Why?`}
        onClick={askWhy}
      >
        <span className={classes.number}>{isRest ? `${number} left of ${whole}` : `${number} recommended`}</span>
      </button>
    </div>
  );
});
