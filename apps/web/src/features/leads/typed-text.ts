import { useState } from "react";

interface TypedText {
  text: string;
  /** The value that was there when this was last drawn. */
  seen: string;
  /** Values that this field has handed over itself; their arrival does not touch what was typed since. */
  committed: readonly string[];
}

/**
 * Text that is typed over a value that lives in the address, and reaches it a little later. When the value becomes
 * another one for any other reason (the back button, "clear"), the field shows it.
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
