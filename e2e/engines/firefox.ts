import { spawn } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { findFirefox } from "../../scripts/find-engines.mjs";
import type { Browser, BrowserOptions, Tab } from "./browser.ts";
import { ended, untilStarted } from "./processes.ts";
import { webDriverTab } from "./webdriver-tab.ts";

const PREFERENCES = {
  // Any free one; Firefox writes it into its profile.
  "marionette.port": 0,
  "ui.prefersReducedMotion": 1,
  // As on a tablet: without a touch screen Firefox has no touch events.
  "dom.w3c_touch_events.enabled": 1,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
};

/** Opens a headless Firefox, and drives it through its own server for WebDriver's commands. */
export async function openFirefox({ size, profileFolder }: BrowserOptions): Promise<Browser> {
  const program = findFirefox();
  if (!program) throw new Error("Firefox is not installed.");
  await mkdir(profileFolder, { recursive: true });
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(path.join(profileFolder, "user.js"), preferences.join(""));
  const portFile = path.join(profileFolder, "MarionetteActivePort");
  await rm(portFile, { force: true });
  const firefox = spawn(
    program,
    [
      "--headless",
      "--marionette",
      "--no-remote",
      "--profile",
      profileFolder,
      "--width",
      String(size.width),
      "--height",
      String(size.height),
    ],
    { env: { ...process.env, TZ: "America/New_York", HOME: profileFolder }, stdio: "ignore" },
  );
  try {
    const port = await untilStarted("Firefox", async () => Number(await readFile(portFile, "utf8")) || undefined);
    const marionette = await connectTo(port);
    await marionette.send("WebDriver:NewSession", {});
    const tab = webDriverTab(
      async (command, parameters) =>
        unwrap(
          await marionette.send(`WebDriver:${command}`, command === "TakeScreenshot" ? { full: false } : parameters),
        ),
      { pointer: "touch" },
    );
    await tab.resize(size);
    return {
      tab: { ...tab, reload: () => reloadInPage(tab) },
      errors: [],
      close: async () => {
        await marionette.send("Marionette:Quit", { flags: ["eForceQuit"] });
        marionette.end();
        await ended(firefox);
      },
    };
  } catch (error) {
    firefox.kill();
    throw error;
  }
}

/** As the browser's button does. Marionette's own reload bypasses the service worker. */
async function reloadInPage(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    document.documentElement.dataset.isFormer = "";
    setTimeout(() => location.reload());
  });
  await untilStarted("The reloaded page", () =>
    tab.evaluate(() => {
      const isNew = document.documentElement.dataset.isFormer === undefined && document.readyState === "complete";
      return isNew || undefined;
    }),
  );
}

const unwrap = (result: unknown): unknown =>
  typeof result === "object" && result !== null && "value" in result ? result.value : result;

interface Marionette {
  send(name: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown>;
  end(): void;
}

interface MarionetteError {
  readonly error: string;
  readonly message: string;
}
type Answer = readonly [type: 1, id: number, error: MarionetteError | null, result: unknown];

/** Messages are JSON behind their length in bytes: `2:{}`. The first one is a greeting. */
async function connectTo(port: number): Promise<Marionette> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect(port, "127.0.0.1", () => resolve(opening));
    opening.once("error", reject);
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  let received = Buffer.alloc(0);
  let fail: (error: Error) => void = () => undefined;
  socket.once("close", () => fail(new Error("Firefox ended.")));
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      if (colon < 0) return;
      const end = colon + 1 + Number(received.subarray(0, colon).toString());
      if (received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString()) as Answer | object;
      received = received.subarray(end);
      if (Array.isArray(message)) waiting.get((message as unknown as Answer)[1])?.(message as unknown as Answer);
    }
  });
  return {
    send: async (name, parameters) => {
      const id = (lastId += 1);
      const body = JSON.stringify([0, id, name, parameters]);
      const answer = await new Promise<Answer>((resolve, reject) => {
        waiting.set(id, resolve);
        fail = reject;
        socket.write(`${Buffer.byteLength(body)}:${body}`);
      });
      waiting.delete(id);
      const [, , error, result] = answer;
      if (error) throw new Error(`Firefox refuses ${name}: ${error.error}: ${error.message}`);
      return result;
    },
    end: () => void socket.end(),
  };
}
