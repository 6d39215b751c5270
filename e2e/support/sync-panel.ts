import type { Locator, Page } from "playwright-core";

/** The chip in the top bar with the number of unsent changes. */
export const syncChip = (page: Page): Locator => page.getByRole("banner").locator("button[aria-haspopup=dialog]");

/** The list of unsent changes, opened from the chip. */
export async function openSyncPanel(page: Page): Promise<Locator> {
  await syncChip(page).click();
  const panel = page.getByRole("dialog");
  await panel.waitFor();
  return panel;
}
