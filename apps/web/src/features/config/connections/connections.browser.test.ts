import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type * as Stage from "./testing/hover-page-on-stage.tsx";

/* The page of a connection in a real browser, with a server that returns all kinds of answers. */

/** Runs in the page: what the bundle puts there. */
declare const page: typeof Stage;

type Given = Parameters<(typeof Stage)["hoverPage"]["mount"]>[0];
type Answer = Parameters<(typeof Stage)["hoverPage"]["answer"]>[1];

const CONNECTED = { account: { state: "connected" } } as const satisfies Given;

describe("the page of a connection in the browser", () => {
  let browser: Browser;
  let html: string;
  beforeAll(async () => {
    html = await buildStage({
      entry: path.join(import.meta.dirname, "testing/hover-page-on-stage.tsx"),
      name: "page",
    });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(given: Given = {}): Promise<Page> {
    const look = { viewport: { width: 1180, height: 820 }, reducedMotion: "reduce" } as const;
    const opened = await openStage(browser, html, look);
    await opened.evaluate((mounted) => page.hoverPage.mount(mounted as Given), given as object);
    await opened.getByRole("heading", { name: "Hover", exact: true }).waitFor();
    return opened;
  }
  const press = (opened: Page, name: string): Promise<void> =>
    opened.getByRole("button", { name, exact: true }).first().click();
  const bodiesOf = (opened: Page, name: string) =>
    opened.evaluate((call) => page.hoverPage.calls(call).map(({ body }) => body), name);
  const answer = (opened: Page, name: string, given: Answer): Promise<void> =>
    opened.evaluate(([call, reply]) => page.hoverPage.answer(call, reply), [name, given] as const);
  const says = (opened: Page, text: string): Promise<void> => opened.getByText(text).first().waitFor();

  test("[ROUTE-22][INT-13][HVR-04] Connect asks for a fresh link and goes there", async () => {
    const opened = await open();
    await says(opened, "Connect your company's Hover account to use it here.");
    await press(opened, "Connect Hover");
    await expect.poll(() => opened.evaluate(() => page.hoverPage.place())).toBe("#hover-consent");
    await expect.poll(async () => (await bodiesOf(opened, "getHoverAccount")).length).toBeGreaterThan(1);
    await opened.close();
  });

  test("[HVR-06] the demo stand-in is offered if there is one, and can be set to fail", async () => {
    const opened = await open({ account: { state: "connected", isRehearsal: true } });
    await opened.getByLabel("Slow").check();
    await says(opened, "The demo Hover now misbehaves");
    await opened.getByLabel("Limits").check();
    await opened.getByLabel("Slow").uncheck();
    await expect
      .poll(() => bodiesOf(opened, "setHoverRehearsal"))
      .toEqual([{ faults: ["slow"] }, { faults: ["slow", "limits"] }, { faults: ["limits"] }]);
    await opened.close();

    const production = await open({ account: { rehearsalUrl: null } });
    await says(production, "Connect Hover");
    await expect.poll(() => production.getByText("Demo Hover").count()).toBe(0);
    await production.close();
  });

  test("[HVR-06] an installation that is not set up says what its operator does", async () => {
    const opened = await open({ account: { authorizeUrl: null, body: "This installation is not set up for Hover." } });
    await says(opened, "This installation is not set up for Hover.");
    await says(opened, "/config/hover-integration");
    await expect.poll(() => opened.getByRole("button", { name: "Connect Hover" }).count()).toBe(0);
    await expect.poll(() => opened.getByRole("button", { name: "Connect to the demo Hover" }).isEnabled()).toBe(true);
    await opened.close();
  });

  test("[HVR-04] the consent page's answer is posted once, and the device gets the settings", async () => {
    const opened = await open({ query: { code: "c1", state: "s1" } });
    await says(opened, "North Gable Exteriors");
    await expect.poll(() => bodiesOf(opened, "connectHover")).toEqual([{ code: "c1", state: "s1" }]);
    await expect
      .poll(() => opened.evaluate(() => page.hoverPage.search()))
      .toEqual({ message: "Hover is connected", messageType: "success", messageAutoHide: "true" });
    await expect.poll(() => bodiesOf(opened, "sync")).toHaveLength(1);
    await opened.close();
  });

  const STALE = "This permission was asked for too long ago, or by somebody else. Press Connect again.";
  const TIMED_OUT = { problem: "providerFailed", failure: "timedOut" } as const;
  test.each([
    { what: "a stale state", failed: { problem: "connectionStale" }, message: STALE },
    { what: "a state that is none of ours", failed: { problem: "validation" }, message: STALE },
    { what: "a server that fails", failed: { problem: "unexpected" }, message: "A problem has occurred." },
    { what: "a provider that fails", failed: TIMED_OUT, message: "Hover did not answer in time." },
  ] as const)("[HVR-04] $what is explained, and Connect works", async ({ message, failed }) => {
    const opened = await open({ query: { code: "c1", state: "foreign" }, answers: { connectHover: failed } });
    await expect
      .poll(() => opened.evaluate(() => page.hoverPage.search()))
      .toEqual({ message: expect.stringContaining(message) as string, messageType: "error", messageAutoHide: "false" });
    await press(opened, "Connect Hover");
    await expect.poll(() => opened.evaluate(() => page.hoverPage.place())).toBe("#hover-consent");
    await opened.close();
  });

  test("[HVR-04] a no at the consent page posts nothing and says so", async () => {
    const opened = await open({ query: { error: "access_denied", state: "s1" } });
    await expect
      .poll(() => opened.evaluate(() => page.hoverPage.search()))
      .toMatchObject({ message: "You did not give the permission. Nothing of Hover has changed." });
    await expect.poll(() => bodiesOf(opened, "connectHover")).toEqual([]);
    await opened.close();
  });

  test("[INT-14][INT-15][INT-16] refresh, clear and disconnect make their calls; disconnecting asks first", async () => {
    const opened = await open({ ...CONNECTED, settings: { hoverIntegrationEnabled: true } });
    await says(opened, "Permission given on May 2");
    await press(opened, "Refresh");
    await says(opened, "Hover answered");
    await press(opened, "Clear cached data");
    await says(opened, "The cached data is cleared");
    await expect.poll(() => opened.getByRole("button", { name: "Clear cached data" }).isEnabled()).toBe(false);
    await press(opened, "Disconnect");
    await opened.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => bodiesOf(opened, "disconnectHover")).toEqual([]);
    await press(opened, "Disconnect");
    await opened.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await says(opened, "Hover is disconnected");
    await says(opened, "Connect Hover");
    await expect.poll(() => bodiesOf(opened, "sync")).toHaveLength(2);
    await opened.close();
  });

  test("[HVR-05] a permission that is over says who gave it and offers to reconnect", async () => {
    const opened = await open({ account: { state: "reconnectNeeded", authorizeUrl: "#hover-consent" } });
    await says(opened, "Reconnect: Hover no longer accepts the permission that Ann Lee gave on May 2");
    await press(opened, "Reconnect");
    await expect.poll(() => opened.evaluate(() => page.hoverPage.place())).toBe("#hover-consent");
    await opened.close();
  });

  test.each([
    { what: "424", failed: { problem: "providerFailed", failure: "unavailable" }, says: "Hover cannot be reached" },
    { what: "a timeout", failed: { problem: "requestTimeout" }, says: "Hover did not answer in time" },
    { what: "500", failed: { problem: "unexpected" }, reports: "unexpected" },
    { what: "nonsense", failed: { reply: "<html>Sorry</html>" }, reports: "unavailable" },
  ] as const)("[INT-29] after $what to Refresh the page stays usable", async ({ failed, ...expected }) => {
    const opened = await open(CONNECTED);
    await answer(opened, "refreshHoverAccount", failed);
    await press(opened, "Refresh");
    if ("says" in expected) await says(opened, expected.says);
    else await expect.poll(() => opened.evaluate(() => page.hoverPage.reported())).toEqual([expected.reports]);
    await says(opened, "North Gable Exteriors");
    await answer(opened, "refreshHoverAccount", null);
    await press(opened, "Refresh");
    await says(opened, "Hover answered");
    await opened.close();
  });

  test.each([
    { what: "500", failed: { problem: "unexpected" } },
    { what: "no answer", failed: { problem: "unavailable" } },
    { what: "424", failed: { problem: "providerFailed", failure: "unreadable" } },
    { what: "nothing", failed: { reply: null } },
    { what: "nonsense", failed: { reply: { provider: "hover" } } },
  ] as const)("[INT-13][INT-29] a page that gets $what can be tried again, and disconnects", async ({ failed }) => {
    const opened = await open({ ...CONNECTED, answers: { getHoverAccount: failed } });
    await says(opened, "The connection could not be loaded");
    await press(opened, "Disconnect");
    await opened.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await says(opened, "Hover is disconnected");
    await answer(opened, "getHoverAccount", null);
    await press(opened, "Try again");
    await opened.getByRole("button", { name: "Connect Hover" }).waitFor();
    await opened.close();
  });

  test("[MEASURE-21] names in files of measurements are corrected and forgotten, one at a time", async () => {
    const measurementNames = { "drip edge": "eaves", "fascia front": "", "old name": "rakes" };
    const opened = await open({ ...CONNECTED, settings: { measurementNames } });
    await opened.getByLabel("drip edge", { exact: true }).selectOption({ label: "Rakes, FT" });
    await says(opened, "Saved");
    const corrected = { ...measurementNames, "drip edge": "rakes" };
    const changed = (value: object, former: object) => [{ op: "replace", path: "/measurementNames", value, former }];
    await expect.poll(() => bodiesOf(opened, "updateSettings")).toEqual([changed(corrected, measurementNames)]);
    await expect.poll(() => opened.getByLabel("fascia front", { exact: true }).inputValue()).toBe("-");
    await press(opened, "Forget old name");
    await opened.getByRole("alertdialog").getByRole("button", { name: "Forget" }).click();
    await says(opened, "“old name” is forgotten");
    await expect
      .poll(() => bodiesOf(opened, "updateSettings").then((bodies) => bodies[1]))
      .toEqual(changed({ "drip edge": "rakes", "fascia front": "" }, corrected));
    await expect.poll(() => opened.getByLabel("old name", { exact: true }).count()).toBe(0);

    // Not saved: the value stays, and the page says so.
    await answer(opened, "updateSettings", { problem: "unexpected" });
    await opened.getByLabel("drip edge", { exact: true }).selectOption({ label: "Leave out" });
    await expect.poll(() => opened.evaluate(() => page.hoverPage.reported())).toEqual(["unexpected"]);
    await expect.poll(() => opened.getByLabel("drip edge", { exact: true }).inputValue()).toBe("rakes");
    await opened.close();
  });

  test("[INT-15][INT-29] a failed clearing says so", async () => {
    const opened = await open({ ...CONNECTED, answers: { clearHoverCache: { reply: false } } });
    await press(opened, "Clear cached data");
    await says(opened, "The cached data could not be cleared. Try again.");
    await opened.close();
  });
});
