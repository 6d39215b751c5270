/** The browser's network state (SHELL-23); only calls show whether the server answers. */
export interface Network {
  isOnline(): boolean;
  /** Listens to changes of the network; the returned function stops it. */
  listen(listener: () => void): () => void;
  /** Called when the page becomes visible again; its timers may have been suspended. The returned function stops listening. */
  listenToReturns(listener: () => void): () => void;
}

export const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  listen: (listener) => {
    addEventListener("online", listener);
    addEventListener("offline", listener);
    return () => {
      removeEventListener("online", listener);
      removeEventListener("offline", listener);
    };
  },
  listenToReturns: (listener) => {
    const page = (globalThis as { document?: Document }).document;
    const look = (): void => {
      if (page?.visibilityState === "visible") listener();
    };
    page?.addEventListener("visibilitychange", look);
    return () => page?.removeEventListener("visibilitychange", look);
  },
};
