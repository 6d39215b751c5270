import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type * as EditorPage from "./testing/editor-page.tsx";

/* The editor in a real browser: its tools, its changes, pasting, and keywords. */

/** Runs in the page: what the bundle puts there. */
declare const page: typeof EditorPage;

type Given = Parameters<(typeof EditorPage)["editorPage"]["mount"]>[0];

const TASKS =
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Remove {{quantity 1.58}} ft</p></li>' +
  '<li data-type="taskItem" data-checked="false"><p>Haul away</p></li></ul>';

describe("the editor in the browser", () => {
  let browser: Browser;
  let html: string;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/editor-page.tsx"), name: "page" });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(
    given: Given,
    { width = 820, colorScheme = "light" }: { width?: number; colorScheme?: "light" | "dark" } = {},
  ): Promise<Page> {
    const opened = await openStage(browser, html, {
      viewport: { width, height: 820 },
      colorScheme,
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await opened.evaluate((mounted) => page.editorPage.mount(mounted), given);
    await text(opened).waitFor();
    return opened;
  }
  const text = (opened: Page) => opened.getByRole("textbox", { name: "Scope" });
  const tool = (opened: Page, name: string) => opened.getByRole("button", { name, exact: true });
  const told = (opened: Page): Promise<string | undefined> => opened.evaluate(() => page.editorPage.told().at(-1));
  const tools = (opened: Page): Promise<(string | null)[]> =>
    opened
      .getByRole("toolbar")
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));

  /** Pastes as from another program: HTML in the clipboard's event. */
  const paste = (opened: Page, pasted: string): Promise<void> =>
    text(opened).evaluate((element, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", data);
      clipboardData.setData("text/plain", "plain");
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, pasted);

  const HISTORY = ["Undo", "Redo"];
  const MARKS = ["Bold", "Italic", "Underline"];
  test.each([
    { rule: "RTE-02", mode: "standard", has: [...MARKS, "Bullet list", "Numbered list", ...HISTORY] },
    {
      rule: "RTE-03",
      mode: "email",
      has: ["Heading 1", "Heading 2", ...MARKS, "Bullet list", "Numbered list", ...HISTORY],
    },
    { rule: "RTE-04", mode: "checklist", has: ["Heading 2", "Heading 3", ...MARKS, "Task list", ...HISTORY] },
    { rule: "RTE-05", mode: "scopeConfiguration", has: ["Heading 2", "Heading 3", ...MARKS, "Task list", ...HISTORY] },
  ] as const)("[RTE-01][$rule] mode $mode has exactly its tools", async ({ mode, has }) => {
    const opened = await open({ mode });
    await expect.poll(() => tools(opened)).toEqual(has);
  });

  test("[RTE-02] each tool of the standard mode does what it says, and shows that it is on", async () => {
    const opened = await open({ mode: "standard" });
    await text(opened).click();
    await tool(opened, "Bold").click();
    await expect.poll(() => tool(opened, "Bold").getAttribute("aria-pressed")).toBe("true");
    await opened.keyboard.type("Ten");
    await tool(opened, "Bold").click();
    await tool(opened, "Italic").click();
    await opened.keyboard.type(" years");
    await tool(opened, "Italic").click();
    await opened.keyboard.press("ControlOrMeta+u");
    await opened.keyboard.type(" all");
    await expect.poll(() => told(opened)).toBe("<p><strong>Ten</strong><em> years</em><u> all</u></p>");
    await tool(opened, "Bullet list").click();
    await expect
      .poll(() => told(opened))
      .toBe("<ul><li><p><strong>Ten</strong><em> years</em><u> all</u></p></li></ul>");
    await tool(opened, "Numbered list").click();
    await expect.poll(() => told(opened)).toContain("<ol><li>");
    await expect.poll(() => tool(opened, "Bullet list").getAttribute("aria-pressed")).toBe("false");
    await tool(opened, "Undo").click();
    await expect.poll(() => told(opened)).not.toContain("<ol>");
    await tool(opened, "Redo").click();
    await expect.poll(() => told(opened)).toContain("<ol><li>");
  });

  test("[RTE-02][RTE-03][RTE-04] levels of headings that a mode does not have cannot be typed either", async () => {
    for (const { mode, first, third } of [
      { mode: "standard", first: "<p># one</p>", third: "<p>### three</p>" },
      { mode: "email", first: "<h1>one</h1>", third: "<p>### three</p>" },
      { mode: "checklist", first: "<p># one</p>", third: "<h3>three</h3>" },
    ] as const) {
      const opened = await open({ mode });
      await text(opened).click();
      await opened.keyboard.type("# one");
      await opened.keyboard.press("Enter");
      await opened.keyboard.type("### three");
      await expect.poll(() => told(opened), { message: mode }).toBe(`${first}${third}`);
    }
  });

  test("[RTE-06] a given heading is above the editor", async () => {
    const plain = await open({ mode: "standard" });
    await expect.poll(() => plain.getByRole("heading", { level: 3 }).count()).toBe(0);
    const headed = await open({ mode: "standard", heading: "Warranty" });
    await expect.poll(() => headed.getByRole("heading", { level: 3 }).innerText()).toBe("Warranty");
  });

  test("[RTE-07] another value from outside is shown, reports no change, and cannot be undone to the text before", async () => {
    const opened = await open({ mode: "standard", value: "<p>Before</p>" });
    await opened.evaluate(() => {
      page.editorPage.give("<p>From <strong>outside</strong></p>");
    });
    await expect.poll(() => text(opened).innerText()).toBe("From outside");
    await expect.poll(() => told(opened)).toBeUndefined();
    await text(opened).click();
    await opened.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => text(opened).innerText()).toBe("From outside");
  });

  test("[RTE-08] an emptied text is the empty string, with any leftover markup", async () => {
    const opened = await open({ mode: "checklist", value: TASKS });
    await text(opened).click();
    await opened.keyboard.press("ControlOrMeta+a");
    await opened.keyboard.press("Delete");
    await expect.poll(() => told(opened)).toBe("");
    // A list of one empty line is empty too.
    await tool(opened, "Task list").click();
    await opened.keyboard.type("a");
    await opened.keyboard.press("Backspace");
    await expect.poll(() => told(opened)).toBe("");
  });

  test("text that is changed back is reported as it was given, in its own spelling", async () => {
    const given = "<p>One</p>\n<p><b>Two</b></p>";
    const opened = await open({ mode: "standard", value: given });
    await text(opened).click();
    await opened.keyboard.press("ControlOrMeta+End");
    await opened.keyboard.type("x");
    await expect.poll(() => told(opened)).toBe("<p>One</p><p><strong>Twox</strong></p>");
    await opened.keyboard.press("Backspace");
    await expect.poll(() => told(opened)).toBe(given);
  });

  test("[RTE-09] task lists stay flat: Tab indents nothing, and nested lists are pasted as lines", async () => {
    const opened = await open({ mode: "checklist", value: TASKS });
    await opened.getByRole("paragraph").filter({ hasText: "Haul away" }).click();
    await opened.keyboard.press("Tab");
    // To the first box, which the space key checks; not one level deeper.
    await expect.poll(() => opened.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("checkbox");
    await expect.poll(() => text(opened).locator("ul ul, ol").count()).toBe(0);
    await expect.poll(() => told(opened)).toBeUndefined();
    await text(opened).click();
    await opened.keyboard.press("ControlOrMeta+a");
    await paste(
      opened,
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><div><p>One</p><ul data-type="taskList"><li data-type="taskItem"><p>Two</p></li></ul></div></li></ul>',
    );
    await expect.poll(() => text(opened).locator("ul").count()).toBe(1);
    await expect.poll(() => text(opened).getByRole("paragraph").allInnerTexts()).toEqual(["One", "Two"]);
  });

  test("[RTE-04] a task is checked and unchecked where it stands, and its box says what it checks", async () => {
    const opened = await open({ mode: "checklist", value: TASKS });
    await opened.getByRole("checkbox", { name: "Haul away" }).click();
    await expect.poll(() => told(opened)).toContain('data-checked="true"><p>Haul away</p>');
  });

  test("[RTE-01] pasted text is reduced to the mode, without scripts, pictures, links and colors", async () => {
    const opened = await open({ mode: "standard" });
    await text(opened).click();
    await paste(
      opened,
      '<h1 onclick="alert(1)">Title</h1><p style="color:red">Red <a href="javascript:alert(2)">link</a><img src=x onerror="window.hit=1"></p><script>window.hit=1</script><ul><li>a<ul><li>b</li></ul></li></ul>',
    );
    await expect
      .poll(() => told(opened))
      .toBe("<p>Title</p><p>Red link</p><ul><li><p>a</p></li><li><p>b</p></li></ul>");
    await expect.poll(() => opened.evaluate(() => "hit" in window)).toBe(false);
  });

  test("[RTE-10] a list that was copied from Word is pasted as a list, without its marks", async () => {
    const opened = await open({ mode: "standard" });
    await text(opened).click();
    const item = (words: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><!--[endif]-->${words}<o:p></o:p></p>`;
    await paste(
      opened,
      `<html><body><!--StartFragment-->${item("Tear off")}${item("Haul away")}<!--EndFragment--></body></html>`,
    );
    await expect.poll(() => told(opened)).toBe("<ul><li><p>Tear off</p></li><li><p>Haul away</p></li></ul>");
  });

  test("[KEY-06][RTE-05] the four keywords are marked, unknown ones differently, and the pointer shows what each does", async () => {
    const opened = await open({
      mode: "scopeConfiguration",
      value: "<p>{{if 1.58+1.37}} {{value 1.36}} {{quantity 1.58}} {{each 1.36}} {{sum 1.58}} {{value 1.x}}</p>",
    });
    const marks = opened.locator("[data-keyword]");
    await expect
      .poll(() =>
        marks.evaluateAll((found) => found.map((mark) => [mark.textContent, mark.getAttribute("data-keyword")])),
      )
      .toEqual([
        ["{{if 1.58+1.37}}", "works"],
        ["{{value 1.36}}", "works"],
        ["{{quantity 1.58}}", "works"],
        ["{{each 1.36}}", "works"],
        ["{{sum 1.58}}", "fails"],
        ["{{value 1.x}}", "fails"],
      ]);
    const tip = opened.getByRole("tooltip");
    for (const [index, says] of [
      /checked if any of these has a quantity: Eave length \(1\.58\), Valley length \(1\.37\)/,
      /Ice barrier rows \(1\.36\)/,
      /quantity of Eave length \(1\.58\)/,
      /repeated for each Ice barrier rows \(1\.36\)/,
      /“sum” is not a keyword.*prints as nothing/,
      /not the id of a field/,
    ].entries()) {
      await marks.nth(index).hover();
      await expect.poll(() => tip.innerText()).toMatch(says);
    }
    await text(opened).press("Escape");
    await expect.poll(() => tip.count()).toBe(0);
  });

  test("[PBS-09] a keyword that works is drawn by its name, until the caret is at it; its code is what is kept", async () => {
    const value = "<p>Eaves: {{quantity 1.58}} ft {{sum 1.58}}</p>";
    const opened = await open({ mode: "scopeConfiguration", value });
    const [works, fails] = [opened.locator("[data-keyword=works]"), opened.locator("[data-keyword=fails]")];
    const drawn = (): Promise<{ name: string; size: string }> =>
      works.evaluate((mark) => ({
        name: getComputedStyle(mark, "::before").content,
        size: getComputedStyle(mark).fontSize,
      }));
    await expect.poll(() => drawn()).toEqual({ name: '"1.58, quantity"', size: "0px" });
    await expect.poll(() => fails.evaluate((mark) => getComputedStyle(mark).fontSize)).not.toBe("0px");
    await text(opened).click();
    await opened.keyboard.press("Home");
    for (let letter = 0; letter < "Eaves: ".length; letter += 1) await opened.keyboard.press("ArrowRight");
    await expect.poll(async () => (await drawn()).size).not.toBe("0px");
    await expect.poll(async () => (await drawn()).name).toBe("none");
    await opened.keyboard.press("End");
    await opened.keyboard.type("!");
    await expect.poll(drawn).toEqual({ name: '"1.58, quantity"', size: "0px" });
    await expect.poll(() => told(opened)).toBe("<p>Eaves: {{quantity 1.58}} ft {{sum 1.58}}!</p>");
  });

  test("[KEY-06] a keyboard user reads it below the text, and finds the keywords that do not work", async () => {
    const opened = await open({ mode: "scopeConfiguration" });
    await text(opened).focus();
    await opened.keyboard.type("Roof {{value 9.99");
    const line = opened.getByRole("status").last();
    await expect.poll(() => line.innerText()).toMatch(/no end/);
    await opened.keyboard.type("}}");
    await expect.poll(() => line.innerText()).toMatch(/There is no field 9\.99/);
    await opened.keyboard.type(" and more");
    await expect.poll(() => line.innerText()).toBe("1 keyword does not work and will print as nothing.");
    await opened.getByRole("button", { name: "Show it" }).click();
    await expect.poll(() => line.innerText()).toMatch(/There is no field 9\.99/);
    // The stored text has the words, without the highlights.
    await expect.poll(() => told(opened)).toBe("<p>Roof {{value 9.99}} and more</p>");
  });

  test("[KEY-06] fields are offered by name; a second one joins the if-keyword in which the caret stands", async () => {
    const opened = await open({ mode: "scopeConfiguration", value: "<p>Ice barrier</p>" });
    await text(opened).click();
    await opened.keyboard.press("Home");
    const pick = async (kind: string, words: string): Promise<void> => {
      await opened.getByRole("button", { name: "Insert field" }).click();
      await opened.getByRole("radio", { name: kind, exact: true }).check({ force: true });
      await opened.getByRole("combobox", { name: "Field" }).fill(words);
      await opened.keyboard.press("Enter");
    };
    await pick("if", "eave");
    await expect.poll(() => told(opened)).toBe("<p>{{if 1.58}}Ice barrier</p>");
    await pick("if", "valley");
    await expect.poll(() => told(opened)).toBe("<p>{{if 1.58+1.37}}Ice barrier</p>");
    await opened.keyboard.press("End");
    await opened.keyboard.type(": ");
    await opened.getByRole("button", { name: "Insert field" }).click();
    await opened.getByRole("radio", { name: "quantity" }).check({ force: true });
    await opened.getByRole("option", { name: /Ice barrier rows/ }).click();
    await expect.poll(() => told(opened)).toBe("<p>{{if 1.58+1.37}}Ice barrier: {{quantity 1.36}}</p>");
    await expect.poll(() => text(opened).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("[RTE-01] the toolbar is one stop of the keyboard; arrows, Home and End go through it", async () => {
    const opened = await open({ mode: "standard" });
    const reached = (): Promise<string | null | undefined> =>
      opened.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await tool(opened, "Bold").focus();
    await opened.keyboard.press("ArrowLeft");
    expect(await reached()).toBe("Redo");
    await opened.keyboard.press("Home");
    await opened.keyboard.press("ArrowRight");
    expect(await reached()).toBe("Italic");
    await opened.keyboard.press("Tab");
    expect(await reached()).toBe("Scope");
    await opened.keyboard.press("Shift+Tab");
    expect(await reached()).toBe("Italic");
  });

  test("[RTE-01] to be read only, a text has no tools and cannot be changed", async () => {
    const opened = await open({ mode: "checklist", value: TASKS, readOnly: true });
    await expect.poll(() => opened.getByRole("toolbar").count()).toBe(0);
    await opened.getByRole("checkbox", { name: "Haul away" }).click();
    await expect.poll(() => opened.getByRole("checkbox", { name: "Haul away" }).isChecked()).toBe(false);
    await text(opened).focus();
    await opened.keyboard.type("x");
    await expect.poll(() => told(opened)).toBeUndefined();
  });

  test.each([
    { width: 390, colorScheme: "light" },
    { width: 820, colorScheme: "dark" },
    { width: 1440, colorScheme: "light" },
  ] as const)("at $width px, $colorScheme, nothing is cut off and it is accessible", async (look) => {
    const opened = await open(
      {
        mode: "scopeConfiguration",
        value: `<h2>Roof</h2>${TASKS}<p>{{sum 1.58}} {{value 1.36}}</p>`,
        error: "Too long.",
      },
      look,
    );
    await expect
      .poll(() => opened.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBeLessThanOrEqual(0);
    if (look.width < 1280)
      for (const button of await opened.getByRole("toolbar").getByRole("button").all()) {
        const box = await button.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
    await opened.getByRole("button", { name: "Insert field" }).click();
    await opened.getByRole("listbox").waitFor();
    expect(await accessibilityProblems(opened)).toEqual([]);
  });
});
