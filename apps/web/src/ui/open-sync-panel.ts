/** The shell listens for this on `window` and opens the panel of unsent changes. */
export const OPEN_SYNC_PANEL_EVENT = "ridgebook:open-sync-panel";

/** Opens the panel of unsent changes, where each can be retried, resolved, exported or discarded. */
export const openSyncPanel = (): void => {
  window.dispatchEvent(new CustomEvent(OPEN_SYNC_PANEL_EVENT));
};
