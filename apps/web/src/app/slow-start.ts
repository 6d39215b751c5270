/** A shorter wait for storage may end by itself. */
const SLOW_AFTER_MS = 5_000;

const WAITING_FOR_STORAGE =
  "Ridgebook is still waiting for this device's storage. Another tab or window of Ridgebook may be holding it. Close the others, or the whole browser, then load this page again. Nothing that was saved is lost.";

/**
 * Says on the splash what a start waits for when it takes long, and offers to load the page again. Browsers have states in which a
 * database opens and no transaction on it ever begins; a user should not look at a logo without text then.
 *
 * @param storageWaitMs how long the page has been waiting for its databases, in milliseconds
 */
export function watchSlowStart({
  splash,
  storageWaitMs,
  reload,
}: {
  splash: HTMLElement;
  storageWaitMs: () => number;
  reload: () => void;
}): void {
  const look = (): void => {
    // The first page removes the splash.
    if (!splash.isConnected) return;
    if (storageWaitMs() < SLOW_AFTER_MS) {
      setTimeout(look, SLOW_AFTER_MS / 5);
      return;
    }
    const text = document.createElement("p");
    text.textContent = WAITING_FOR_STORAGE;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Load again";
    button.addEventListener("click", reload);
    splash.append(text, button);
  };
  look();
}
