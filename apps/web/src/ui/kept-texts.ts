/** Small choices that outlive the page, kept in `localStorage`. */
export interface KeptTexts {
  /** Empty if nothing is kept. */
  readonly read: (key: string) => string;
  /** Never throws. */
  readonly keep: (key: string, text: string) => void;
  /** False for a value that lasts only as long as the page, because the browser did not store it. */
  readonly outlivesPage: (key: string) => boolean;
  /** Calls `listener` after each `keep`, in this tab or another; the returned function stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Storage throws if site data is blocked, already on access, and if it is full. Then a choice lasts as long as the page. */
export function createKeptTexts(storage: () => Storage = () => localStorage): KeptTexts {
  const unstored = new Map<string, string>();
  const listeners = new Set<() => void>();
  return {
    read: (key) => {
      try {
        return unstored.get(key) ?? storage().getItem(key) ?? "";
      } catch {
        return "";
      }
    },
    keep: (key, text) => {
      unstored.set(key, text);
      try {
        if (text) storage().setItem(key, text);
        else storage().removeItem(key);
        unstored.delete(key);
      } catch {
        // It stays in `unstored`.
      }
      for (const listener of listeners) listener();
    },
    outlivesPage: (key) => !unstored.has(key),
    subscribe: (listener) => {
      listeners.add(listener);
      window.addEventListener("storage", listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", listener);
      };
    },
  };
}

export const keptTexts = createKeptTexts();
