import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { BROWSER_ARGS, findBrowser, startBrowser } from "../../scripts/find-browser.mjs";

const PATIENCE_MS = 45_000;
const GONE_WITHIN_MS = 15_000;
const ASK_EVERY_MS = 20;

/** The browser logs every unanswered call, and killed pages, which this test causes. */
const REPORTED_BY_THE_BROWSER = /^Failed to load resource/;

/** A browser with a profile on disk, like an installed app: it can lose power and start again. */
export interface Tablet {
  /** Its two tabs. */
  tab(index: 0 | 1): Page;
  /** The browser's own online state, with its events; a browser that is closed gets it when it starts. */
  setOffline(isOffline: boolean): Promise<void>;
  /** kill -9 of the browser, in any state. */
  kill(): Promise<void>;
  /** Starts with the profile's contents. */
  open(): Promise<void>;
  /** Errors that pages reported so far. */
  readonly errors: readonly string[];
  /** Closes it cleanly and removes the profile. */
  close(): Promise<void>;
}

export async function openTablet({ baseURL }: { baseURL: string }): Promise<Tablet> {
  const profileFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-field-day-"));
  const errors: string[] = [];
  let context: BrowserContext | undefined;
  let isOffline = false;

  const running = (): BrowserContext => {
    if (!context) throw new Error("The tablet is off.");
    return context;
  };

  const open = async (): Promise<void> => {
    context = await startBrowser(() =>
      chromium.launchPersistentContext(profileFolder, {
        executablePath: findBrowser(),
        args: BROWSER_ARGS,
        baseURL,
        locale: "en-US",
        timezoneId: "America/New_York",
        reducedMotion: "reduce",
        viewport: { width: 1180, height: 820 },
      }),
    );
    context.setDefaultTimeout(PATIENCE_MS);
    context.on("weberror", (error) => errors.push(error.error().stack ?? error.error().message));
    context.on("console", (message) => {
      if (message.type() === "error" && !REPORTED_BY_THE_BROWSER.test(message.text())) errors.push(message.text());
    });
    if (isOffline) await context.setOffline(true);
    while (context.pages().length < 2) await context.newPage();
    // As an installed app starts.
    for (const page of context.pages()) await page.goto("/");
  };

  const kill = async (): Promise<void> => {
    if (!context) return;
    const killed = context;
    context = undefined;
    for (const pid of await processesOf(profileFolder)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Its parent was faster.
      }
    }
    const giveUpAt = performance.now() + GONE_WITHIN_MS;
    while ((await processesOf(profileFolder)).length > 0) {
      if (performance.now() > giveUpAt) throw new Error("The browser does not go.");
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
    await killed.close().catch(() => undefined);
  };

  await open();
  return {
    tab: (index) => {
      const page = running().pages()[index];
      if (!page) throw new Error("The tab was closed.");
      return page;
    },
    setOffline: async (next) => {
      isOffline = next;
      const told = context;
      try {
        await told?.setOffline(next);
      } catch (error) {
        // A browser that was killed meanwhile gets the state when it starts again.
        if (told === context) throw error;
      }
    },
    kill,
    open,
    errors,
    close: async () => {
      await context?.close();
      await rm(profileFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Ids of the processes that run on a profile: the profile belongs to this tablet alone. */
async function processesOf(profileFolder: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axww", "-o", "pid=,stat=,args="], { maxBuffer: 16_000_000 });
  return stdout
    .split("\n")
    .filter((line) => line.includes(`--user-data-dir=${profileFolder}`))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, state]) => !state?.startsWith("Z"))
    .map(([pid]) => Number(pid));
}
