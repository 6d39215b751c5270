import { useSyncExternalStore } from "react";
import { keptTexts } from "#ui/kept-texts.ts";

/** The storage key of the choice. */
const KEY = "ridgebook-shortcuts";

type ShortcutsChoice = "on" | "off";

const readChoice = (): ShortcutsChoice => (keptTexts.read(KEY) === "off" ? "off" : "on");

const choose = (choice: ShortcutsChoice): void => keptTexts.keep(KEY, choice);

/** Whether single letters are shortcuts. People who use speech input, or press keys by accident, switch them off (WCAG 2.1.4). */
export function useSingleKeyShortcuts(): { choice: ShortcutsChoice; choose: (choice: ShortcutsChoice) => void } {
  return { choice: useSyncExternalStore(keptTexts.subscribe, readChoice), choose };
}
