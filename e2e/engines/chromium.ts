import { chromium } from "playwright-core";
import { BROWSER_ARGS, findBrowser, findInstalledBrowser, startBrowser } from "../../scripts/find-browser.mjs";
import type { Browser, BrowserOptions, Point } from "./browser.ts";

/** Opens Chromium the way the other journeys do, on a tablet with touch. */
export async function openChromium({ size, profileFolder }: BrowserOptions): Promise<Browser> {
  const context = await startBrowser(() =>
    chromium.launchPersistentContext(profileFolder, {
      executablePath: findInstalledBrowser() ?? findBrowser(),
      args: BROWSER_ARGS,
      locale: "en-US",
      timezoneId: "America/New_York",
      reducedMotion: "reduce",
      viewport: size,
      hasTouch: true,
    }),
  );
  const errors: string[] = [];
  context.on("weberror", (thrown) => void errors.push(String(thrown.error().stack)));
  const page = context.pages()[0] ?? (await context.newPage());
  const { keyboard, touchscreen } = page;
  const devTools = await context.newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: readonly Point[]): Promise<void> => {
    await devTools.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] });
  };
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
      press: ({ x, y }) => touchscreen.tap(x, y),
      drag: async ([start, ...path]) => {
        if (!start) throw new Error("A drag needs a point to start at.");
        await touch("touchStart", [start]);
        for (const next of path) await touch("touchMove", [next]);
        await touch("touchEnd", []);
      },
      type: (text) => keyboard.type(text),
      pressKey: (key) => keyboard.press(key),
      chooseFiles: (name, files) => page.getByLabel(name, { exact: true }).setInputFiles([...files]),
      screenshot: () => page.screenshot(),
      resize: (viewport) => page.setViewportSize(viewport),
    },
    close: () => context.close(),
  };
}
