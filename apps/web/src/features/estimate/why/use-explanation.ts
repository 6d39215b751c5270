import type { Explanation } from "@ridgebook/estimating";
import { useEffect, useState } from "react";

/** The form has been quiet for so long: the tape may follow it. */
const QUIET_MS = 250;
const EDITS = ["input", "change", "click"] as const;

/**
 * The chain behind a number, worked out when it is asked for and again after each edit: beside the page the tape follows the form.
 * `isChanged` says that the number is no longer the one that was asked about.
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
