/** From the start of the fade until the splash is removed, 1.§9. */
export const SPLASH_REMOVED_AFTER_MS = 500;

/** The part of an element that `fadeSplash` needs; the page's own element fits. */
interface SplashElement {
  classList: Pick<DOMTokenList, "add" | "contains">;
  remove: () => void;
}

/**
 * Fades the start-up splash (`#splash`, drawn and faded by index.html's own style) and removes it after 500 ms. Called
 * once the routed view reports it has loaded; further calls do nothing. 1.§2 Global shell.
 */
export function fadeSplash(splash: SplashElement | null = document.getElementById("splash")): void {
  if (!splash || splash.classList.contains("leaving")) return;
  splash.classList.add("leaving");
  setTimeout(() => splash.remove(), SPLASH_REMOVED_AFTER_MS);
}
