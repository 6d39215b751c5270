import type { FieldPlace } from "@ridgebook/estimating";
import { memo } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import classes from "#features/estimate/rows/entry.module.css";
import { FieldError } from "#features/estimate/rows/field-error.tsx";
import checkbox from "#ui/checkbox-field.module.css";

/** A yes/no switch in a line, or a checkbox with its label. */
export const TickField = memo(function TickField({
  place,
  id,
  name,
  value,
  problem,
  isDisabled,
  isBox = false,
}: {
  place: FieldPlace;
  id: string;
  name: string;
  value: string | null;
  problem: string;
  isDisabled: boolean;
  isBox?: boolean;
}) {
  const form = useWorkflowForm();
  const isTicked = value === "true";
  return (
    <div className={classes.choice}>
      <label className={classes.tick}>
        <input
          id={id}
          type="checkbox"
          className={isBox ? checkbox.box : "rb-switch"}
          checked={isTicked}
          disabled={isDisabled}
          aria-label={name}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={(event) => form.setValue(place, event.target.checked ? "true" : "false")}
        />
        <span aria-hidden={!isBox}>{isBox ? name : isTicked ? "Yes" : "No"}</span>
      </label>
      <FieldError id={id} text={problem} />
    </div>
  );
});
