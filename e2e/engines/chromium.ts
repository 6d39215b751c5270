import { chromium } from "playwright-core";
import { BROWSER_ARGS, findBrowser, findInstalledBrowser, startBrowser } from "../../scripts/find-browser.mjs";
import type { Browser, BrowserOptions } from "./browser.ts";

/** Opens Chromium the way the other journeys do. */
export async function openChromium({ size, profileFolder }: BrowserOptions): Promise<Browser> {
  const context = await startBrowser(() =>
    chromium.launchPersistentContext(profileFolder, {
      executablePath: findInstalledBrowser() ?? findBrowser(),
      args: BROWSER_ARGS,
      locale: "en-US",
      timezoneId: "America/New_York",
      reducedMotion: "reduce",
      viewport: size,
    }),
  );
  const errors: string[] = [];
  context.on("weberror", (thrown) => void errors.push(String(thrown.error().stack)));
  const page = context.pages()[0] ?? (await context.newPage());
  const { keyboard, mouse } = page;
  return {
    errors,
    tab: {
      open: async (address) => {
        await page.goto(address);
      },
      reload: async () => {
        await page.reload();
      },
      back: async () => {
        await page.goBack();
      },
      evaluate: <Arguments extends readonly unknown[], Result>(
        script: (...args: Arguments) => Result | Promise<Result>,
        ...args: Arguments
      ) => page.evaluate<Result>(`(${String(script)})(...${JSON.stringify(args)})`),
      press: ({ x, y }) => mouse.click(x, y),
      drag: async ([start, ...path]) => {
        if (!start) throw new Error("A drag needs a point to start at.");
        await mouse.move(start.x, start.y);
        await mouse.down();
        for (const { x, y } of path) await mouse.move(x, y);
        await mouse.up();
      },
      type: (text) => keyboard.type(text),
      pressKey: (key) => keyboard.press(key),
      chooseFile: (name, file) => page.getByLabel(name, { exact: true }).setInputFiles(file),
      screenshot: () => page.screenshot(),
      resize: (viewport) => page.setViewportSize(viewport),
    },
    close: () => context.close(),
  };
}
