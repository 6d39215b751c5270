import { readDollars, type TypedNumber } from "@ridgebook/contract";
import { fieldProblemTexts } from "@ridgebook/estimating";
import { useState } from "react";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

/** What is wrong with entries that are no numbers, by field. They are kept as they were typed. */
export type EntryProblems = Readonly<Record<string, string>>;

const valueOf = (typed: TypedNumber): number | null => (typed.kind === "number" ? typed.value : null);

/** What was typed, until the field is left as a number. */
interface Typed {
  readonly text: string;
  /** The field was left with this in it: "1," is then no longer on its way to "1,250", and the field says so. */
  readonly isLeft: boolean;
}

/**
 * A number that may be left open. What is typed and is no number stays in the field; `onProblem` learns of it at once, the person when the
 * field is left.
 */
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
  const [typed, setTyped] = useState<Typed>();
  const own = typed && readDollars(typed.text);
  const isUnreadable = own?.kind === "unreadable";
  // What came from elsewhere since, such as another choice, stands instead of what was typed for the former.
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
        // Once told, a mistake stays told until it is mended.
        setTyped({ text, isLeft: isUnreadable && typed?.isLeft === true });
        onProblem(id, read.kind === "unreadable" ? fieldProblemTexts.unreadable(text) : undefined);
        if (read.kind !== "unreadable") onValue(valueOf(read));
      }}
      // "1." becomes 1; what is no number stays, to be mended.
      onBlur={() => setTyped(typed && isUnreadable ? { ...typed, isLeft: true } : undefined)}
    />
  );
}
