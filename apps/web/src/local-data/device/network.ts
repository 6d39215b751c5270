/** What the browser knows of the network (SHELL-23); whether the server answers is learned from calls. */
export interface Network {
  isOnline(): boolean;
  /** Calls when it comes and goes; the result stops listening. */
  listen(listener: () => void): () => void;
  /** Calls when somebody looks at the page again, whose timers may have stood still meanwhile; the result stops listening. */
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
