import type { Explanation } from "@ridgebook/estimating";
import { useEffect, useState } from "react";

/** The tape updates after the form has been unchanged for this long. */
const QUIET_MS = 250;
const EDITS = ["input", "change", "click"] as const;

/**
 * The explanation of a number, updated after each edit while the tape is beside the form. `isChanged` tells whether the number differs from
 * the one that was asked about.
 */
export function useExplanation(explain: () => Explanation | null): {
  explanation: Explanation | null;
  isChanged: boolean;
} {
  const [first] = useState(explain);
  const [explanation, setExplanation] = useState(first);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setExplanation(explain()), QUIET_MS);
    };
    for (const edit of EDITS) document.addEventListener(edit, follow, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const edit of EDITS) document.removeEventListener(edit, follow);
    };
  }, [explain]);
  return { explanation, isChanged: explanation?.value !== first?.value };
}
