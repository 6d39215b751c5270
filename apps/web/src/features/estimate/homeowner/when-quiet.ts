/** What somebody does who is at it: types, presses keys or buttons. */
const USES = ["input", "keydown", "click"] as const;

/**
 * Calls once nothing was done with a part of the page for a while; each use of it starts the time anew. The result ends it.
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
