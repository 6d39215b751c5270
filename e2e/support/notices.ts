import type { Locator, Page } from "playwright-core";

/** A notice with this text that is not closing: a closed one stays in the page, unseen, for another second. */
export const openNotice = (page: Page, text: string | RegExp): Locator =>
  page.locator('div:has(> button[aria-label="Close message"]):not([data-closing])').filter({ hasText: text });
