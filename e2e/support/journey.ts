import { PATIENCE_MS } from "@ridgebook/testing/patience";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { SHORT_LIVED_BROWSER_ARGS, findBrowser, startBrowser } from "../../scripts/find-browser.mjs";
import { makeLate } from "../../scripts/late-pages.mjs";
import { startAppServer, type AppServer } from "./start-app.ts";

/** The browser itself logs every unanswered or refused call; tests check those where they matter. */
const REPORTED_BY_THE_BROWSER = /^Failed to load resource/;

const VIEWPORTS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

export type Device = keyof typeof VIEWPORTS;

export interface Journey {
  readonly app: AppServer;
  /**
   * A new device: with separate storage, cookies and network. Its browser has no service worker unless `serviceWorkers` is
   * "allow": keeping the whole app costs more than signing in and downloading the leads.
   */
  openDevice(options?: BrowserContextOptions & { device?: Device }): Promise<BrowserContext>;
  /** A page on a new device. */
  openPage(options?: BrowserContextOptions & { device?: Device }): Promise<Page>;
  /**
   * For tests that can go on with the device of the one before. The first one that asks opens it and signs in; after a failed test
   * the next one gets a new device.
   */
  shareDevice<Shared>(open: () => Promise<Shared>): () => Promise<Shared>;
  /** Errors that this test causes on purpose. */
  expectErrors(pattern: RegExp): void;
}

let startedBrowser: Browser | undefined;

/** The files of a worker share one browser: its start and end cost as much as opening three devices. */
async function shareBrowser(): Promise<Browser> {
  if (!startedBrowser?.isConnected())
    startedBrowser = await startBrowser(() =>
      chromium.launch({ executablePath: findBrowser(), args: SHORT_LIVED_BROWSER_ARGS }),
    );
  return startedBrowser;
}

/** As in a browser without service workers; Playwright's own blocking gives answers that no browser gives. */
const withoutServiceWorker = (): void => {
  delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
};

const LIFE_WITHIN_MS = 3_000;
const LONGEST_SHOWN = 2_000;

/** Whether a page still renders and responds, and what it shows: a failed press says neither. */
async function describeLife(page: Page): Promise<string> {
  const silence = new Promise<string>((resolve) =>
    setTimeout(resolve, 2 * LIFE_WITHIN_MS, "its scripts do not answer"),
  );
  const answer = page.evaluate(
    (patience) =>
      new Promise<string>((resolve) => {
        setTimeout(resolve, patience, "it draws no frames");
        requestAnimationFrame(() => {
          resolve("it draws and answers");
        });
      }),
    LIFE_WITHIN_MS,
  );
  const life = await Promise.race([answer.catch(String), silence]);
  // The element in front, if any.
  const shown = page.getByRole("dialog").or(page.locator("body")).last().innerText({ timeout: LIFE_WITHIN_MS });
  return `${page.url()}: ${life}\n${(await shown.catch(String)).slice(0, LONGEST_SHOWN)}`;
}

/**
 * Gives the tests of a file their own server, and the browser of their worker. A test fails when a page reported an error that it did not expect: an
 * invisible error may still be a defect.
 *
 * @param serverEnv starts what the server's settings name, such as a mail server
 * @param ownProduct for tests that change what is served
 */
export function prepareJourney({
  serverEnv = () => Promise.resolve({}),
  ownProduct = false,
}: { serverEnv?: () => Promise<Readonly<Record<string, string>>>; ownProduct?: boolean } = {}): Journey {
  let app: AppServer | undefined;
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  const sharedContexts = new Set<BrowserContext>();
  const forgetShared: (() => void)[] = [];
  let errors: string[] = [];
  let expectedErrors: RegExp[] = [];

  beforeAll(async () => {
    app = await startAppServer({ env: await serverEnv(), ownProduct });
    browser = await shareBrowser();
  });

  beforeEach(async () => {
    errors = [];
    expectedErrors = [];
    await app?.start();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") {
      for (const page of contexts.flatMap((context) => context.pages())) console.log(await describeLife(page));
      sharedContexts.clear();
      for (const forget of forgetShared) forget();
    }
    const closing = contexts.filter((context) => !sharedContexts.has(context));
    contexts = [...sharedContexts];
    for (const context of closing) await context.close();
    expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
  });

  afterAll(async () => {
    for (const context of contexts) await context.close();
    await app?.close();
  });

  const openDevice: Journey["openDevice"] = async ({
    device = "desktop",
    serviceWorkers = "block",
    ...options
  } = {}) => {
    if (!browser || !app) throw new Error("Devices are opened inside tests.");
    const context = await browser.newContext({
      baseURL: app.url,
      locale: "en-US",
      timezoneId: "America/New_York",
      reducedMotion: "reduce",
      ...VIEWPORTS[device],
      ...options,
    });
    contexts.push(context);
    if (serviceWorkers === "block") await context.addInitScript(withoutServiceWorker);
    if (process.env.LATE_PAGES !== undefined) await context.addInitScript(makeLate);
    context.setDefaultTimeout(PATIENCE_MS);
    context.on("weberror", (thrown) => {
      const { name, message, stack } = thrown.error();
      // Errors of the browser itself, such as for an aborted transaction, have no stack.
      errors.push(stack || `${name}: ${message} at ${thrown.page()?.url() ?? ""}`);
    });
    context.on("console", (message) => {
      if (message.type() === "error" && !REPORTED_BY_THE_BROWSER.test(message.text())) errors.push(message.text());
    });
    return context;
  };
  const shareDevice: Journey["shareDevice"] = (open) => {
    let opened: Awaited<ReturnType<typeof open>> | undefined;
    forgetShared.push(() => {
      opened = undefined;
    });
    return async () => {
      if (opened !== undefined) return opened;
      const others = new Set(contexts);
      opened = await open();
      for (const context of contexts) if (!others.has(context)) sharedContexts.add(context);
      return opened;
    };
  };
  return {
    get app() {
      if (!app) throw new Error("The server runs inside tests.");
      return app;
    },
    openDevice,
    openPage: async (options) => (await openDevice(options)).newPage(),
    shareDevice,
    expectErrors: (pattern) => {
      expectedErrors.push(pattern);
    },
  };
}

/** Waits until a question gets the expected answer, for as long as `vitest.config.ts` says. */
export const eventually = <Value>(ask: () => Promise<Value> | Value) => expect.poll(ask);
