import type { BrowserContext, Locator, Page } from "playwright-core";

const touchByContext = new WeakMap<BrowserContext, Promise<boolean>>();

/** Whether the device of a page has touch. */
function isTouched(page: Page): Promise<boolean> {
  const known = touchByContext.get(page.context());
  if (known) return known;
  const isAsked = page.evaluate(() => navigator.maxTouchPoints > 0);
  touchByContext.set(page.context(), isAsked);
  return isAsked;
}

/**
 * Presses as the device's user does: by touch on a tablet or phone, else with the mouse. A control under a bar or an overlay cannot be pressed, and the
 * call fails after a while.
 *
 * @param only checks whether it could be pressed: for native lists of choices, which the browser draws outside of the page
 */
export async function press(target: Locator, { only = "press" }: { only?: "press" | "reach" } = {}): Promise<void> {
  const trial = only === "reach";
  await ((await isTouched(target.page())) ? target.tap({ trial }) : target.click({ trial }));
}

/** Presses a checkbox or a radio, and waits until it is as wanted. */
export async function check(box: Locator, wanted = true): Promise<void> {
  await press(box);
  await box.and(box.page().locator(wanted ? ":checked" : ":not(:checked)")).waitFor({ state: "attached" });
}

/**
 * Presses a button that closes its own frame. The browser may never report that such a press is done, so its effect is awaited instead.
 *
 * @param leadsTo is shown on the page afterwards
 */
export async function pressToClose(target: Locator, leadsTo: Locator): Promise<void> {
  target.click().catch(() => undefined);
  await leadsTo.waitFor();
}
