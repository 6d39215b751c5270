import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { formatAmount } from "#features/estimate/format.ts";
import { TextField } from "#ui/text-field.tsx";

/** Typing rests that long before it is saved by itself. */
const SAVED_AFTER_MS = 1_000;

export type ReadAmount = { readonly amount: number; readonly error?: undefined } | { readonly error: string };

/**
 * An amount in dollars that saves itself: on leaving the field, on Enter, and after a pause. What is wrong stays in the field with
 * its reason and is not saved; Escape brings the saved amount back.
 */
export function AmountField({
  label,
  value,
  read,
  onBegin,
  onCommit,
}: {
  label: string;
  /** As it is saved. */
  value: number;
  /** What typed text means, or what is wrong with it. */
  read: (text: string) => ReadAmount;
  /** The person is in the field now. */
  onBegin: () => void;
  onCommit: (amount: number) => void;
}) {
  /** Undefined: the field shows what is saved. */
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState("");
  const [isFocused, setIsFocused] = useState(false);
  const [shownValue, setShownValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // What is saved has arrived, or somebody else changed it; a person who is typing is not disturbed.
  if (value !== shownValue) {
    setShownValue(value);
    if (!isFocused && !error) setTyped(undefined);
  }

  const commit = (text: string | undefined, isLeaving: boolean): void => {
    clearTimeout(timer.current);
    if (text === undefined) return;
    const result = read(text);
    setError(result.error ?? "");
    if (result.error !== undefined) return;
    if (result.amount !== value) onCommit(result.amount);
    if (isLeaving) setTyped(result.amount === value ? undefined : formatAmount(result.amount));
  };
  const handleChange = (text: string): void => {
    setTyped(text);
    // A mistake is told at the end of typing, and goes as soon as it is mended.
    if (error && read(text).error === undefined) setError("");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(text, false), SAVED_AFTER_MS);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter") {
      commit(typed, true);
      event.currentTarget.select();
    }
    if (event.key === "Escape") {
      clearTimeout(timer.current);
      setTyped(undefined);
      setError("");
    }
  };
  return (
    <TextField
      label={label}
      numeric
      autoComplete="off"
      value={typed ?? formatAmount(value)}
      error={error}
      onChange={(event) => handleChange(event.currentTarget.value)}
      onKeyDown={handleKey}
      onFocus={(event) => {
        setIsFocused(true);
        onBegin();
        event.currentTarget.select();
      }}
      onBlur={() => {
        setIsFocused(false);
        commit(typed, true);
      }}
    />
  );
}
