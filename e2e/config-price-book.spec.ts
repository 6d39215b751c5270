import {
  NO_ICE_BARRIER_IS_CHARGED,
  PRICING_MODES,
  type PriceBookEntry,
  type PriceBookVariant,
} from "@ridgebook/estimating";
import type { BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { MASTER_ADMIN, SALES, signIn, SUPER_ADMIN } from "./support/account.ts";
import { setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import {
  editWorkbook,
  exportPriceBook,
  importWorkbook,
  shareConfig,
  signInToConfig,
  waitForVersion,
} from "./support/price-book.ts";

/* Admins use the price book: export and import a workbook, an option with its picture, sections, and two admins at once. */

const journey = prepareJourney();
const openAdmin = shareConfig(journey);
const openOtherAdmin = shareConfig(journey);

const FIELDS = "/config/estimate-fields";
const OPTIONS = "/config/estimate-field-options";
const SECTIONS = "/config/estimate-sections";

/** A price of the starter price book: five inch gutters. */
const GUTTER = { field: "4.13", option: "4.13.1", name: '5" K-style aluminum, seamless' };
const GUTTER_PRICE = { sheet: "Variants", row: [GUTTER.field, GUTTER.option], column: "Material price" };

const ICE_BARRIER_ROWS_PRICE: PriceBookVariant = {
  id: 1,
  active: true,
  optionId: null,
  parentOptionIds: [],
  pricingMode: PRICING_MODES.standard,
  materialCost: 0,
  laborCost: 0,
  materialPrice: 0,
  laborPrice: 10,
};

const newestVersion = async (): Promise<number> => {
  const [row] = await journey.app.query<{ version: number }>(
    "select max(version)::int as version from price_book_version where company_id = (select min(id) from company)",
  );
  return row?.version ?? 0;
};

const saveOption = (page: Page): Promise<void> => page.getByRole("button", { name: "Save", exact: true }).click();
const openGutter = async (page: Page): Promise<void> => {
  await page.goto(`${OPTIONS}?${new URLSearchParams({ field: GUTTER.field, option: GUTTER.option }).toString()}`);
  await page.getByLabel("Text", { exact: true }).waitFor();
};
// With an error the label has a star.
const materialPrice = (page: Page) => page.getByRole("textbox", { name: /^Material price/ }).first();

const description = (page: Page) => page.getByRole("textbox", { name: "Description" });
const storedDescription = async (): Promise<string | undefined> => {
  const [row] = await journey.app.query<{ content: PriceBookEntry }>(
    `select content from price_book_entry where company_id = (select min(id) from company)
       and field_id = '${GUTTER.field}' and until_version is null`,
  );
  return row?.content.options.find(({ id }) => id === GUTTER.option)?.description;
};

test("[SET-25][API-24][PRI-10][ROUTE-18][ROUTE-20] a price goes out in the workbook and comes back raised; a broken cell is refused with its place; the former version comes back", async () => {
  const page = await openAdmin("/config");
  await page.waitForURL("**/config/settings");
  await page
    .getByRole("navigation", { name: "Config" })
    .getByRole("link", { name: "Fields and prices", exact: true })
    .click();
  await page.waitForURL(`**${FIELDS}`);
  await page.getByRole("table", { name: "Roofing: Questionnaire" }).waitFor();
  await waitForVersion(page, 1);
  await page.getByRole("searchbox", { name: "Search fields and options" }).fill("k-style");
  await page.getByRole("link", { name: "Gutter, Type" }).first().waitFor();
  await page.waitForURL(/searchQuery=k-style/);

  const bytes = await exportPriceBook(page);
  const broken = await editWorkbook(bytes);
  const address = broken.write({ ...GUTTER_PRICE, column: "Labor cost", value: "about four" });
  await importWorkbook(page, { name: "Broken.xlsx", bytes: await broken.save() });
  await page.getByRole("heading", { name: "1 problem in Broken.xlsx" }).waitFor();
  const row = page.getByRole("table", { name: "Problems in Broken.xlsx" }).getByRole("row").nth(1);
  await eventually(() => row.getByRole("cell").allTextContents()).toEqual([
    "Variants",
    address,
    expect.stringMatching(/number/i),
  ]);
  await eventually(() => newestVersion()).toBe(1);

  const twin = await editWorkbook(bytes);
  twin.write({ sheet: "Options", row: ["4.13", "4.13.2"], column: "Option", value: GUTTER.name.toUpperCase() });
  await importWorkbook(page, { name: "Twins.xlsx", bytes: await twin.save() });
  const question = page.getByRole("region", { name: /1 question about names/ });
  await question.getByText(`The field has "${GUTTER.name}" too`, { exact: false }).waitFor();
  await eventually(() => page.getByRole("button", { name: "Publish" }).isEnabled()).toBe(false);
  await question.getByLabel("These are different options").check();
  await eventually(() => page.getByRole("button", { name: "Publish" }).isEnabled()).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();

  const edited = await editWorkbook(bytes);
  const before = Number(edited.read(GUTTER_PRICE));
  edited.write({ ...GUTTER_PRICE, value: before * 2 });
  await importWorkbook(page, { name: "Spring prices.xlsx", bytes: await edited.save() });
  await page.getByRole("heading", { name: "What Spring prices.xlsx changes" }).waitFor();
  await page.getByText("1 amount changed, +100 % on average (+100 % to +100 %)").waitFor();
  const difference = page.getByRole("table", { name: "Differences of Spring prices.xlsx" }).getByRole("row").nth(1);
  await difference.getByText("+100 %").waitFor();
  await difference.getByText("Gutters: Gutter, Type").waitFor();
  await eventually(() => newestVersion()).toBe(1);
  // The import in view survives a reload: the server keeps it.
  await page.reload();
  await page.getByLabel("Note for this version").fill("Spring");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Version 2 is published").waitFor();
  await page.waitForURL(/view=versions/);
  await waitForVersion(page, 2);
  const second = page.getByRole("listitem").filter({ hasText: "Version 2" });
  await second.getByText("“Spring”").waitFor();
  await second.getByText(/Spreadsheet imported · Grace Holloway/).waitFor();
  await second.getByText("1 field, 1 price (+100 %)").waitFor();
  await second.getByRole("button", { name: "Show changes" }).click();
  await page.getByRole("table", { name: "Changes of version 2" }).getByText("+100 %").waitFor();

  await page.getByRole("button", { name: "Restore version 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await eventually(() => newestVersion()).toBe(2);
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore version 1" }).click();
  await page.getByText("Version 1 is in use again, as version 3").waitFor();
  await waitForVersion(page, 3);
  await openGutter(page);
  await eventually(() => materialPrice(page).inputValue()).toBe(before.toFixed(2));
});

test("[API-24] a file that is no workbook is refused with a message, before and after it is sent", async () => {
  const page = await openAdmin(FIELDS);
  await importWorkbook(page, { name: "prices.csv", bytes: Buffer.from("a,b") });
  await page.getByText("Invalid file type. Only xlsx files allowed.").waitFor();
  await importWorkbook(page, { name: "prices.xlsx", bytes: Buffer.from("a,b") });
  await page.getByRole("heading", { name: "prices.xlsx was not taken" }).waitFor();
  await page.getByText(/Nothing was changed\./).waitFor();
  await page.getByRole("button", { name: "Back to the price book" }).click();
  await page.getByRole("searchbox", { name: "Search fields and options" }).waitFor();
});

test("[SET-26][SET-27][PKG-11][API-26] an option gets a picture and a price; both are on other devices, also without a network", async () => {
  const page = await openAdmin(OPTIONS);
  await openGutter(page);
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#a8231b" } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Picture of the option")
    .setInputFiles({ name: "gutter.png", mimeType: "image/png", buffer: picture });
  await page.getByRole("button", { name: "Replace picture" }).waitFor();
  await materialPrice(page).fill("1.005");
  await saveOption(page);
  await page.getByText("Material price must be in whole cents.").waitFor();
  await materialPrice(page).fill("6.25");
  await saveOption(page);
  await page.getByText(/Saved as version \d+/).waitFor();
  await page.getByText("All changes saved").waitFor();

  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const other = await context.newPage();
  await signIn(other);
  await other.waitForFunction(() => navigator.serviceWorker.controller !== null);
  /** Pictures that the device caches, the company's logo among them. */
  const widths = () =>
    other.evaluate(async () =>
      Promise.all(
        (await (await caches.open("images")).keys()).map(async ({ url }) => {
          if (!/^\/api\/files\/download\//i.test(new URL(url).pathname)) return 0;
          const image = new Image();
          image.src = url;
          return image.decode().then(
            () => image.naturalWidth,
            () => 0,
          );
        }),
      ),
    );
  await eventually(widths).toContain(60);
  await setOffline(context, true);
  await eventually(widths).toContain(60);
});

test("[SET-26] two admins change the same price: neither value is lost, and one of them chooses, side by side", async () => {
  const first = await openAdmin(OPTIONS);
  await openGutter(first);
  const second = await openOtherAdmin(OPTIONS);
  await openGutter(second);

  await materialPrice(first).fill("7.10");
  // Typed before the other saves: the version that arrives meanwhile does not change it.
  await materialPrice(second).fill("7.20");
  await description(second).fill("Seamless");
  await saveOption(first);
  await first.getByText(/Saved as version/).waitFor();
  await saveOption(second);

  const choice = second.getByRole("region", { name: "Two versions" });
  await choice.getByText(/Grace Holloway changed the same parts/).waitFor();
  await choice.getByText(/7\.20 price/).waitFor();
  await choice.getByText(/7\.10 price/).waitFor();
  await choice.getByRole("radio", { name: /Grace Holloway/ }).check();
  await choice.getByRole("button", { name: "Keep this choice" }).click();
  await second.getByText(/Saved as version/).waitFor();
  await eventually(() => materialPrice(second).inputValue()).toBe("7.10");
  await eventually(() => description(second).innerText()).toBe("Seamless");
});

test("[SET-25][SET-26][ADMIN-25][PRI-14] an import meets a version published after its preview: it says who and what, and counts again; its plain description stays until it is edited", async () => {
  // The company charges for rows of ice barrier.
  await journey.app.query(
    `update price_book_entry set content = jsonb_set(content, '{variants}', $1::jsonb)
     where company_id = (select min(id) from company) and field_id = '1.36' and until_version is null`,
    [JSON.stringify([ICE_BARRIER_ROWS_PRICE])],
  );
  // A new device: the change above is no new version, so another one would keep the prices that it has.
  const first = await journey.openPage();
  await signInToConfig(first, FIELDS);
  const edited = await editWorkbook(await exportPriceBook(first));
  const plain = "Seamless,\nfor runs < 40 ft";
  edited.write({ ...GUTTER_PRICE, value: 9.99 });
  edited.write({ sheet: "Options", row: [GUTTER.field, GUTTER.option], column: "Description", value: plain });
  await importWorkbook(first, { name: "Summer.xlsx", bytes: await edited.save() });
  await first.getByRole("heading", { name: "What Summer.xlsx changes" }).waitFor();
  await first.getByText(NO_ICE_BARRIER_IS_CHARGED).waitFor();

  const second = await openOtherAdmin(OPTIONS);
  await openGutter(second);
  await materialPrice(second).fill("8.88");
  await saveOption(second);
  await second.getByText(/Saved as version/).waitFor();

  await first.getByRole("button", { name: "Publish" }).click();
  const note = first.getByRole("alert").filter({ hasText: "Not published." });
  await note.getByText(/Grace Holloway changed the same fields/).waitFor();
  await note.getByText("Gutters: Gutter, Type").waitFor();
  await first.getByText("Others changed these fields after the export.").waitFor();
  await first.getByRole("table", { name: "Differences of Summer.xlsx" }).getByText("8.88").waitFor();
  const version = await newestVersion();
  await first.getByRole("button", { name: "Publish" }).click();
  await first.getByText(`Version ${String(version + 1)} is published`).waitFor();

  await waitForVersion(first, version + 1);
  await openGutter(first);
  await eventually(() => description(first).innerText()).toBe(plain);
  await materialPrice(first).fill("9.50");
  await first.getByText("Costs and prices: not saved yet, kept on this device.").waitFor();
  await first.reload();
  await first.getByText("Restored what you had typed.").waitFor();
  await eventually(() => materialPrice(first).inputValue()).toBe("9.50");
  await saveOption(first);
  await first.getByText("All changes saved").waitFor();
  expect(await storedDescription()).toBe(plain);
  await description(first).fill("Seamless, for runs > 40 ft");
  await saveOption(first);
  await eventually(storedDescription).toBe("<p>Seamless, for runs &gt; 40 ft</p>");
  await first.goto(`${OPTIONS}?field=1.36`);
  await first.getByText(NO_ICE_BARRIER_IS_CHARGED).waitFor();
});

test("[SET-23][SET-24][API-33][API-35][SET-22][ADMIN-25][ADMIN-31][ADMIN-32] sections and work categories are decided, placed, survive a reload and are saved together or not at all; leaving with changes asks", async () => {
  const page = await openAdmin(SECTIONS);
  await page.getByLabel("Own name of Gutters").fill("Eavestroughs");
  await page.getByRole("checkbox", { name: "Insulation is offered" }).uncheck();
  await page.getByRole("table", { name: "Sections of Siding" }).getByLabel("Shutters is offered").uncheck();
  await page.getByRole("table", { name: "Sections of Siding" }).getByLabel("Corners is optional").check();
  const pair = page
    .getByRole("table", { name: "Sections of Roofing" })
    .getByLabel("What the pair of sections is called");
  await pair.fill("Lights and gutters");
  const sidingSteps = page
    .getByRole("table", { name: "Sections of Siding" })
    .getByRole("button", { name: /^Move down: / });
  const firstStep = (await sidingSteps.first().getAttribute("aria-label")) ?? "";
  await sidingSteps.first().press("Enter");
  await page.getByText(/and \d more: not saved yet, kept on this device\.$/).waitFor();
  await page.reload();
  await page.getByText("Restored what you had typed.").waitFor();
  await eventually(() => page.getByLabel("Own name of Gutters").inputValue()).toBe("Eavestroughs");
  await eventually(() => page.getByRole("checkbox", { name: "General is offered" }).isDisabled()).toBe(true);

  await page.getByRole("link", { name: "Fields and prices", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Do you really want to leave? You have unsaved changes!").waitFor();
  await question.getByRole("button", { name: "Stay" }).click();
  await saveOption(page);
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByText("All changes saved").waitFor();

  const other = await openOtherAdmin(SECTIONS);
  await other.getByRole("heading", { name: "Eavestroughs" }).waitFor();
  await eventually(() =>
    other
      .getByRole("table", { name: "Sections of Siding" })
      .getByRole("button", { name: /^Move down: / })
      .nth(1)
      .getAttribute("aria-label"),
  ).toBe(firstStep);

  // Both rename the same work category: nothing of the second save is stored before its user has chosen.
  await other.getByLabel("Own name of Gutters").fill("Gutterworks");
  await other.getByLabel("Own name of Trim").fill("Trimmings");
  await page.getByLabel("Own name of Gutters").fill("Eaves");
  await saveOption(page);
  await page.getByText("All changes saved").waitFor();
  await saveOption(other);
  const choice = other.getByRole("region", { name: "Two versions" });
  await choice
    .getByRole("radiogroup", { name: "Gutters, Own name" })
    .getByText(/Somebody else\s*Eaves/)
    .waitFor();
  await choice.getByRole("button", { name: "Keep this choice" }).click();
  await other.getByText("All changes saved").waitFor();
  await eventually(() => other.getByLabel("Own name of Gutters").inputValue()).toBe("Gutterworks");
  await eventually(() => other.getByRole("checkbox", { name: "Insulation is offered" }).isChecked()).toBe(false);
  const siding = other.getByRole("table", { name: "Sections of Siding" });
  await eventually(() => siding.getByLabel("Shutters is offered").isChecked()).toBe(false);
  await eventually(() => siding.getByLabel("Corners is optional").isChecked()).toBe(true);
  await eventually(() =>
    other
      .getByRole("table", { name: "Sections of Roofing" })
      .getByLabel("What the pair of sections is called")
      .inputValue(),
  ).toBe("Lights and gutters");
  await other.getByRole("link", { name: "Fields and prices", exact: true }).click();
  await other.getByLabel("Work category").selectOption({ label: "Gutterworks" });
  await other.getByRole("table", { name: "Gutterworks: Gutters" }).waitFor();
});

test("[GUARD-08][GUARD-09][ROUTE-20][SHELL-03][SHELL-04] config is for admins of the company, and closed without a network", async () => {
  const salesperson = await journey.openPage();
  await signIn(salesperson, { email: SALES });
  for (const address of ["/config", FIELDS, OPTIONS, SECTIONS]) {
    await salesperson.goto(address);
    await salesperson.waitForURL("**/access-denied");
  }
  await salesperson.goto("/about");
  await salesperson.getByRole("button", { name: "Select", exact: true }).click();
  await eventually(() =>
    salesperson.getByRole("navigation", { name: "Areas" }).getByRole("link").allTextContents(),
  ).toEqual(["Sales"]);

  const outsider = await journey.openPage();
  for (const email of [SUPER_ADMIN, MASTER_ADMIN]) {
    await outsider.context().clearCookies();
    await outsider.goto(`/account/login?referrer=${FIELDS}`);
    await outsider.getByLabel("E-mail").fill(email);
    await outsider.getByLabel("Password", { exact: true }).fill("Ridgebook-1");
    await outsider.getByRole("button", { name: "Log in" }).click();
    await outsider.waitForURL(email === SUPER_ADMIN ? /\/admin\/companies/ : /\/access-denied/);
  }

  const context: BrowserContext = await journey.openDevice({ serviceWorkers: "allow" });
  const admin = await context.newPage();
  await signInToConfig(admin, SECTIONS);
  await admin.getByRole("button", { name: "Config", exact: true }).click();
  await admin.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Sales" }).waitFor();
  await admin.keyboard.press("Escape");
  await admin.getByLabel("Own name of Windows").fill("Openings");
  await waitUntilOfflineReady(admin, { leadCount: 0 });
  await setOffline(context, true);
  await admin.getByText("Windows & Doors: not saved yet, kept on this device. Saving waits for a signal.").waitFor();
  await eventually(() => admin.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  await admin.getByRole("link", { name: "Fields and prices", exact: true }).click();
  await admin.getByRole("button", { name: "Leave without saving" }).click();
  await admin.waitForURL(/\/offline\?referrer=/);
});

test("[ROUTE-20] the pages of config, in both themes, on a phone and on a desk", async () => {
  const page = await (await journey.openDevice(INSPECTED_DEVICE)).newPage();
  const findings: string[] = [];
  await signInToConfig(page, FIELDS);
  await page.getByRole("table", { name: "Roofing: Questionnaire" }).waitFor();
  findings.push(...(await inspect(page, "the fields")));
  await page.getByRole("searchbox", { name: "Search fields and options" }).fill("nothing like this");
  await page.getByText("No field fits.").waitFor();
  findings.push(...(await inspect(page, "a search without a find")));
  await page.getByRole("button", { name: "Show all fields" }).click();

  const bytes = await exportPriceBook(page);
  const edited = await editWorkbook(bytes);
  edited.write({ ...GUTTER_PRICE, value: 5 });
  await importWorkbook(page, { name: "Prices.xlsx", bytes: await edited.save() });
  await page.getByRole("button", { name: "Publish" }).waitFor();
  findings.push(...(await inspect(page, "a preview")));
  edited.write({ ...GUTTER_PRICE, value: "five" });
  await page.getByRole("button", { name: "Cancel" }).click();
  await importWorkbook(page, { name: "Prices.xlsx", bytes: await edited.save() });
  await page.getByText("What to correct").waitFor();
  findings.push(...(await inspect(page, "a refused import")));

  await page.goto(`${FIELDS}?view=versions`);
  await page.getByRole("button", { name: "Show changes" }).first().click();
  await page.getByRole("table", { name: /Changes of version/ }).waitFor();
  findings.push(...(await inspect(page, "the versions")));
  await openGutter(page);
  await materialPrice(page).fill("much");
  await saveOption(page);
  await page.getByText("Material price must be a number.").waitFor();
  findings.push(...(await inspect(page, "an option with an error")));
  await page.getByRole("button", { name: "Discard" }).click();
  await page.goto(`${OPTIONS}?field=4.14`);
  await page.getByLabel("Text", { exact: true }).waitFor();
  findings.push(...(await inspect(page, "swatches")));
  await page.goto(SECTIONS);
  await page.getByLabel("Own name of Roofing").waitFor();
  findings.push(...(await inspect(page, "the sections")));
  expect(findings).toEqual([]);
});
