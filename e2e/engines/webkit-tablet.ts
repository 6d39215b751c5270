import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { PASSWORD } from "../support/account.ts";
import { startAppServer, type AppServer } from "../support/start-app.ts";
import { lookInPage } from "./in-page.ts";
import { personAt, type Person } from "./person.ts";
import { openWebKit, type WebKitBrowser, type WebKitOptions } from "./webkit.ts";

/** WebKit, Safari's engine, on an upright tablet, with its own server. */
interface WebKitTablet {
  readonly app: AppServer;
  readonly browser: WebKitBrowser;
  readonly person: Person;
  go(address: string): Promise<void>;
  /** Loads an address and waits for its heading. */
  open(address: string, heading: string): Promise<void>;
  /** Goes to an address inside the running app, as a link does, and waits for the page. Loading an address takes most of a second longer. */
  visit(address: string, heading: string): Promise<void>;
  /** Waits for the page of an address: it has a heading, and nothing is marked as busy. */
  arrive(address: string): Promise<void>;
  /** Logs in, goes on to the address, and waits for its heading. */
  logIn(email: string, address: string, heading: string): Promise<void>;
  /** Controls of the shown page whose middle is covered, each after the given name of the page. */
  coveredAt(page: string): Promise<readonly string[]>;
  /** Replaces the browser with one that has empty storage. */
  replace(options?: Storage): Promise<void>;
  /** Kills the browser and reopens it with its files on disk. */
  killAndReopen(): Promise<void>;
}

type Storage = Pick<WebKitOptions, "isPrivate" | "maxStoredBytes">;

/** Starts a server and an empty browser for the tests of a file, and stops both after them. */
export function prepareWebKitTablet(): WebKitTablet {
  let app: AppServer | undefined;
  let browser: WebKitBrowser | undefined;
  let person: Person | undefined;
  const profileFolders: string[] = [];
  const present = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error("The tablet runs inside tests.");
    return value;
  };
  const openWith = async (profileFolder: string, storage: Storage = {}): Promise<void> => {
    browser = await openWebKit({ size: { width: 820, height: 1180 }, profileFolder, ...storage });
    person = personAt(browser.tab);
  };
  const openTablet = async (storage?: Storage): Promise<void> => {
    const profileFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-webkit-"));
    profileFolders.push(profileFolder);
    await openWith(profileFolder, storage);
  };

  beforeAll(async () => {
    app = await startAppServer();
    await openTablet();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await app?.close();
    for (const folder of profileFolders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }, 60_000);

  const tablet: WebKitTablet = {
    get app() {
      return present(app);
    },
    get browser() {
      return present(browser);
    },
    get person() {
      return present(person);
    },
    go: (address) => tablet.browser.tab.open(tablet.app.url + address),
    open: async (address, heading) => {
      await tablet.go(address);
      await tablet.person.see({ role: "heading", name: heading });
    },
    visit: async (address, heading) => {
      await tablet.browser.tab.evaluate((to) => history.pushState(null, "", to), address);
      await tablet.person.see({ role: "heading", name: heading });
      await tablet.arrive(address);
    },
    arrive: async (address) => {
      await tablet.person.waitFor(address, () =>
        tablet.browser.tab.evaluate(
          (wanted) =>
            location.pathname === wanted &&
            document.querySelector("h1") !== null &&
            !document.querySelector("[aria-busy=true]"),
          address.split("?")[0],
        ),
      );
    },
    logIn: async (email, address, heading) => {
      await tablet.go(`/account/login?${new URLSearchParams({ referrer: address }).toString()}`);
      await tablet.person.enter("E-mail", email);
      await tablet.person.enter("Password", PASSWORD);
      await tablet.person.press({ role: "button", name: "Log in" });
      await tablet.person.see({ role: "heading", name: heading });
    },
    coveredAt: async (page) => {
      const { covered } = await tablet.browser.tab.evaluate(lookInPage, { find: "covered" });
      return covered.map((each) => `${page}: ${each}`);
    },
    replace: async (storage) => {
      await tablet.browser.close();
      await openTablet(storage);
    },
    killAndReopen: async () => {
      await tablet.browser.kill();
      await openWith(profileFolders.at(-1) ?? "");
    },
  };
  return tablet;
}
