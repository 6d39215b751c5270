import type { Browser, BrowserOptions, Engine } from "./browser.ts";
import { openChromium } from "./chromium.ts";
import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

const OPEN: Readonly<Record<Engine, (options: BrowserOptions) => Promise<Browser>>> = {
  webkit: openWebKit,
  firefox: openFirefox,
  chromium: openChromium,
};

export const openBrowser = (engine: Engine, options: BrowserOptions): Promise<Browser> => OPEN[engine](options);
