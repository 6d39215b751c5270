/** Events that count as use: typing, keys, presses. */
const USES = ["input", "keydown", "click"] as const;

/**
 * Calls back once an element has not been used for a while. Returns a function that stops it.
 *
 * @param after milliseconds
 */
export function whenQuiet(
  part: Pick<EventTarget, "addEventListener" | "removeEventListener">,
  { after, call }: { after: number; call: () => void },
): () => void {
  let timer = setTimeout(call, after);
  const noteUse = (): void => {
    clearTimeout(timer);
    timer = setTimeout(call, after);
  };
  for (const use of USES) part.addEventListener(use, noteUse);
  return () => {
    clearTimeout(timer);
    for (const use of USES) part.removeEventListener(use, noteUse);
  };
}
