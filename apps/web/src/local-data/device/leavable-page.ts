/** Detects that the user leaves the page. */
export interface LeavablePage {
  /** Calls the listener when the page is closed, reloaded or left for another; hiding it is none of these. */
  listenLeaving(listener: () => void): void;
}

export const browserPage: LeavablePage = {
  listenLeaving: (listener) => {
    // A worker has no such event.
    if ("window" in globalThis) globalThis.addEventListener("pagehide", listener);
  },
};
