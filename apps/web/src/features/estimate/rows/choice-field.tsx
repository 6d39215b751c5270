import type { FieldDefinition, FieldPlace } from "@ridgebook/estimating";
import { memo, startTransition, useEffect, useState } from "react";
import { FieldDrawing, hasDrawing } from "#features/estimate/drawings/field-drawing.tsx";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { chooseOption } from "#features/estimate/rows/choose-option.ts";
import { disabledReason, NOTHING_OFFERED } from "#features/estimate/rows/disabled-reason.ts";
import classes from "#features/estimate/rows/entry.module.css";
import { FieldError } from "#features/estimate/rows/field-error.tsx";
import type { FieldReading } from "#features/estimate/rows/use-field.ts";

interface ChoiceFieldProps {
  place: FieldPlace;
  definition: FieldDefinition;
  id: string;
  name: string;
  value: string | null;
  options: FieldReading["options"];
  problem: string;
  isDisabled: boolean;
  /** The label is above the field, so the empty field does not repeat it. */
  isLabelled: boolean;
}

const NOTHING_CHOSEN = "Choose";
/** The longest label that fits the narrowest column beside "Choose". */
const MAX_NAMED = 14;

/** Placeholder that tells neighboring fields apart: "Choose color", or "Color" if there is nothing to choose. */
function emptyText(
  { label, parentId }: FieldDefinition,
  { isClosed, isLabelled }: { isClosed: boolean; isLabelled: boolean },
): string {
  if (parentId === null || label.length > MAX_NAMED || (isLabelled && !isClosed)) return NOTHING_CHOSEN;
  return isClosed ? label : `${NOTHING_CHOSEN} ${label.toLowerCase()}`;
}

/** Characters that fit on two lines of the narrowest column, of 200 and of 280 px; longer names are set smaller there, on three. */
const MAX_IN_TWO_LINES = [24, 32, 44] as const;
/** The width of a swatch on both lines, in characters. */
const LETTERS_OF_A_SWATCH = 6;

/** How many of the widths are too narrow for a name on two lines; undefined if none. */
function lengthOf(name: string, { hasSwatch }: { hasSwatch: boolean }): number | undefined {
  const letters = name.length + (hasSwatch ? LETTERS_OF_A_SWATCH : 0);
  return MAX_IN_TWO_LINES.filter((most) => letters > most).length || undefined;
}

/**
 * A native select. Browsers cut the chosen text to one line, so the box draws it on two, from `data-chosen`.
 *
 * A form with 300 selects would render thousands of options, so a select first has only the chosen one. The others are added when a pointer
 * or the focus reaches it (both happen before a browser opens the list), and to all selects in a transition after the first render. The
 * chosen option comes first and keeps its element, so the select's value does not change: browsers' autofill scans the whole page on every
 * change.
 */
export const ChoiceField = memo(function ChoiceField({
  place,
  definition,
  id,
  name,
  value,
  options,
  problem,
  isDisabled,
  isLabelled,
}: ChoiceFieldProps) {
  const form = useWorkflowForm();
  const [isFilled, setIsFilled] = useState(false);
  const fill = () => setIsFilled(true);
  useEffect(() => startTransition(() => setIsFilled(true)), []);

  const chosen = value === null ? undefined : form.book.entryOf(definition).optionById.get(value);
  const hasNone = options.length === 0;
  const reason = isDisabled ? disabledReason(definition, form.book) : hasNone ? NOTHING_OFFERED : null;
  const isChosenOffered = value === null || options.some((option) => option.id === value);
  const picture = chosen?.imageUrl;
  const chosenText = value === null ? NOTHING_CHOSEN : (chosen?.value ?? value);
  const shownText =
    value === null ? emptyText(definition, { isClosed: hasNone || isDisabled, isLabelled }) : chosenText;
  const nothing = { id: "", value: NOTHING_CHOSEN };
  const current = value === null ? nothing : { id: value, value: chosenText };
  const listed = isFilled ? [nothing, ...(isChosenOffered ? [] : [current]), ...options] : [current];
  return (
    <div className={classes.choice} data-measured>
      <div
        className={classes.box}
        data-chosen={shownText}
        data-long={lengthOf(shownText, { hasSwatch: Boolean(picture) })}
        data-empty={value === null || undefined}
        data-bad={problem ? true : undefined}
        data-disabled={reason !== null || undefined}
        data-picture={picture ? true : undefined}
      >
        {picture && <img className={classes.swatch} src={picture} alt="" decoding="async" />}
        {hasDrawing(definition.workflowId, definition.key) && (
          // Decorative; the text says the same.
          <span className={classes.drawing} aria-hidden>
            <FieldDrawing place={place} />
          </span>
        )}
        <select
          id={id}
          className={classes.select}
          value={value ?? ""}
          aria-label={name}
          aria-invalid={problem ? true : undefined}
          aria-describedby={
            [reason !== null && `${id}-reason`, problem && `${id}-error`].filter(Boolean).join(" ") || undefined
          }
          disabled={reason !== null}
          title={reason ?? (value === null ? undefined : chosenText)}
          onPointerEnter={fill}
          onPointerDown={fill}
          onFocus={fill}
          onChange={(event) => chooseOption(form, { place, definition, optionId: event.target.value || null })}
        >
          {listed.map((option) => (
            <option key={option.id} value={option.id}>
              {option.value}
            </option>
          ))}
        </select>
      </div>
      {reason !== null && (
        <span id={`${id}-reason`} hidden>
          {reason}
        </span>
      )}
      <FieldError id={id} text={problem} />
    </div>
  );
});
