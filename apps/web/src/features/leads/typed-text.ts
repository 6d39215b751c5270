import { useState } from "react";

interface TypedText {
  text: string;
  /** The value at the last render. */
  seen: string;
  /** Values committed by this field; their arrival does not overwrite newer typing. */
  committed: readonly string[];
}

/**
 * Text typed over a value in the address, which follows with a delay. When the value changes for another reason (the back button, "clear"),
 * the field shows it.
 */
export function useTypedText(value: string): {
  text: string;
  type: (text: string) => void;
  noteCommitted: (value: string) => void;
} {
  const [state, setState] = useState<TypedText>({ text: value, seen: value, committed: [] });
  if (value !== state.seen) {
    const isOwn = state.committed.includes(value);
    setState({
      text: isOwn ? state.text : value,
      seen: value,
      committed: isOwn ? state.committed.slice(state.committed.indexOf(value) + 1) : [],
    });
  }
  return {
    text: state.text,
    type: (text) => setState((last) => ({ ...last, text })),
    noteCommitted: (committed) => setState((last) => ({ ...last, committed: [...last.committed, committed] })),
  };
}
