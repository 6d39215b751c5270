import type { FieldPlace } from "@ridgebook/estimating";
import { memo } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import classes from "#features/estimate/rows/entry.module.css";
import { FieldError } from "#features/estimate/rows/field-error.tsx";

/** A word or two, a name that may wrap onto two lines, or a text of several lines. */
type TextLength = "word" | "name" | "text";

/** Free text; the field grows with its content. */
export const TextEntry = memo(function TextEntry({
  place,
  id,
  name,
  value,
  problem,
  isDisabled,
  length,
}: {
  place: FieldPlace;
  id: string;
  name: string;
  value: string | null;
  problem: string;
  isDisabled: boolean;
  length: TextLength;
}) {
  const form = useWorkflowForm();
  const shared = {
    id,
    value: value ?? "",
    dir: "auto",
    disabled: isDisabled,
    "aria-label": name,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": problem ? `${id}-error` : undefined,
  } as const;
  return (
    <div className={classes.choice}>
      <div className={classes.box} data-bad={problem ? true : undefined} data-disabled={isDisabled || undefined}>
        {length !== "word" ? (
          <textarea
            {...shared}
            className={classes.longText}
            data-length={length}
            rows={length === "text" ? 3 : 1}
            onKeyDown={(event) => {
              // A name may wrap, but has no line breaks.
              if (length === "name" && event.key === "Enter") event.preventDefault();
            }}
            onChange={(event) => form.setValue(place, event.target.value)}
          />
        ) : (
          <input
            {...shared}
            type="text"
            inputMode="text"
            className={classes.text}
            onChange={(event) => form.setValue(place, event.target.value)}
          />
        )}
      </div>
      <FieldError id={id} text={problem} />
    </div>
  );
});
