import { readDollars, type TypedNumber } from "@ridgebook/contract";
import { fieldProblemTexts } from "@ridgebook/estimating";
import { useState } from "react";
import { TextField } from "#ui/text-field.tsx";

/** What is wrong with entries that are no numbers, by field. They are kept as they were typed. */
export type EntryProblems = Readonly<Record<string, string>>;

const valueOf = (typed: TypedNumber): number | null => (typed.kind === "number" ? typed.value : null);

/** A number that may be left open. What is typed and is no number stays in the field, and is told to `onProblem`. */
export function NumberEntry({
  id,
  label,
  value,
  unit,
  hint,
  error,
  isLabelHidden = false,
  onValue,
  onProblem,
}: {
  id: string;
  label: string;
  value: number | null;
  unit?: string;
  hint?: string;
  error?: string | undefined;
  /** Where a table names its column. */
  isLabelHidden?: boolean;
  onValue: (value: number | null) => void;
  onProblem: (id: string, message: string | undefined) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const own = typed === undefined ? undefined : readDollars(typed);
  // What came from elsewhere since, such as another choice, stands instead of what was typed for the former.
  const shown =
    typed !== undefined && own !== undefined && (own.kind === "unreadable" || valueOf(own) === value)
      ? typed
      : value === null
        ? ""
        : String(value);
  const message = typed !== undefined && own?.kind === "unreadable" ? fieldProblemTexts.unreadable(typed) : error;
  return (
    <TextField
      id={id}
      numeric
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      {...(unit !== undefined && { unit })}
      hint={hint}
      value={shown}
      error={message}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const read = readDollars(text);
        setTyped(text);
        onProblem(id, read.kind === "unreadable" ? fieldProblemTexts.unreadable(text) : undefined);
        if (read.kind !== "unreadable") onValue(valueOf(read));
      }}
    />
  );
}
