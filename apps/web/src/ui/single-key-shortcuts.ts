import { useSyncExternalStore } from "react";

/** Where "off" is kept; nothing is kept while they are on. */
const KEY = "ridgebook-shortcuts";

export type ShortcutsChoice = "on" | "off";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function readChoice(): ShortcutsChoice {
  try {
    return window.localStorage.getItem(KEY) === "off" ? "off" : "on";
  } catch {
    // Storage can be forbidden in the browser's settings.
    return "on";
  }
}

function choose(choice: ShortcutsChoice): void {
  try {
    if (choice === "off") window.localStorage.setItem(KEY, choice);
    else window.localStorage.removeItem(KEY);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/**
 * Whether single letters are shortcuts. Who speaks to the device, or presses keys by accident, switches them off (WCAG
 * 2.1.4).
 */
export function useSingleKeyShortcuts(): { choice: ShortcutsChoice; choose: (choice: ShortcutsChoice) => void } {
  return { choice: useSyncExternalStore(subscribe, readChoice), choose };
}
