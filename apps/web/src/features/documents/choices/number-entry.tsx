import { readDollars, type TypedNumber } from "@ridgebook/contract";
import { fieldProblemTexts } from "@ridgebook/estimating";
import { useState } from "react";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

/** Errors of entries that are not numbers, by field. The text stays as typed. */
export type EntryProblems = Readonly<Record<string, string>>;

const valueOf = (typed: TypedNumber): number | null => (typed.kind === "number" ? typed.value : null);

/** The typed text, until the field is left with a number. */
interface Typed {
  readonly text: string;
  /** Left with this text: "1," is then no longer on its way to "1,250", and the error shows. */
  readonly isLeft: boolean;
}

/** An optional number. Invalid text stays in the field; `onProblem` is called immediately, and the error shows when the field is left. */
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
  /** For a table, whose column header is the label. */
  isLabelHidden?: boolean;
  onValue: (value: number | null) => void;
  onProblem: (id: string, message: string | undefined) => void;
}) {
  const [typed, setTyped] = useState<Typed>();
  const own = typed && readDollars(typed.text);
  const isUnreadable = own?.kind === "unreadable";
  // A newer value from elsewhere replaces the typed text.
  const isOwn = own !== undefined && (isUnreadable || valueOf(own) === value);
  const shown = typed && isOwn ? typed.text : value === null ? "" : String(value);
  const message = isUnreadable && typed?.isLeft ? fieldProblemTexts.unreadable(typed.text) : error;
  return (
    <TextField
      id={id}
      numeric
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      {...(unit !== undefined && { unit })}
      hint={hint}
      value={shown}
      error={message}
      {...selectOnEntry}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const read = readDollars(text);
        // Once shown, an error stays until it is fixed.
        setTyped({ text, isLeft: isUnreadable && typed?.isLeft === true });
        onProblem(id, read.kind === "unreadable" ? fieldProblemTexts.unreadable(text) : undefined);
        if (read.kind !== "unreadable") onValue(valueOf(read));
      }}
      // "1." becomes 1; invalid text stays, to be fixed.
      onBlur={() => setTyped(typed && isUnreadable ? { ...typed, isLeft: true } : undefined)}
    />
  );
}
