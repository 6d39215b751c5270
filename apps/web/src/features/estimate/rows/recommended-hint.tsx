import { isLaborHoursHintShown, type FieldPlace } from "@ridgebook/estimating";
import { memo } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatQuantity } from "#features/estimate/format.ts";
import classes from "#features/estimate/rows/recommended-hint.module.css";
import icons from "#features/estimate/rows/row-icons.module.css";
import { LABOR_HOURS } from "#features/estimate/rows/use-field.ts";
import { useWhyRecommended } from "#features/estimate/rows/use-why.ts";

type HintState = "none" | "equal" | "open" | "tooMuch";

/** Whether a recommendation is shown beside a quantity, and whether it is still to be taken over. */
export function hintState({
  property,
  quantity,
  recommended,
  aboveMax,
  isReadOnly,
}: {
  property: string;
  quantity: number | null;
  /** Null where there is none. */
  recommended: number | null;
  /** The field's maximum, where the recommendation is above it. */
  aboveMax: number | null;
  isReadOnly: boolean;
}): HintState {
  if (recommended === null || isReadOnly) return "none";
  if (property === LABOR_HOURS && !isLaborHoursHintShown({ entered: quantity, recommended })) return "none";
  if (aboveMax !== null) return "tooMuch";
  return quantity === recommended ? "equal" : "open";
}

/**
 * The recommended quantity (3.§5). Equal: a check and the number, quiet; what saving filled in says so. Different: the number, which opens why, and `Use`, which
 * follows the quantity directly in the order of the keyboard. Of a quantity that other rows share, the number is what they leave over. What is more than the
 * field takes is only told.
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
  recommended: number;
  aboveMax: number | null;
  /** What rows that share a quantity need together; null for a row that shares none. */
  inAll: number | null;
  /** Saving has filled it in, and nobody entered anything else since. */
  isFilledIn: boolean;
}) {
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
