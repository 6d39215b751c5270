import type { RouterHistory } from "@tanstack/react-router";

/**
 * Navigates after the session changed. Ignores leave guards, because the page must not stay on the screen after its user has signed out
 * or changed company. Replaces the history entry, because going back would only navigate away again.
 */
export const goTo =
  (history: Pick<RouterHistory, "replace">) =>
  (path: string): void =>
    history.replace(path, undefined, { ignoreBlocker: true });
