import { useState, type ChangeEvent, type KeyboardEvent } from "react";

/**
 * The text of a field that is committed on blur or with Enter, for a cell of a file that is being imported: a corrected row leaves the list
 * of problems, so it must not go while the user is still typing.
 */
export function useEntryOnBlur({ value, onCommit }: { value: string; onCommit: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const commit = (): void => {
    if (typed.trim() !== value) onCommit(typed.trim());
  };
  return {
    isUnchanged: typed === value,
    fieldProps: {
      value: typed,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
      onBlur: commit,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "Enter") commit();
      },
    },
  };
}
