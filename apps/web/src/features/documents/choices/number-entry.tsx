import { useState } from "react";
import { readNumber } from "#features/documents/choices/read-number.ts";
import { TextField } from "#ui/text-field.tsx";

/** What is wrong with entries that are no numbers, by field. They are kept as they were typed. */
export type EntryProblems = Readonly<Record<string, string>>;

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
  const own = typed === undefined ? undefined : readNumber(typed);
  // What came from elsewhere since, such as another choice, stands instead of what was typed for the former.
  const shown =
    typed !== undefined && (own === undefined || own === value) ? typed : value === null ? "" : String(value);
  const message = typed !== undefined && own === undefined ? "Enter a number." : error;
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
        const read = readNumber(text);
        setTyped(text);
        onProblem(id, read === undefined ? `"${text}" is not a number.` : undefined);
        if (read !== undefined) onValue(read);
      }}
    />
  );
}
