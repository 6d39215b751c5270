import { useSyncExternalStore } from "react";
import { keptTexts } from "#ui/kept-texts.ts";

/** Where the choice is kept. */
const KEY = "ridgebook-shortcuts";

type ShortcutsChoice = "on" | "off";

const readChoice = (): ShortcutsChoice => (keptTexts.read(KEY) === "off" ? "off" : "on");

const choose = (choice: ShortcutsChoice): void => keptTexts.keep(KEY, choice);

/**
 * Whether single letters are shortcuts. Who speaks to the device, or presses keys by accident, switches them off (WCAG
 * 2.1.4).
 */
export function useSingleKeyShortcuts(): { choice: ShortcutsChoice; choose: (choice: ShortcutsChoice) => void } {
  return { choice: useSyncExternalStore(keptTexts.subscribe, readChoice), choose };
}
