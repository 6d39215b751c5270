/** Browsers show their own text today; ours is still set (MSG-06). */
const UNLOAD_WARNING = "Are you sure you want to refresh? Unsaved changes may be lost";

/** Pages that reload by themselves. */
const unaskedPages = new WeakSet<object>();

/**
 * Asks before the whole page is closed with unsaved changes. Not in development, where the page reloads with every edit of the code. Returns a function
 * that stops it.
 */
export function warnBeforeUnload({
  page,
  hasChanges,
  isDevelopment,
}: {
  page: Pick<Window, "addEventListener" | "removeEventListener">;
  hasChanges: () => boolean;
  isDevelopment: boolean;
}): () => void {
  if (isDevelopment) return () => undefined;
  const warn = (event: BeforeUnloadEvent): void => {
    if (unaskedPages.has(page) || !hasChanges()) return;
    event.preventDefault();
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated, and the only way to hand over a text, and to ask at all in older browsers
    event.returnValue = UNLOAD_WARNING;
  };
  page.addEventListener("beforeunload", warn);
  return () => page.removeEventListener("beforeunload", warn);
}

/** Reloads the page without the browser's question: a page that lost its database can do nothing else. Forms keep their drafts. */
export function reloadUnasked(page: object & { location: Pick<Location, "reload"> }): void {
  unaskedPages.add(page);
  page.location.reload();
}
