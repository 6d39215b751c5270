import path from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildStage, launchBrowser, openStage, STAGE_ADDRESS } from "#testing/stage.ts";
import type * as Stage from "./testing/contract-settings-page-on-stage.tsx";

/* The page of contract settings in a real browser: its contents, its requests and its messages. */

/** Runs in the page: what the bundle puts there. */
declare const page: typeof Stage;

type Given = Parameters<(typeof Stage)["contractSettings"]["mount"]>[0];

const SCOPES = [
  "Roofing",
  "Siding",
  "Windows & Doors",
  "Window details",
  "Gutters",
  "Trim",
  "Insulation",
  "Repairs",
  "Scope of work of a change order",
];
const TEXTS = [
  "Warranty text",
  "Payment disclaimer",
  "Payment disclaimer of a change order",
  "Project start date disclaimer",
  "Legal text",
  "Disclosures",
  "Acknowledgements",
  "E-mail message",
  "First package",
  "Second package",
  "Third package",
];

describe("contract settings in the browser", () => {
  let browser: Browser;
  let html: string;
  beforeAll(async () => {
    html = await buildStage({
      entry: path.join(import.meta.dirname, "testing/contract-settings-page-on-stage.tsx"),
      name: "page",
    });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(given: Given = {}): Promise<Page> {
    const look = { viewport: { width: 1180, height: 820 }, reducedMotion: "reduce" } as const;
    const opened = await openStage(browser, html, look, async (page) => {
      await page.route("**/*", (route) =>
        route.request().url() === STAGE_ADDRESS ? route.fallback() : route.fulfill({ body: "" }),
      );
    });
    await opened.evaluate((mounted) => page.contractSettings.mount(mounted), given);
    await textbox(opened, "Roofing").waitFor();
    return opened;
  }
  const textbox = (opened: Page, name: string) => opened.getByRole("textbox", { name, exact: true });
  const save = (opened: Page): Promise<void> => opened.getByRole("button", { name: "Save", exact: true }).click();
  const saved = (opened: Page) => opened.evaluate(() => page.contractSettings.saved());
  const notice = (opened: Page, message: string): Promise<void> =>
    opened.getByText(message, { exact: true }).first().waitFor();

  test("[ROUTE-21][SET-10][SET-11][SET-13] nine scope editors with keywords, eleven texts, and the flags at their defaults", async () => {
    const opened = await open();
    for (const name of [...SCOPES, ...TEXTS])
      await expect.poll(() => textbox(opened, name).count(), { message: name }).toBe(1);
    await expect.poll(() => opened.getByRole("button", { name: "Insert field" }).count()).toBe(9);
    const isChecked = (name: string): Promise<boolean> => opened.getByRole("checkbox", { name }).isChecked();
    for (const name of [
      "Show discounts on the contract",
      "Show payment options on the contract",
      "Lifetime workmanship",
    ])
      await expect.poll(() => isChecked(name), { message: name }).toBe(true);
    for (const name of ["Show promotions on the contract", "Offer payment options", "Offer a section of photos"])
      await expect.poll(() => isChecked(name), { message: name }).toBe(false);
    for (const name of ["Cash discount on the contract", "Cash or check discount", "Financing APR"])
      await expect.poll(() => textbox(opened, name).inputValue(), { message: name }).toBe("0");
    await opened.close();
  });

  test("[SET-19][SET-20][MSG-11] one changed text is one difference; the page then says Saved and has nothing more to send", async () => {
    const opened = await open({ settings: { contractRoofingScopeOfWork: "<p>Roof</p>" } });
    await textbox(opened, "Roofing").click();
    await opened.keyboard.press("ControlOrMeta+End");
    await opened.keyboard.type("s {{value 1.58}}");
    await opened.getByText("Roofing: not saved yet, kept on this device.").waitFor();
    await save(opened);
    await notice(opened, "Saved");
    await expect
      .poll(() => saved(opened))
      .toEqual([
        [
          {
            op: "replace",
            path: "/contractRoofingScopeOfWork",
            value: "<p>Roofs {{value 1.58}}</p>",
            former: "<p>Roof</p>",
          },
        ],
      ]);
    await opened.getByText("All changes saved").waitFor();
    await save(opened);
    await notice(opened, "No changes to save");
    await expect.poll(() => saved(opened)).toHaveLength(1);
    await opened.close();
  });

  test("[SET-20][MSG-11] an untouched page has no changes to save, and asks the server nothing", async () => {
    const opened = await open();
    await save(opened);
    await notice(opened, "No changes to save");
    await expect.poll(() => saved(opened)).toEqual([]);
    await opened.close();
  });

  test.each([{ status: 400 }, { status: 500 }] as const)(
    "[SET-21] the messages of a $status are shown at their fields, and go when the field is changed",
    async ({ status }) => {
      const message = "Package label 1 must be at most 500 characters.";
      const opened = await open({ refusal: { status, errors: { contractPackageLabel1: [message] } } });
      await textbox(opened, "First package").fill("Bronze");
      await save(opened);
      await opened.getByRole("link", { name: `First package: ${message}` }).waitFor();
      const field = opened.getByRole("textbox", { name: /^First package/ });
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      await expect.poll(() => field.inputValue()).toBe("Bronze");
      await field.fill("Silver");
      await expect.poll(() => opened.getByRole("link", { name: /First package/ }).count()).toBe(0);
      await expect.poll(() => opened.evaluate(() => page.contractSettings.reported())).toEqual([]);
      await opened.close();
    },
  );

  test("[SET-21] every other status goes to the general handler, and what was typed stays", async () => {
    const opened = await open({ refusal: { status: 403 } });
    await textbox(opened, "First package").fill("Bronze");
    await save(opened);
    await expect.poll(() => opened.evaluate(() => page.contractSettings.reported())).toEqual([403]);
    await expect.poll(() => textbox(opened, "First package").inputValue()).toBe("Bronze");
    await opened.close();
  });

  test("[SET-12] text that is not a number is reported before anything is sent", async () => {
    const opened = await open();
    await textbox(opened, "Financing APR").fill("101");
    await save(opened);
    await opened.getByRole("link", { name: "Financing APR: Financing APR must be at most 100." }).waitFor();
    await expect.poll(() => saved(opened)).toEqual([]);
    await opened.getByRole("textbox", { name: /^Financing APR/ }).fill("9.99");
    await save(opened);
    await notice(opened, "Saved");
    await expect
      .poll(() => saved(opened))
      .toEqual([[{ op: "replace", path: "/contractFinancingApr", value: 9.99, former: 0 }]]);
    await opened.close();
  });

  test("[PAPER-26] unsaved edits are restored after the tab was closed, until they are saved or discarded", async () => {
    const opened = await open();
    const isDraftKept = (): Promise<boolean> => opened.evaluate(() => page.contractSettings.isDraftKept());
    const openAgain = async (): Promise<void> => {
      // As a closed tab, which cannot ask.
      await opened.evaluate(() =>
        window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true),
      );
      await opened.goto(STAGE_ADDRESS);
      await opened.evaluate(() => page.contractSettings.mount({}));
      await textbox(opened, "Legal text").waitFor();
    };
    const type = async (): Promise<void> => {
      await textbox(opened, "Legal text").click();
      await opened.keyboard.type("We stand by our work.");
      await textbox(opened, "Financing APR").fill("about 5");
      await opened.getByText("Legal text, Financing APR: not saved yet, kept on this device.").waitFor();
      await expect.poll(isDraftKept).toBe(true);
    };
    await type();
    await openAgain();
    await opened.getByText("Restored what you had typed.").waitFor();
    await expect.poll(() => textbox(opened, "Legal text").innerText()).toBe("We stand by our work.");
    await expect.poll(() => textbox(opened, "Financing APR").inputValue()).toBe("about 5");

    await textbox(opened, "Financing APR").fill("5");
    await save(opened);
    await notice(opened, "Saved");
    await expect
      .poll(() => saved(opened))
      .toEqual([
        [
          { op: "replace", path: "/contractLegalText", value: "<p>We stand by our work.</p>", former: "" },
          { op: "replace", path: "/contractFinancingApr", value: 5, former: 0 },
        ],
      ]);
    await expect.poll(isDraftKept).toBe(false);

    await textbox(opened, "First package").fill("Bronze");
    await expect.poll(isDraftKept).toBe(true);
    await opened.evaluate(() => {
      page.contractSettings.goElsewhere();
    });
    await opened.getByRole("alertdialog").getByRole("button", { name: "Leave without saving" }).click();
    await opened.getByText("Elsewhere").waitFor();
    await expect.poll(() => isDraftKept()).toBe(false);
    await opened.close();
  });

  test("[SET-29] shows what another user saved meanwhile beside one's own value, and saves nothing before each is decided", async () => {
    const opened = await open({ settings: { contractPackageLabel1: "Good", contractPackageLabel2: "Better" } });
    const field = (name: string) => opened.getByRole("textbox", { name, exact: true });
    await field("First package").fill("Bronze");
    await field("Second package").fill("Silver");
    await field("Third package").fill("Gold");
    await opened.evaluate(() =>
      page.contractSettings.savedByAnother({ contractPackageLabel1: "Basic", contractPackageLabel2: "Plus" }),
    );
    await save(opened);
    const choices = opened.getByRole("region", { name: "Two versions" });
    await choices.getByText("Not saved.").waitFor();
    await expect.poll(() => saved(opened)).toEqual([]);
    await choices.getByRole("radiogroup", { name: "Second package" }).getByLabel(/Plus/).check();
    await choices.getByRole("button", { name: "Keep this choice" }).click();
    await notice(opened, "Saved");
    await expect
      .poll(() => saved(opened))
      .toEqual([
        [
          { op: "replace", path: "/contractPackageLabel1", value: "Bronze", former: "Basic" },
          { op: "replace", path: "/contractPackageLabel3", value: "Gold", former: "" },
        ],
      ]);
    await expect.poll(() => field("Second package").inputValue()).toBe("Plus");
    await expect.poll(() => choices.count()).toBe(0);
    await opened.close();
  });

  test("[SET-22] leaving with changes asks first; without changes it does not", async () => {
    const opened = await open();
    await textbox(opened, "Legal text").click();
    await opened.keyboard.type("We stand by our work.");
    const leave = (): Promise<void> =>
      opened.evaluate(() => {
        page.contractSettings.goElsewhere();
      });
    await leave();
    const question = opened.getByRole("alertdialog");
    await question.getByText("Do you really want to leave? You have unsaved changes!").waitFor();
    await question.getByRole("button", { name: "Stay" }).click();
    await expect.poll(() => textbox(opened, "Legal text").innerText()).toBe("We stand by our work.");
    await opened.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => textbox(opened, "Legal text").innerText()).toMatch(/^\s*$/);
    await leave();
    await opened.getByText("Elsewhere").waitFor();
    await opened.close();
  });

  test("the mark of the section that is read follows a scrolled page, and leaves the page where it is", async () => {
    const opened = await open();
    await opened.evaluate(() => window.scrollTo({ top: 3_000, behavior: "instant" }));
    const marked = opened.getByRole("navigation", { name: "Sections" }).locator("[aria-current]");
    await expect.poll(() => marked.innerText()).not.toBe("Scope of work");
    await expect.poll(() => opened.evaluate(() => window.scrollY)).toBe(3_000);
    await opened.close();
  });

  test("[SET-09] logos and attachments are added, put in order and removed; what a PDF cannot hold is refused", async () => {
    const picture = (name: string) => ({
      name,
      mimeType: "image/png",
      buffer: PICTURE,
    });
    const PICTURE = await sharp({ create: { width: 60, height: 20, channels: 3, background: "#2ab0da" } })
      .png()
      .toBuffer();
    const opened = await open();
    const logos = opened.getByRole("list", { name: "Contract logos" });
    await opened
      .getByLabel("Add logos", { exact: true })
      .first()
      .setInputFiles([picture("one.png"), picture("two.png")]);
    await logos.getByText("two.png").waitFor();
    await opened.getByRole("button", { name: "Move two.png up" }).click();
    await expect
      .poll(() => logos.getByRole("listitem").allInnerTexts())
      .toEqual([expect.stringContaining("two.png"), expect.stringContaining("one.png")]);
    await opened
      .getByLabel("Add attachments", { exact: true })
      .first()
      .setInputFiles({ name: "terms.docx", mimeType: "application/octet-stream", buffer: Buffer.from("PK") });
    await opened.getByText("Invalid file type. Only pdf, jpg, jpeg, png files allowed.").waitFor();
    await save(opened);
    await notice(opened, "Saved");
    const hexOf = (name: string): string => Buffer.from(name).toString("hex").padEnd(64, "0");
    await expect
      .poll(() => saved(opened))
      .toEqual([[{ op: "replace", path: "/contractLogos", value: [hexOf("two.png"), hexOf("one.png")], former: [] }]]);
    await opened.getByRole("button", { name: "Remove two.png" }).click();
    await opened.getByLabel("Choose picture", { exact: true }).first().setInputFiles(picture("seal.png"));
    await opened.getByRole("button", { name: "Remove picture" }).waitFor();
    await save(opened);
    await expect.poll(() => saved(opened)).toHaveLength(2);
    await expect
      .poll(async () => (await saved(opened))[1])
      .toEqual([
        {
          op: "replace",
          path: "/contractLogos",
          value: [hexOf("one.png")],
          former: [hexOf("two.png"), hexOf("one.png")],
        },
        { op: "replace", path: "/contractWarrantyImage", value: hexOf("seal.png"), former: null },
      ]);
    await opened.close();
  });
});
