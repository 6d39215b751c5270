import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, buildStage, launchBrowser, openStage, STAGE_ADDRESS } from "#testing/stage.ts";
import type { rows as TestRows } from "./testing/rows-page.tsx";

/* The forms of the real catalogue with the starter price book, in a browser, as a person uses them. */

/** Runs in the page: what the bundle of `testing/rows-page.tsx` puts there. */
declare const page: { readonly rows: typeof TestRows };

let browser: Browser;
let html: string;
/** Requests beyond the page itself. */
let requests: string[] = [];
let failures: string[] = [];

beforeAll(async () => {
  html = await buildStage({ entry: path.join(import.meta.dirname, "testing/rows-page.tsx"), name: "page" });
  browser = await launchBrowser();
});

afterEach(() => {
  expect(failures).toEqual([]);
  expect(requests).toEqual([]);
});

afterAll(() => browser.close());

const TABLET = { width: 1180, height: 820 };
const PHONE = { width: 390, height: 780 };

function watch(opened: Page): void {
  opened.on("pageerror", (error) => failures.push(error.message));
  opened.on("request", (request) => {
    const address = request.url();
    if (address !== STAGE_ADDRESS && !address.startsWith("data:")) requests.push(address);
  });
}

/** React draws nothing in turns until the page gets the event "idle". */
async function keepBusy(opened: Page): Promise<void> {
  watch(opened);
  await opened.addInitScript(() => {
    const waiting: (() => void)[] = [];
    let isBusy = true;
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      const send = (): void => post.call(this, message);
      if (isBusy) waiting.push(send);
      else send();
    };
    window.addEventListener("idle", () => {
      isBusy = false;
      for (const send of waiting) send();
    });
  });
}

async function openForm(
  form: { workflowId: number; sectionIds?: readonly number[]; alias?: string; isFree?: boolean },
  {
    isBusy = false,
    ...device
  }: { viewport?: { width: number; height: number }; colorScheme?: "light" | "dark"; isBusy?: boolean } = {},
): Promise<Page> {
  requests = [];
  failures = [];
  const open = await openStage(browser, html, { viewport: TABLET, ...device }, isBusy ? keepBusy : watch);
  await open.evaluate((asked) => page.rows.mount(asked), form);
  return open;
}

const DECKING_STEP = { workflowId: 1, sectionIds: [103] };
const ROOF_STEP = { workflowId: 1, sectionIds: [102] };
const FLASHING_STEP = { workflowId: 1, sectionIds: [104] };
const GUTTERS = { workflowId: 4, sectionIds: [401, 402] };

const field = (form: Page, name: string): Locator => form.getByLabel(name, { exact: true });
const focusedName = (form: Page): Promise<string | null> =>
  form.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);
const quantityOf = (form: Page, property: string): Promise<number | null | undefined> =>
  form.evaluate((asked) => page.rows.form?.lineAt(page.rows.top(asked))?.quantity, property);

describe("quantities", () => {
  test("[VAL-17] are a list if few, and typed if many or thirds", async () => {
    const form = await openForm({ workflowId: 1, sectionIds: [101, 102] });
    await expect.poll(() => field(form, "Number of stories").evaluate(({ tagName }) => tagName)).toBe("SELECT");
    await expect.poll(() => field(form, "Total roof area").evaluate(({ tagName }) => tagName)).toBe("INPUT");
    await expect.poll(() => field(form, "Squares on story 1").getAttribute("inputmode")).toBe("decimal");
    await field(form, "Number of stories").selectOption("2");
    await expect.poll(() => quantityOf(form, "numberOfStories")).toBe(2);
  });

  test("[PKG-04] keep the chosen package and color while an area is retyped key by key", async () => {
    const form = await openForm(ROOF_STEP);
    const area = field(form, "Total roof area");
    await area.pressSequentially("2450");
    await form.evaluate(() => {
      page.rows.form?.setValue(page.rows.top("materialType"), "1.20.1");
      page.rows.form?.choosePackage("1.250.2");
      const [color] = page.rows.form?.optionsOf(page.rows.top("shingleColor")) ?? [];
      page.rows.form?.setValue(page.rows.top("shingleColor"), color?.id ?? null);
    });
    const chosen = (): Promise<(string | null | undefined)[]> =>
      form.evaluate(() =>
        ["package", "shingleColor"].map((property) => page.rows.form?.lineAt(page.rows.top(property))?.value),
      );
    const before = await chosen();
    expect(before).toEqual(["1.250.2", expect.stringMatching(/^1\.251\./)]);
    // Coming back to the field selects its text, so that the first key replaces it.
    await area.blur();
    await area.focus();
    await form.keyboard.press("2");
    await expect.poll(() => quantityOf(form, "totalRoofArea")).toBe(2);
    await expect.poll(() => chosen()).toEqual([null, null]);
    await form.keyboard.type("500");
    await expect.poll(() => quantityOf(form, "totalRoofArea")).toBe(2_500);
    await expect.poll(() => chosen()).toEqual(before);
  });

  test("[EST-34] enter every keystroke and lose none", async () => {
    const form = await openForm(DECKING_STEP);
    const eave = field(form, "Eave length");
    await eave.pressSequentially("1.");
    await expect.poll(() => eave.inputValue()).toBe("1.");
    await expect.poll(() => quantityOf(form, "eaveLength")).toBe(1);
    await eave.pressSequentially("5");
    await expect.poll(() => quantityOf(form, "eaveLength")).toBe(1.5);
    await eave.fill("abc");
    await field(form, "Rake edge length").focus();
    await expect.poll(() => eave.inputValue()).toBe("abc");
    await expect.poll(() => eave.getAttribute("aria-invalid")).toBe("true");
    await form.getByText("“abc” is not a number.").waitFor();
    await eave.fill("12.0");
    await eave.blur();
    await expect.poll(() => eave.inputValue()).toBe("12");
    await eave.fill("0");
    await eave.blur();
    await expect.poll(() => eave.inputValue()).toBe("");
    await expect.poll(() => eave.getAttribute("placeholder")).toBe("0");
  });

  test("[VAL-13] look different when cleared and required than for 0", async () => {
    const form = await openForm(DECKING_STEP);
    const eave = field(form, "Eave length");
    await expect.poll(() => eave.getAttribute("placeholder")).toBe("0");
    await eave.fill("12");
    await eave.fill("");
    await eave.blur();
    await expect.poll(() => eave.inputValue()).toBe("");
    await expect.poll(() => eave.getAttribute("placeholder")).toBe("");
    await form.evaluate(() => page.rows.form?.validate(["eaveLength", "rakeEdgeLength"]));
    await form.getByText("1 error in form").waitFor();
    await form.getByRole("link", { name: "Eave length is required." }).waitFor();
    await eave.fill("0");
    await expect.poll(() => form.getByText("Eave length is required.").count()).toBe(0);
    await expect.poll(() => quantityOf(form, "eaveLength")).toBe(0);
  });

  test("[VAL-13] accept thousands separators and unambiguous decimal commas: 16,95 is not 1695", async () => {
    const form = await openForm(DECKING_STEP);
    const eave = field(form, "Eave length");
    for (const typed of ["16,9,5", "10 5", "1,"]) {
      await eave.fill(typed);
      await expect.poll(() => quantityOf(form, "eaveLength")).toBeNull();
      await eave.blur();
      await expect.poll(() => eave.inputValue()).toBe(typed);
      await form.getByText(`“${typed}” is not a number.`).waitFor();
    }
    await eave.fill("");
    await eave.blur();
    // Nothing is announced on the way to a number.
    await eave.pressSequentially("1,23");
    await expect.poll(() => eave.getAttribute("aria-invalid")).toBeNull();
    await eave.pressSequentially("4");
    await eave.blur();
    await expect.poll(() => eave.inputValue()).toBe("1234");
    await expect.poll(() => quantityOf(form, "eaveLength")).toBe(1_234);
  });

  test("[VAL-32][VAL-33] accept fractions, and suggest valid quantities on blur for one off its step", async () => {
    const form = await openForm({ workflowId: 1, sectionIds: [103, 113] });
    const eave = field(form, "Eave length");
    await eave.pressSequentially("12 1/2");
    await expect.poll(() => quantityOf(form, "eaveLength")).toBe(12.5);
    await expect.poll(() => form.getByText("Goes in").count()).toBe(0);
    await eave.blur();
    await expect.poll(() => eave.inputValue()).toBe("12.5");
    const hint = form.getByText("Goes in whole numbers: 12 or 13.");
    await hint.waitFor();
    await expect.poll(() => eave.getAttribute("aria-describedby")).toContain(await hint.getAttribute("id"));
    await eave.fill("13");
    await eave.blur();
    await expect.poll(() => hint.count()).toBe(0);

    const squares = field(form, "Hand loading");
    await squares.fill("1.8");
    await squares.blur();
    await form.getByText("Goes in steps of ⅓: 1.667 or 2.").waitFor();
    await form.evaluate(() => page.rows.form?.validate());
    await form.getByText("Hand loading is not a multiple of 0.333.").first().waitFor();
    await form.getByText("Goes in steps of ⅓: 1.667 or 2.").waitFor();
    await squares.fill("1 2/3");
    await expect.poll(() => quantityOf(form, "handLoading")).toBe(1.667);
    await expect.poll(() => form.getByText("is not a multiple").count()).toBe(0);
  });

  test("move to the next quantity on Enter, and back on Shift+Enter", async () => {
    const form = await openForm(DECKING_STEP);
    await field(form, "Eave length").focus();
    for (const digits of ["128", "96", "62", "34"]) {
      await form.keyboard.type(digits);
      await form.keyboard.press("Enter");
    }
    await expect.poll(() => focusedName(form)).toBe("Roof-to-wall flashing length");
    await form.keyboard.press("Shift+Enter");
    await expect.poll(() => focusedName(form)).toBe("Valley length");
    await expect.poll(() => quantityOf(form, "hipRidgeLength")).toBe(62);
  });

  test("[WF-ROOF-03] show a story that the house does not have as disabled, with the reason", async () => {
    const form = await openForm({ workflowId: 1, sectionIds: [101, 102] });
    const third = field(form, "Squares on story 3");
    await expect.poll(() => third.isDisabled()).toBe(true);
    await expect.poll(() => third.getAttribute("title")).toBe("The house has fewer stories.");
    await field(form, "Number of stories").selectOption("3");
    await expect.poll(() => third.isDisabled()).toBe(false);
  });

  test("[WF-ROOF-25] cannot be typed if calculated, and open the explanation", async () => {
    const form = await openForm(GUTTERS);
    await field(form, "Total gutter length").fill("150");
    const total = form.getByRole("button", { name: /^Material total: / });
    await expect.poll(() => total.textContent()).toContain("FT");
    await total.click();
    await expect.poll(() => form.locator("#why").textContent()).toContain("150");
  });
});

describe("recommendations", () => {
  test("[VAL-18] are entered with Use, which follows the quantity in the tab order", async () => {
    const form = await openForm(GUTTERS);
    await field(form, "Total gutter corners").fill("7");
    await form.getByText("7 recommended").waitFor();
    await field(form, "Corners").focus();
    await form.keyboard.press("Tab");
    await expect.poll(() => focusedName(form)).toBe("Use 7 for Corners");
    await form.keyboard.press("Enter");
    await expect.poll(() => quantityOf(form, "gutterCorners")).toBe(7);
    await form.getByRole("button", { name: "7 recommended for Corners, in use. Why?" }).click();
    await expect.poll(() => form.locator("#why").textContent()).toContain("Gutters · Gutters · Corners | 7 PC");
  });

  test("[WF-ROOF-27] of a section are entered together", async () => {
    const form = await openForm(GUTTERS);
    await field(form, "Total gutter length").fill("150");
    await field(form, "Total gutter corners").fill("4");
    await form.getByRole("button", { name: "Use all 2 recommended quantities" }).click();
    await expect.poll(() => quantityOf(form, "gutterCorners")).toBe(4);
    await expect.poll(() => quantityOf(form, "downspoutQuantity")).toBe(5);
    // Elbows follow from the downspouts that were just taken over.
    await expect.poll(() => quantityOf(form, "downspoutElbows")).toBeGreaterThan(0);
    await expect.poll(() => form.getByRole("button", { name: /^Use all/ }).count()).toBe(0);
  });

  test("[WF-ROOF-26] for labor hours are shown only while they differ", async () => {
    const form = await openForm({ workflowId: 5, sectionIds: [501, 508] });
    // Nothing that takes hours is entered: none are recommended.
    await field(form, "Labor hours").fill("5");
    await form.getByRole("button", { name: "Use 0 for Labor hours" }).click();
    await expect.poll(() => form.getByRole("button", { name: /for Labor hours/ }).count()).toBe(0);
    await field(form, "Replace shingles").fill("4");
    // Filled in by themselves, as long as nothing else is entered.
    await expect.poll(() => quantityOf(form, "totalLaborHours")).toBe(15);
    const recommended = form.getByRole("button", { name: /15 .*for Labor hours/ });
    await expect.poll(() => recommended.count()).toBe(0);
    await field(form, "Labor hours").fill("1");
    await form.getByRole("button", { name: "Use 15 for Labor hours" }).click();
    await expect.poll(() => quantityOf(form, "totalLaborHours")).toBe(15);
    await expect.poll(() => recommended.count()).toBe(0);
  });
});

describe("rows", () => {
  test("[EST-28][EST-29][EST-30] are added first, added after another, and removed while there are two", async () => {
    const form = await openForm(FLASHING_STEP);
    const removes = form.getByRole("button", { name: /^Remove Drip edge/ });
    await form.getByRole("button", { name: "Add drip edge", exact: true }).click();
    await expect.poll(() => form.getByRole("button", { name: "Add drip edge", exact: true }).count()).toBe(0);
    await expect.poll(() => removes.count()).toBe(0);
    // The new row is entered at once.
    await expect.poll(() => focusedName(form)).toBe("Drip edge type");

    await field(form, "Drip edge quantity").fill("1");
    await form.getByRole("button", { name: "Add drip edge after Drip edge", exact: true }).click();
    await field(form, "Drip edge 2 quantity").fill("2");
    await form.getByRole("button", { name: "Add after Drip edge 1", exact: true }).click();
    await field(form, "Drip edge 2 quantity").fill("3");
    const quantities = () =>
      form.evaluate(() => page.rows.form?.getSnapshot().values.dripEdge?.map(({ quantity }) => quantity));
    await expect.poll(() => quantities()).toEqual([1, 3, 2]);
    await expect.poll(() => removes.count()).toBe(3);

    await form.getByRole("button", { name: "Remove Drip edge 2", exact: true }).click();
    await expect.poll(() => quantities()).toEqual([1, 2]);
    await form.getByRole("button", { name: "Remove Drip edge 1", exact: true }).click();
    await expect.poll(() => quantities()).toEqual([2]);
    await expect.poll(() => removes.count()).toBe(0);
    await expect.poll(() => field(form, "Drip edge quantity").inputValue()).toBe("2");
  });

  test("[EST-29] keep the last row's remove button beside its add button at every width", async () => {
    const form = await openForm({ workflowId: 2, sectionIds: [207] });
    await form.getByRole("button", { name: "Add standard soffit", exact: true }).click();
    await form.getByRole("button", { name: "Add standard soffit after Standard soffit", exact: true }).click();
    const add = form.getByRole("button", { name: "Add standard soffit after Standard soffit 2", exact: true });
    const remove = form.getByRole("button", { name: "Remove Standard soffit 2", exact: true });
    const middleOf = async (button: Locator): Promise<number> => {
      const box = await button.boundingBox();
      return box ? Math.round(box.y + box.height / 2) : Number.NaN;
    };
    for (const width of [390, 768, 820, 1000, 1180, 1440]) {
      await form.setViewportSize({ width, height: 820 });
      await expect
        .poll(async () => (await middleOf(remove)) - (await middleOf(add)), { message: `${String(width)} px` })
        .toBe(0);
    }
  });

  test("[EXPL-01] explain a group's sum by line, with only the total in the tab order", async () => {
    const form = await openForm(FLASHING_STEP);
    await form.getByRole("button", { name: "Add drip edge", exact: true }).click();
    await field(form, "Drip edge type").selectOption({ label: "Aluminum, 10 ft" });
    await field(form, "Drip edge quantity").fill("15");
    const group = form.getByRole("group", { name: "Total of Drip edge" });
    // 15 x 9.50 + 15 x 11
    await group.getByRole("button", { name: "Total cost of the group Drip edge: 307.50. Why?" }).click();
    const why = () => form.locator("#why").textContent();
    await expect.poll(why).toContain("Roofing · Flashing · Drip edge | $307.50 |");
    await expect.poll(why).toContain("× 15 PC Drip edge");
    await expect.poll(why).toMatch(/= \$307\.50$/);
    const stops = await group
      .getByRole("button")
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).tabIndex));
    expect(stops).toEqual([-1, -1, 0]);
  });

  test("[WF-ROOF-28] clear membrane to one empty row and tear-off to none, and can be undone", async () => {
    const form = await openForm({ workflowId: 1, sectionIds: [102, 103, 108] });
    const quantitiesOf = (property: string) =>
      form.evaluate(
        (asked) => page.rows.form?.getSnapshot().values[asked]?.map(({ quantity }) => quantity) ?? [],
        property,
      );
    for (const property of ["membrane", "tearOff", "replaceDeckBoards"])
      await form.evaluate((asked) => {
        const opened = page.rows.form;
        opened?.clearRows({ outer: [], property: asked });
        while ((opened?.getSnapshot().values[asked]?.length ?? 2) < 2) opened?.addRow({ outer: [], property: asked });
        for (const { id } of opened?.getSnapshot().values[asked] ?? [])
          opened?.setQuantity({ outer: [], property: asked, lineId: id }, 4);
      }, property);
    const membrane = await quantitiesOf("membrane");
    expect(membrane).toHaveLength(2);

    await form.getByRole("button", { name: "Clear membrane" }).click();
    await expect.poll(() => quantitiesOf("membrane")).toHaveLength(1);
    // The row that is left is begun.
    await expect
      .poll(() => form.evaluate(() => document.activeElement?.closest("[role=group]")?.getAttribute("aria-label")))
      .toBe("Membrane");
    await form.evaluate(() => page.rows.form?.undo());
    await expect.poll(() => quantitiesOf("membrane")).toEqual(membrane);

    await form.getByRole("button", { name: "Clear tear-off" }).click();
    await expect.poll(() => quantitiesOf("tearOff")).toEqual([]);
    await expect.poll(() => form.getByRole("button", { name: "Clear tear-off" }).count()).toBe(0);
    await expect.poll(() => form.evaluate(() => document.activeElement?.textContent)).toBe("Add tear-off");

    // A list among other rows is cleared at its last row.
    await form.getByRole("button", { name: "Clear replace deck boards" }).click();
    await expect.poll(() => quantitiesOf("replaceDeckBoards")).toEqual([]);
  });

  test("[TOUCH-06] move the focus synchronously when they are added, removed or cleared", async () => {
    const form = await openForm({ workflowId: 1, sectionIds: [101, 102] });
    /** Presses in the page itself, where no frame is drawn between the press and the answer. */
    const focusedAfter = (name: string): Promise<string | null> =>
      form.evaluate((label) => {
        const isNamed = (each: HTMLElement): boolean => [each.ariaLabel, each.textContent].includes(label);
        [...document.querySelectorAll("button")].find(isNamed)?.click();
        return document.activeElement && (document.activeElement.ariaLabel ?? document.activeElement.textContent);
      }, name);
    await form.getByRole("button", { name: "Add tear-off", exact: true }).waitFor();
    expect(await focusedAfter("Add tear-off")).toBe("Tear-off layers");
    expect(await focusedAfter("Clear tear-off")).toBe("Add tear-off");
  });

  test("[VAL-15][WF-ROOF-24] have costs to enter and prices to read for an add-on service", async () => {
    const form = await openForm({ workflowId: 1, sectionIds: [113] });
    await form.getByRole("button", { name: "Add add-on service" }).click();
    await field(form, "Add-on service").fill("Reconnect solar panels");
    await field(form, "Add-on service quantity").fill("2");
    const material = field(form, "Add-on service material cost");
    await material.fill("100");
    await field(form, "Add-on service labor cost").fill("12.50");
    await form.getByRole("button", { name: "Total cost of Add-on service: 225.00. Why?" }).waitFor();
    const price = form.getByLabel("Add-on service material price");
    await expect.poll(() => price.evaluate(({ tagName }) => tagName)).toBe("OUTPUT");
    await expect.poll(async () => Number(await price.textContent())).toBeGreaterThan(100);
    for (const typed of ["abc", "12,5,1"]) {
      await material.fill(typed);
      await material.blur();
      // It counts as 0, and nothing that was typed is lost.
      await form.getByRole("button", { name: "Total cost of Add-on service: 25.00. Why?" }).waitFor();
      await expect.poll(() => material.inputValue()).toBe(typed);
      await form.getByText(`“${typed}” is not a number.`).waitFor();
    }
    await material.fill("1,100.5");
    await material.blur();
    // (1100.50 + 12.50) x 2
    await form.getByRole("button", { name: "Total cost of Add-on service: 2,226.00. Why?" }).waitFor();
    await expect.poll(() => material.inputValue()).toBe("1100.50");
    await expect.poll(() => form.getByText("is not a number").count()).toBe(0);
  });

  test("[WF-SIDE-15] are not rendered if another choice hides them", async () => {
    const form = await openForm({ workflowId: 2, sectionIds: [206] });
    const pieces = field(form, "Prefabricated pieces");
    await field(form, "Type").selectOption("2.96.2");
    await pieces.waitFor();
    await field(form, "Type").selectOption("2.96.1");
    await expect.poll(() => pieces.count()).toBe(0);
  });

  test("[EST-27] show material, labor and total of a line and its group, as cost or price", async () => {
    const form = await openForm(FLASHING_STEP);
    await field(form, "PVC pipe flashing").selectOption({ index: 1 });
    await field(form, "PVC pipe flashing quantity").fill("3");
    const line = form.locator("section", { hasText: "PVC pipe flashing" });
    const amounts = () =>
      line.getByRole("button", { name: /Why\?$/ }).evaluateAll((all) => all.map(({ textContent }) => textContent));
    const [material = "", labor = "", total = ""] = await amounts();
    expect(Number(material) + Number(labor)).toBe(Number(total));
    await form.getByText("Total cost").waitFor();
    await form.getByRole("radio", { name: "Price" }).check();
    await form.getByText("Total price").waitFor();
    await expect.poll(async () => Number((await amounts())[2])).toBeGreaterThan(Number(total));
    await line.getByRole("button", { name: /^Total price/ }).click();
    await expect.poll(() => form.locator("#why").textContent()).toContain("Roofing · Flashing · PVC pipe flashing");
  });

  test("[EST-42] have no amount columns in a step without prices, but keep recommendations", async () => {
    const form = await openForm({ ...DECKING_STEP, isFree: true });
    await field(form, "Eave length").fill("128");
    await field(form, "Ice barrier rows").selectOption({ index: 2 });
    await field(form, "Ice barrier").selectOption({ index: 1 });
    await form.getByText("Recommended", { exact: true }).waitFor();
    for (const name of ["Material", "Labor", "Total cost", "Total"])
      await expect.poll(() => form.getByText(name, { exact: true }).filter({ visible: true }).count()).toBe(0);
    await form.getByRole("button", { name: /recommended for Ice barrier/ }).waitFor();
  });

  test("[EST-07] name their place in explanations with the company's name of the workflow", async () => {
    const form = await openForm({ workflowId: 4, sectionIds: [401, 402], alias: "Rain gear" });
    await field(form, "Total gutter corners").fill("4");
    await form.getByRole("button", { name: /recommended for Corners\b.* Why\?$/ }).click();
    await expect.poll(() => form.locator("#why").textContent()).toContain("Rain gear · Gutters · Corners");
  });

  test("[WF-TRIM-07] sum up in the total of a soffit group", async () => {
    const form = await openForm({ workflowId: 7, sectionIds: [702] });
    await form.getByRole("button", { name: "Add J channel" }).click();
    await field(form, "J channel").selectOption({ index: 1 });
    await field(form, "J channel quantity").fill("2");
    await form.getByRole("button", { name: "Add J channel after J channel" }).click();
    await field(form, "J channel 2").selectOption({ index: 2 });
    await field(form, "J channel 2 quantity").fill("3");
    const totals = form.getByRole("button", { name: /^Total cost of J channel \d/ });
    await totals.nth(1).waitFor();
    const group = form.getByRole("group", { name: "Total of J channel" });
    await group.getByText("Total", { exact: true }).waitFor();
    await expect.poll(() => totals.count()).toBe(2);
    const sum = group.getByRole("button", { name: "Total cost of the group J channel" });
    await expect
      .poll(async () => {
        const lines = await totals.evaluateAll((all) => all.map(({ textContent }) => Number(textContent)));
        return Number(await sum.textContent()) - lines.reduce((all, line) => all + line, 0);
      })
      .toBeCloseTo(0, 2);
  });

  test("[EST-33] label neighboring choices", async () => {
    const opened = await openForm(ROOF_STEP);
    await opened.getByLabel("Dumpster needed", { exact: true }).check();
    const location = opened.getByLabel("Dumpster location", { exact: true });
    await location.waitFor();
    await expect
      .poll(() => location.evaluate((select) => select.parentElement?.dataset["chosen"]))
      .toBe("Choose location");
  });

  test("[EST-33] do not clip descenders in the selected option", async () => {
    const opened = await openForm(FLASHING_STEP, { viewport: PHONE });
    const room = await opened.locator("[data-chosen]").evaluateAll((boxes) => {
      const canvas = document.createElement("canvas").getContext("2d");
      if (!canvas) return [];
      return boxes.map((box) => {
        const style = getComputedStyle(box, "::before");
        canvas.font = style.font;
        const { fontBoundingBoxAscent, fontBoundingBoxDescent } = canvas.measureText("");
        const { actualBoundingBoxDescent } = canvas.measureText("gpqyj");
        const belowLine =
          (Number.parseFloat(style.lineHeight) - fontBoundingBoxAscent - fontBoundingBoxDescent) / 2 +
          fontBoundingBoxDescent;
        return belowLine + Number.parseFloat(style.paddingBottom) - actualBoundingBoxDescent;
      });
    });
    expect(room.length).toBeGreaterThan(0);
    // A pixel, because letters may begin between two.
    expect(Math.min(...room)).toBeGreaterThan(1);
  });

  test("list all options when a select is opened", async () => {
    // Work after the first render waits until the test asks for it, however long the page takes to load.
    const form = await openForm(FLASHING_STEP, { isBusy: true });
    const counts = await form.evaluate(() => {
      const select = document.querySelector<HTMLSelectElement>("select");
      if (!select) return [];
      const before = select.options.length;
      return new Promise<number[]>((resolve) => {
        // The browser opens the list when this event ends.
        select.addEventListener("mousedown", (event) => {
          event.preventDefault();
          resolve([before, select.options.length]);
        });
        select.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        queueMicrotask(() => select.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true })));
      });
    });
    expect(counts[0]).toBe(1);
    expect(counts[1]).toBeGreaterThan(2);
    // The others follow by themselves: programs that read a page find them too.
    await form.evaluate(() => window.dispatchEvent(new Event("idle")));
    await expect
      .poll(() =>
        form.evaluate(() => [...document.querySelectorAll("select")].every(({ options }) => options.length > 1)),
      )
      .toBe(true);
  });
});

/** Adds a row of a list: numbers are quantities, words are values; `quantity` and `value` are the row's own. */
const enterRow = (form: Page, property: string, entries: Record<string, number | string>): Promise<void> =>
  form.evaluate(
    (given) => {
      const opened = page.rows.form;
      opened?.addRow({ outer: [], property: given.property });
      const lineId = opened?.getSnapshot().values[given.property]?.at(-1)?.id ?? 0;
      const outer = [{ property: given.property, id: lineId }];
      for (const [name, entered] of Object.entries(given.entries)) {
        const isOwn = name === "quantity" || name === "value";
        const at = isOwn ? { outer: [], property: given.property, lineId } : { outer, property: name, lineId: null };
        if (typeof entered === "number") opened?.setQuantity(at, entered);
        else opened?.setValue(at, entered);
      }
    },
    { property, entries },
  );
const WHITE = { wrap: "2.92.1", soffit: "2.137.1" };
const CLAY_WRAP = "2.92.3";
const PORCH_POST = "2.91.3";
const VINYL_SOFFIT_OF_ONE_FOOT = "7.26.1";

describe("calculated lines", () => {
  const line = (form: Page, label: string): Promise<string | null> =>
    form.locator("p", { hasText: label }).textContent();

  test("[WF-ROOF-11] compare the squares of the pitches with the total", async () => {
    const form = await openForm({ workflowId: 1, sectionIds: [101, 102] });
    await form.evaluate(() =>
      page.rows.form?.setQuantity({ outer: [], property: "wasteFactorForMaterial", lineId: null }, 10),
    );
    // 2,000 sq ft / 100, and x 1.10
    await field(form, "Total roof area").fill("2000");
    await form.getByText("20 of 20 SQ entered, 22 SQ with waste", { exact: true }).waitFor();
    await field(form, "Install pitch 1 quantity").fill("10");
    await form.getByText("10 of 20 SQ entered", { exact: true }).waitFor();
  });

  test("[WF-SIDE-07] show the area of all accents", async () => {
    const form = await openForm({ workflowId: 2, sectionIds: [202] });
    const note = form.getByText("400 SQ FT of accents", { exact: true });
    await enterRow(form, "gableAccents", { area: 150 });
    await expect.poll(() => note.count()).toBe(0);
    await enterRow(form, "gableAccents", { area: 250 });
    await note.waitFor();
  });

  test.each([
    { rule: "[WF-SIDE-21]", form: { workflowId: 2, sectionIds: [206, 209] } },
    { rule: "[WF-TRIM-11]", form: { workflowId: 7, sectionIds: [705] } },
  ])("$rule show the coil for wraps of two colors", async ({ form: asked }) => {
    const form = await openForm(asked);
    await expect.poll(() => line(form, "Trim Coil Need")).toBe("Trim Coil Need–");
    // A post takes as many feet of coil as it is long.
    await enterRow(form, "customWrap", { quantity: 40, type: PORCH_POST, color: WHITE.wrap });
    await enterRow(form, "customWrap", { quantity: 20, type: PORCH_POST, color: CLAY_WRAP });
    await expect.poll(() => line(form, "Trim Coil Need")).toBe("Trim Coil Need40 ft of White, 20 ft of Clay");
  });

  test("[WF-TRIM-04] show the soffit for the eaves", async () => {
    const form = await openForm({ workflowId: 7, sectionIds: [702] });
    await expect.poll(() => line(form, "Material needed")).toBe("Material needed–");
    await enterRow(form, "standardSoffit", { depth: 12, length: 96, color: "White" });
    await enterRow(form, "soffit", { soffitType: VINYL_SOFFIT_OF_ONE_FOOT, soffitColor: WHITE.soffit });
    // 96 ft x 12 in = 96 sq ft / 12 / 1 ft = 8: x .75 x 1.1 = 6.6, 7 solid; x .2 x 1.1 = 1.76, 2 vented.
    await expect.poll(() => line(form, "Material needed")).toBe("Material needed9 panels of White: 7 solid, 2 vented");
  });

  test.each([
    { rule: "[WF-ROOF-08] [WF-ROOF-09] [WF-ROOF-10]", form: ROOF_STEP, tearOff: { quantity: 20 } },
    {
      rule: "[WF-SIDE-05]",
      form: { workflowId: 2, sectionIds: [202] },
      tearOff: { value: "2.35.1", quantity: 20 },
    },
  ])("$rule show the dumpster with its switch", async ({ form: asked, tearOff }) => {
    const form = await openForm(asked);
    const needed = field(form, "Dumpster needed");
    const dumpsters = form.getByLabel(/^Dumpster (\d )?location$/);
    const labor = field(form, "Dumpster labor");
    const weight = form.locator("input[aria-label='Dumpster weight']:enabled");
    await expect.poll(() => dumpsters.count()).toBe(0);
    await expect.poll(() => labor.isDisabled()).toBe(true);
    await needed.check();
    await expect.poll(() => dumpsters.count()).toBe(1);
    // Nothing to compute it from: it is entered.
    await expect.poll(() => labor.isDisabled()).toBe(false);
    await enterRow(form, "tearOff", tearOff);
    await expect.poll(() => labor.isDisabled()).toBe(true);
    await expect.poll(() => quantityOf(form, "dumpsterLabor")).toBe(20);
    await enterRow(form, "dumpster", {});
    await expect.poll(() => dumpsters.count()).toBe(2);
    await expect.poll(() => weight.count()).toBe(0);
    await needed.uncheck();
    await expect.poll(() => dumpsters.count()).toBe(0);
    await expect.poll(() => labor.isDisabled()).toBe(true);
    await expect.poll(() => weight.count()).toBe(0);
    await expect.poll(() => quantityOf(form, "dumpsterLabor")).toBe(0);
    await expect.poll(() => quantityOf(form, "dumpsterWeight")).toBe(0);
  });
});

describe("errors", () => {
  test("[VAL-20][VAL-21][VAL-22] are shown at the label, below the input, and as links in the summary", async () => {
    const form = await openForm(FLASHING_STEP);
    await field(form, "Lead pipe flashing quantity").fill("3");
    await form.getByRole("button", { name: "Add drip edge", exact: true }).click();
    await form.getByRole("button", { name: "Add drip edge after Drip edge", exact: true }).click();
    await field(form, "Drip edge 2 quantity").fill("4");
    await form.evaluate(() => page.rows.form?.validate(["dripEdge", "leadBoot"]));
    await form.getByText("2 errors in form").waitFor();

    const choice = field(form, "Lead pipe flashing");
    await expect.poll(() => choice.getAttribute("aria-invalid")).toBe("true");
    const described = await choice.getAttribute("aria-describedby");
    await expect
      .poll(() => form.locator(`[id="${described ?? ""}"]`).textContent())
      .toBe("Lead pipe flashing is required.");
    await expect
      .poll(() => form.locator("section", { hasText: "Lead pipe flashing" }).textContent())
      .toContain("flashing *");

    await form.getByRole("link", { name: "Lead pipe flashing is required." }).click();
    await expect.poll(() => focusedName(form)).toBe("Lead pipe flashing");
    await form.getByRole("link", { name: /^Drip edge 2: Type is required/ }).click();
    await expect.poll(() => focusedName(form)).toBe("Drip edge 2 type");

    await choice.selectOption({ index: 1 });
    await form.getByText("1 error in form").waitFor();
  });

  test("[VAL-13][VAL-21][VAL-22] say the same about text that is not a number in the field and in the summary", async () => {
    const form = await openForm(DECKING_STEP);
    const eave = field(form, "Eave length");
    await eave.fill("12 years");
    await form.evaluate(() => page.rows.form?.validate(["eaveLength"]));
    const link = form.getByRole("link", { name: "“12 years” is not a number." });
    await link.waitFor();
    const ids = (await eave.getAttribute("aria-describedby"))?.split(" ") ?? [];
    const underField = form.locator(`[id="${ids.find((id) => id.endsWith("-error")) ?? ""}"]`);
    await expect.poll(() => underField.textContent()).toBe("“12 years” is not a number.");
    await expect.poll(() => form.getByText("Eave length is required.").count()).toBe(0);
    await link.click();
    await expect.poll(() => focusedName(form)).toBe("Eave length");
    await eave.fill("12");
    await expect.poll(() => form.getByText("is not a number").count()).toBe(0);
  });

  test("[VAL-15] are shown for a cost that is not a number, which counts as 0", async () => {
    const form = await openForm({ workflowId: 1, sectionIds: [113] });
    await form.getByRole("button", { name: "Add add-on service" }).click();
    await field(form, "Add-on service").fill("Reconnect solar panels");
    const material = field(form, "Add-on service material cost");
    await material.fill("12,5,1");
    await material.blur();
    await form.getByText("“12,5,1” is not a number.").waitFor();
    await expect.poll(() => material.inputValue()).toBe("12,5,1");
    await expect
      .poll(() => form.evaluate(() => page.rows.form?.getSnapshot().values["custom"]?.[0]?.amounts?.materialCost))
      .toBe(0);
    await expect.poll(() => form.evaluate(() => page.rows.form?.validate(["custom"]).length)).toBe(0);
    await material.fill("12.5");
    await expect.poll(() => form.getByText("is not a number").count()).toBe(0);
  });

  test("[VAL-14] [VAL-21] [VAL-22] are shown only at the cost that is too high", async () => {
    const form = await openForm({ workflowId: 1, sectionIds: [113] });
    await form.getByRole("button", { name: "Add add-on service" }).click();
    await field(form, "Add-on service").fill("Reconnect solar panels");
    const quantity = field(form, "Add-on service quantity");
    await quantity.fill("1");
    const material = field(form, "Add-on service material cost");
    await material.fill("1000000000.01");
    const entered = () => form.evaluate(() => page.rows.form?.getSnapshot().values["custom"]?.[0]);
    await expect
      .poll(entered)
      .toMatchObject({ value: "Reconnect solar panels", quantity: 1, amounts: { materialCost: 1_000_000_000.01 } });
    const text = "Material cost must be between 0 and 1,000,000,000 in steps of 0.01.";
    await form.evaluate(() => page.rows.form?.validate(["custom"]));
    const link = form.getByRole("link", { name: text });
    await expect.poll(async () => (await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expect.poll(() => form.getByText(/errors? in form$/).allTextContents()).toEqual(["1 error in form"]);
    await expect.poll(() => material.getAttribute("aria-invalid")).toBe("true");
    await expect
      .poll(
        async () =>
          await form.locator(`[id="${(await material.getAttribute("aria-describedby")) ?? ""}"]`).textContent(),
      )
      .toBe(text);
    for (const other of [quantity, field(form, "Add-on service"), field(form, "Add-on service labor cost")])
      await expect.poll(() => other.getAttribute("aria-invalid")).toBeNull();
    await quantity.focus();
    await link.click();
    await expect.poll(() => focusedName(form)).toBe("Add-on service material cost");
    await material.fill("1,000,000,000");
    await form.getByText("1 error in form").waitFor({ state: "detached" });
  });

  test.each([
    { of: "siding", form: { workflowId: 2, sectionIds: [207] } },
    { of: "trim", form: { workflowId: 7, sectionIds: [702] } },
  ])("[WF-SIDE-18] mark composite soffit of $of with only a length or only pieces", async ({ form: asked }) => {
    const form = await openForm(asked);
    await enterRow(form, "compositeSoffit", { type: "2.144.1", length: 0, quantity: 0 });
    const star = form.getByText("*", { exact: true });
    const length = field(form, "Composite soffit length");
    const pieces = field(form, "Composite soffit quantity");
    for (const [feet, quantity, stars] of [
      [0, 0, 0],
      [30, 0, 1],
      [30, 4, 0],
      [0, 4, 1],
    ] as const) {
      await length.fill(String(feet));
      await pieces.fill(String(quantity));
      await form.evaluate(() => page.rows.form?.validate(["compositeSoffit"]));
      await expect.poll(() => star.count()).toBe(stars);
      await expect.poll(() => pieces.getAttribute("aria-invalid")).toBe(stars === 0 ? null : "true");
    }
  });

  test("[VAL-22] are absent from a form without errors", async () => {
    const form = await openForm({ workflowId: 4, sectionIds: [401] });
    await form.evaluate(() => page.rows.showSummary());
    await form.getByText("No errors in form").waitFor();
  });

  test("finds and focuses a place", async () => {
    const form = await openForm(FLASHING_STEP);
    await expect.poll(() => form.evaluate(() => page.rows.focusField(page.rows.top("zipperBoot")))).toBe(true);
    await expect.poll(() => focusedName(form)).toBe("Zipper pipe flashing");
    await expect.poll(() => form.evaluate(() => page.rows.focusField(page.rows.top("nothing")))).toBe(false);
  });
});

test("rerenders only the rows that change on a keystroke", async () => {
  const form = await openForm({ workflowId: 1 });
  /** The renders of one key, in its frame and after it. */
  const type = async (text: string): Promise<(name: string) => number> => {
    const drawn: string[] = [];
    const count = (name: string) => drawn.filter((each) => each === name).length;
    const takeDrawn = async (): Promise<void> => {
      drawn.push(...(await form.evaluate(() => page.rows.takeDrawn())));
    };
    await takeDrawn();
    drawn.length = 0;
    await field(form, "Cornice returns").fill(text);
    // The row's amounts are drawn behind the key's own frame, on a busy machine some frames later.
    await expect.poll(() => takeDrawn().then(() => count("LineAmounts"))).toBe(1);
    await form.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await takeDrawn();
    return count;
  };
  // Lists fill themselves in idle time, and each filling draws.
  await expect
    .poll(() =>
      form.evaluate(
        () =>
          new Promise<number>((resolve) => {
            requestIdleCallback(() => setTimeout(() => resolve(page.rows.takeDrawn().length)));
          }),
      ),
    )
    .toBe(0);
  await type("1");
  const count = await type("12");
  expect(count("LineAmounts")).toBe(1);
  expect(count("LineRow")).toBe(1);
  expect(count("TypedQuantity")).toBe(1);
  expect(count("LabelledField")).toBe(0);
  expect(count("ChoiceField")).toBe(0);
});

/** Adds the first row of every list. */
const addFirstRows = (form: Page): Promise<void> =>
  form.evaluate(() => {
    for (const button of document.querySelectorAll("button")) if (button.textContent.startsWith("Add ")) button.click();
  });

describe("every form", () => {
  test.each([1, 2, 3, 4, 5, 6, 7])("[EST-31] of workflow %i is drawn, titled, and as wide as a phone", async (id) => {
    const form = await openForm({ workflowId: id }, { viewport: PHONE });
    await addFirstRows(form);
    await expect.poll(() => form.locator("section h2").count()).toBeGreaterThan(4);
    await expect
      .poll(() => form.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  });

  test.each([
    { of: "roofing", form: { workflowId: 1, sectionIds: [102, 108, 113] }, device: { viewport: PHONE } },
    { of: "siding", form: { workflowId: 2, sectionIds: [202, 206] }, device: { viewport: TABLET } },
    { of: "windows", form: { workflowId: 3, sectionIds: [301, 304] }, device: { colorScheme: "dark" as const } },
    { of: "packages", form: { workflowId: 5, sectionIds: [501] }, device: { colorScheme: "dark" as const } },
  ])("of $of passes axe", async ({ form: asked, device }) => {
    const form = await openForm(asked, device);
    await addFirstRows(form);
    await form.evaluate(() => page.rows.form?.validate());
    expect(await accessibilityProblems(form)).toEqual([]);
  });
});
