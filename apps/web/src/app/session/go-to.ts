import type { RouterHistory } from "@tanstack/react-router";

/**
 * How the session leads to another page. No page may hold it with a question about what is on it: whoever it belongs to has left,
 * or is somewhere else by now, and it must not stay on the screen. Its address leaves the history too: going back would only lead away again.
 */
export const goTo =
  (history: Pick<RouterHistory, "replace">) =>
  (path: string): void =>
    history.replace(path, undefined, { ignoreBlocker: true });
