import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildStage, launchBrowser, openStage, STAGE_ADDRESS } from "#testing/stage.ts";
import type * as PressPage from "./testing/press-page.tsx";

/* The effects of presses, in a real browser. */

/** Runs in the page: what the bundle puts there. */
declare const page: typeof PressPage;

let browser: Browser;
let opened: Page;
beforeAll(async () => {
  const html = await buildStage({ entry: path.join(import.meta.dirname, "testing/press-page.tsx"), name: "page" });
  browser = await launchBrowser();
  opened = await openStage(browser, html, { viewport: { width: 820, height: 600 }, hasTouch: true });
});
afterAll(() => browser.close());

describe("a row that opens its link", () => {
  beforeEach(async () => {
    await opened.goto(STAGE_ADDRESS);
    await opened.evaluate(() => page.pressPage.mountRows());
    await opened.getByText("Alder", { exact: true }).waitFor();
  });
  const hash = (): string => new URL(opened.url()).hash;
  const address = (name: string) => opened.getByText(`Address of ${name}`);

  test("[TOUCH-01] opens the link of the row that is clicked", async () => {
    await address("Birch").click();
    await expect.poll(hash).toBe("#Birch");
  });

  test("opens the link of the row that is tapped", async () => {
    await address("Alder").tap();
    await expect.poll(hash).toBe("#Alder");
  });

  test("leaves the press to a button in the row", async () => {
    await opened.getByRole("button", { name: "Rename Birch" }).click();
    expect(hash()).toBe("");
  });

  test("ignores a press on a dialog that a component of the row opened elsewhere", async () => {
    await opened.getByRole("button", { name: "Rename Birch" }).click();
    await opened.getByText("Dialog of a row").click();
    expect(hash()).toBe("");
  });

  test("opens nothing after text of the row was selected", async () => {
    const box = await address("Birch").boundingBox();
    if (!box) throw new Error("no cell");
    const middle = box.y + box.height / 2;
    await opened.mouse.move(box.x + 18, middle);
    await opened.mouse.down();
    await opened.mouse.move(box.x + box.width - 18, middle, { steps: 5 });
    await opened.mouse.up();
    await expect.poll(() => opened.evaluate(() => String(window.getSelection()))).not.toBe("");
    expect(hash()).toBe("");
  });

  test.each([
    { how: "with Ctrl", options: { modifiers: ["Control" as const] } },
    { how: "with the middle button", options: { button: "middle" as const } },
  ])("opens a new tab when it is clicked $how", async ({ options }) => {
    await Promise.all([opened.context().waitForEvent("page"), address("Birch").click(options)]);
    expect(hash()).toBe("");
  });
});

describe("a field that selects its content when it is entered", () => {
  beforeEach(async () => {
    await opened.goto(STAGE_ADDRESS);
    await opened.evaluate(() => {
      page.pressPage.mountFields();
      // As WebKit: a press inside selected text places the caret after the click.
      let isInSelection = false;
      window.addEventListener("mouseup", ({ target }) => {
        isInSelection = target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd;
      });
      window.addEventListener("click", ({ target, detail }) => {
        if (isInSelection && detail > 0 && target instanceof HTMLInputElement)
          target.setSelectionRange(target.value.length, target.value.length);
      });
    });
    await amount().waitFor();
  });
  const amount = () => opened.getByLabel("Amount");

  test.each([
    { how: "clicked", enter: () => amount().click() },
    { how: "tapped", enter: () => amount().tap() },
    { how: "entered by its label", enter: () => opened.getByText("Amount").click() },
    { how: "entered with Tab", enter: () => opened.keyboard.press("Tab") },
    {
      how: "tapped for the first time after the page gave it the focus",
      enter: async () => {
        await amount().focus();
        await amount().tap();
      },
    },
  ])("[TOUCH-02] replaces the content with what is typed after it was $how", async ({ enter }) => {
    await enter();
    await opened.keyboard.type("500");
    await expect.poll(() => amount().inputValue()).toBe("500");
  });

  test("places the caret at the second press", async () => {
    await amount().click();
    await amount().click();
    await opened.keyboard.press("End");
    await opened.keyboard.type("5");
    await expect.poll(() => amount().inputValue()).toBe("0.005");
  });

  test("selects again after a press that ended outside", async () => {
    const box = await amount().boundingBox();
    if (!box) throw new Error("no field");
    await opened.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await opened.mouse.down();
    await opened.mouse.move(box.x + box.width / 2, box.y + 200);
    await opened.mouse.up();
    await opened.keyboard.press("Tab");
    await opened.keyboard.press("Shift+Tab");
    await opened.keyboard.type("7");
    await expect.poll(() => amount().inputValue()).toBe("7");
  });
});

test("[TOUCH-03] shows the field in use and the bar above a keyboard that lies over the page", async () => {
  const keyboardTop = 300;
  await opened.goto(STAGE_ADDRESS);
  await opened.evaluate(() => page.pressPage.mountForm());
  const field = opened.getByLabel("Field 6");
  await field.focus();
  await opened.evaluate((height) => {
    Object.defineProperty(window.visualViewport, "height", { get: () => height });
    window.visualViewport?.dispatchEvent(new Event("resize"));
  }, keyboardTop);
  const bottomOf = async (locator: ReturnType<typeof opened.locator>): Promise<number> => {
    const box = await locator.boundingBox();
    if (!box) throw new Error("not on the page");
    return Math.round(box.y + box.height);
  };
  await expect.poll(() => bottomOf(opened.getByText("Save"))).toBe(keyboardTop);
  await expect.poll(() => bottomOf(field)).toBeLessThanOrEqual(keyboardTop - 64);
});
