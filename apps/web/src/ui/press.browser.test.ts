import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildStage, launchBrowser, openStage, STAGE_ADDRESS } from "#testing/stage.ts";
import type * as PressPage from "./testing/press-page.tsx";

/* What a press does, in a real browser. */

/** Runs in the page: what the bundle puts there. */
declare const page: typeof PressPage;

let browser: Browser;
let html: string;
beforeAll(async () => {
  html = await buildStage({ entry: path.join(import.meta.dirname, "testing/press-page.tsx"), name: "page" });
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("a row that opens its link", () => {
  async function open({ hasTouch = false } = {}): Promise<Page> {
    const opened = await openStage(browser, html, { viewport: { width: 820, height: 600 }, hasTouch });
    await opened.evaluate(() => page.pressPage.mountRows());
    await opened.getByText("Alder", { exact: true }).waitFor();
    return opened;
  }
  const hash = (opened: Page): string => new URL(opened.url()).hash;
  const address = (opened: Page, name: string) => opened.getByText(`Address of ${name}`);

  test("opens the link of the row that is clicked", async () => {
    const opened = await open();
    await address(opened, "Birch").click();
    expect(hash(opened)).toBe("#Birch");
    await opened.context().close();
  });

  test("opens the link of the row that is tapped", async () => {
    const opened = await open({ hasTouch: true });
    await address(opened, "Alder").tap();
    expect(hash(opened)).toBe("#Alder");
    await opened.context().close();
  });

  test("leaves the press to a button in the row", async () => {
    const opened = await open();
    await opened.getByRole("button", { name: "Rename Birch" }).click();
    expect(hash(opened)).toBe("");
    await opened.context().close();
  });

  test("ignores a press on a dialog that a component of the row opened elsewhere", async () => {
    const opened = await open();
    await opened.getByRole("button", { name: "Rename Birch" }).click();
    await opened.getByText("Dialog of a row").click();
    expect(hash(opened)).toBe("");
    await opened.context().close();
  });

  test("opens nothing after text of the row was selected", async () => {
    const opened = await open();
    const box = await address(opened, "Birch").boundingBox();
    if (!box) throw new Error("no cell");
    const middle = box.y + box.height / 2;
    await opened.mouse.move(box.x + 18, middle);
    await opened.mouse.down();
    await opened.mouse.move(box.x + box.width - 18, middle, { steps: 5 });
    await opened.mouse.up();
    expect(await opened.evaluate(() => String(window.getSelection()))).not.toBe("");
    expect(hash(opened)).toBe("");
    await opened.context().close();
  });

  test.each([
    { how: "with Ctrl", options: { modifiers: ["Control" as const] } },
    { how: "with the middle button", options: { button: "middle" as const } },
  ])("opens a new tab when it is clicked $how", async ({ options }) => {
    const opened = await open();
    await opened
      .context()
      .route(`${STAGE_ADDRESS}**`, (route) => route.fulfill({ contentType: "text/html", body: "" }));
    const [tab] = await Promise.all([opened.context().waitForEvent("page"), address(opened, "Birch").click(options)]);
    await tab.waitForURL("**#Birch");
    expect(hash(opened)).toBe("");
    await opened.context().close();
  });
});
