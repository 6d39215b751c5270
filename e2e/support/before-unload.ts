import type { Page } from "playwright-core";

/** The text that a page gives the browser for its question when it closes. Browsers show their own text today. */
export const whatTheBrowserIsHanded = (page: Page): Promise<{ text: string; isHeld: boolean }> =>
  page.evaluate(() => {
    const event = new Event("beforeunload", { cancelable: true });
    const text = { handedOver: "" };
    Object.defineProperty(event, "returnValue", { set: (value: string) => (text.handedOver = value) });
    window.dispatchEvent(event);
    return { text: text.handedOver, isHeld: event.defaultPrevented };
  });
