import type { FieldDefinition, FieldPlace } from "@ridgebook/estimating";
import { useId } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { chooseOption } from "#features/estimate/rows/choose-option.ts";
import classes from "#features/estimate/rows/choice-cards.module.css";
import { FieldError } from "#features/estimate/rows/field-error.tsx";
import type { FieldReading } from "#features/estimate/rows/use-field.ts";

/** Picture choices: swatches of a color, or cards of packages. Arrow keys move between them. */
export function ChoiceCards({
  place,
  definition,
  control,
  id,
  name,
  value,
  options,
  problem,
  isDisabled,
}: {
  place: FieldPlace;
  definition: FieldDefinition;
  control: "swatches" | "cards";
  id: string;
  name: string;
  value: string | null;
  options: FieldReading["options"];
  problem: string;
  isDisabled: boolean;
}) {
  const form = useWorkflowForm();
  const group = useId();
  return (
    <div className={classes.group}>
      <div
        id={id}
        // Receives the focus from the error summary; the arrow keys belong to the radios inside.
        tabIndex={-1}
        role="radiogroup"
        aria-label={name}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        className={classes.choices}
        data-control={control}
      >
        {options.map((option) => (
          <label key={option.id} className={classes.card}>
            <input
              type="radio"
              className={classes.radio}
              name={group}
              checked={option.id === value}
              disabled={isDisabled}
              onChange={() => chooseOption(form, { place, definition, optionId: option.id })}
            />
            {option.imageUrl && (
              <img className={classes.picture} src={option.imageUrl} alt="" loading="lazy" decoding="async" />
            )}
            <span className={classes.name}>{option.value}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} text={problem} />
    </div>
  );
}
