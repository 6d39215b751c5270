import type { BrowserContext, Locator, Page } from "playwright-core";

const touchByContext = new WeakMap<BrowserContext, Promise<boolean>>();

/** Whether the device of a page is worked with a finger. */
function isTouched(page: Page): Promise<boolean> {
  const known = touchByContext.get(page.context());
  if (known) return known;
  const isAsked = page.evaluate(() => navigator.maxTouchPoints > 0);
  touchByContext.set(page.context(), isAsked);
  return isAsked;
}

/**
 * Presses as the person at the device does: with a finger on a tablet or phone, else with the mouse. What lies under a bar or an
 * overlay cannot be pressed, and fails after a while.
 *
 * @param only looks whether it could be pressed: for lists of choices, which the browser draws outside of the page
 */
export async function press(target: Locator, { only = "press" }: { only?: "press" | "reach" } = {}): Promise<void> {
  const trial = only === "reach";
  await ((await isTouched(target.page())) ? target.tap({ trial }) : target.click({ trial }));
}

/** Presses a box or a round button, and waits until it is as wanted. */
export async function check(box: Locator, wanted = true): Promise<void> {
  await press(box);
  await box.and(box.page().locator(wanted ? ":checked" : ":not(:checked)")).waitFor({ state: "attached" });
}

/**
 * Presses what closes the frame that it lies in. The browser may never tell that such a press is done, so what it leads to is waited for
 * instead.
 *
 * @param leadsTo is shown on the page afterwards
 */
export async function pressToClose(target: Locator, leadsTo: Locator): Promise<void> {
  target.click().catch(() => undefined);
  await leadsTo.waitFor();
}
