import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { findWebKit } from "../../scripts/find-engines.mjs";
import { findFreePort } from "../../scripts/find-free-port.mjs";
import type { Browser, BrowserOptions } from "./browser.ts";
import { ended, killDescendant, killDescendants, openScreen, untilStarted } from "./processes.ts";
import { webDriverTab, type Command } from "./webdriver-tab.ts";

const WINDOW = path.join(import.meta.dirname, "window.py");

const PATHS: Readonly<Record<Command, string>> = {
  Navigate: "/url",
  Refresh: "/refresh",
  Back: "/back",
  ExecuteAsyncScript: "/execute/async",
  PerformActions: "/actions",
  TakeScreenshot: "/screenshot",
  SetWindowRect: "/window/rect",
  FindElement: "/element",
  ElementSendKeys: "/element/:id/value",
};

/** A script of a page may wait for a whole download. */
const SCRIPT_WITHIN_MS = 300_000;

/** WebDriver's name for a session that has ended. */
const SESSION_ENDED = "invalid session id";

/** WebKit's log lines when a server does not answer or a page is left, also while it waits for a lock; all are caused on purpose. */
const EXPECTED = /due to access control checks|browsing context is going away|document is not fully active/;
/** The format in which window.py logs the pages' messages. */
const LOGGED_ERROR = /CONSOLE (?:JS )?ERROR (.*)/;

interface Reply {
  readonly value: unknown;
}

export interface WebKitBrowser extends Browser {
  /**
   * Kills the process that all pages have their databases and network from. iOS does so to pages in the background. The window and its
   * page live on. WebKit ends the session of the driver with that process; this begins another one with the same page.
   */
  killNetworkProcess(): Promise<void>;
  /** Kills the whole browser at any moment, like a tablet that needs the memory or loses power. */
  kill(): Promise<void>;
  /** Opens another tab; `tab` is that one from now on. Answers how to come back to the first or to this one. */
  openTab(): Promise<{ showFirst: () => Promise<void>; showThis: () => Promise<void> }>;
}

export interface WebKitOptions extends BrowserOptions {
  /** Nothing is written to the disk. */
  readonly isPrivate?: boolean;
  /** How much a site may store. */
  readonly maxStoredBytes?: number;
}

/** Opens WebKitGTK, the engine of Safari, in a separate window. */
export async function openWebKit({
  size,
  profileFolder,
  isPrivate = false,
  maxStoredBytes,
}: WebKitOptions): Promise<WebKitBrowser> {
  const program = findWebKit();
  if (!program) throw new Error("WebKit is not installed.");
  const screen = await openScreen();
  // The driver attaches to the window, so that it can do so again after WebKit ended a session.
  const inspector = `127.0.0.1:${String(await findFreePort())}`;
  const window = spawn(WINDOW, {
    env: {
      ...process.env,
      DISPLAY: screen.display,
      WEBKIT_INSPECTOR_SERVER: inspector,
      TZ: "America/New_York",
      WINDOW_PROFILE: profileFolder,
      WINDOW_SIZE: `${size.width}x${size.height}`,
      ...(isPrivate && { WINDOW_PRIVATE: "yes" }),
      ...(maxStoredBytes !== undefined && { WINDOW_MAX_STORED_BYTES: String(maxStoredBytes) }),
      // There is no accessibility bus, and no graphics card.
      NO_AT_BRIDGE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      // Compositing in software takes a fifth of the time, and Mesa has crashed whole browsers.
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const port = await findFreePort();
  const driver = spawn(program, [`--port=${port}`, `--target=${inspector}`], { stdio: "ignore" });
  const errors: string[] = [];
  for (const stream of [window.stdout, window.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      const [, error] = LOGGED_ERROR.exec(line) ?? [];
      if (error !== undefined && !EXPECTED.test(error)) errors.push(error);
    });

  const call = async (method: string, address: string, parameters?: unknown): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(parameters !== undefined && { body: JSON.stringify(parameters) }),
    });
    const { value } = (await reply.json()) as Reply;
    if (!reply.ok) throw new Error(`WebKit refuses ${method} ${address}: ${JSON.stringify(value)}`);
    return value;
  };
  const close = async (): Promise<void> => {
    for (const child of [driver, window]) child.kill();
    await Promise.all([ended(driver), ended(window)]);
    screen.stop();
  };
  let session = "";
  const beginSession = async (): Promise<void> => {
    // Refused until the window listens.
    const { sessionId } = await untilStarted(
      "WebKit's session",
      async () =>
        (await call("POST", "/session", {
          capabilities: { alwaysMatch: { timeouts: { script: SCRIPT_WITHIN_MS } } },
        })) as { sessionId: string },
    );
    session = `/session/${sessionId}`;
  };
  try {
    await untilStarted("WebKitWebDriver", () => call("GET", "/status"));
    await beginSession();
    const tab = webDriverTab(
      (command, parameters) => {
        const address = session + PATHS[command].replace(":id", String(parameters["id"]));
        return command === "TakeScreenshot" ? call("GET", address) : call("POST", address, parameters);
      },
      { pointer: "mouse" },
    );
    return {
      tab,
      errors,
      kill: async () => {
        await killDescendants(window.pid ?? 0);
        window.kill("SIGKILL");
        await close();
      },
      openTab: async () => {
        const first = String(await call("GET", `${session}/window`));
        const { handle } = (await call("POST", `${session}/window/new`, { type: "tab" })) as { handle: string };
        const show = async (wanted: string): Promise<void> => {
          await call("POST", `${session}/window`, { handle: wanted });
        };
        await show(handle);
        return { showFirst: () => show(first), showThis: () => show(handle) };
      },
      killNetworkProcess: async () => {
        await killDescendant(window.pid ?? 0, "WebKitNetworkProcess");
        await untilStarted("The end of the session", () =>
          call("GET", `${session}/window`).then(
            () => undefined,
            (error: unknown) => String(error).includes(SESSION_ENDED) || undefined,
          ),
        );
        await beginSession();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
