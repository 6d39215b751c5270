import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { readStore } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin imports the leads of another product. */

const journey = prepareJourney();

const IMPORT_LEADS = "/config/import-leads";
const EXPORTS = join(import.meta.dirname, "../apps/web/src/features/lead-import/testing/exports");

test("[IMPORT-30][IMPORT-31][IMPORT-32][IMPORT-34][IMPORT-36] an admin corrects a cell, decides a duplicate over a reload, imports, and undoes it", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, IMPORT_LEADS);
  const name = "google-sheets-utf8.csv";
  // The demo's leads have numbers of 269.
  const text = readFileSync(join(EXPORTS, name), "utf8").replaceAll("269", "906");
  await page.getByLabel("File of leads").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByText("UTF-8, commas, 5 rows. Nothing is saved yet.").waitFor();

  // Two columns with the same name.
  const targets = () =>
    page.getByLabel(/^Address [CD]$/).evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value));
  await expect.poll(targets).toEqual(["street", "cityStateZip"]);
  await page.getByText("2 problems").waitFor();
  const cell = page.getByRole("textbox", { name: "Row 6, Phone 1 - Value, E" });
  await cell.fill("906-555-0123");
  await cell.press("Enter");
  await page.getByText("1 problem", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Leave empty: row 6, Email, G" }).click();
  await page.getByText("No problems").waitFor();

  // The second Jo Baker.
  await page.getByText("1 duplicate", { exact: true }).waitFor();
  const importButton = page.getByRole("button", { name: /^Import \d+ leads?$/ });
  await page.getByText("1 duplicate to decide").waitFor();
  await eventually(() => importButton.isDisabled()).toBe(true);
  expect(await inspect(page, "import of leads")).toEqual([]);
  await page.getByRole("radiogroup", { name: "Row 3, Jo Baker" }).getByLabel("Skip").check();
  await eventually(async () => JSON.stringify(await readStore(page, "leadImportDrafts"))).toContain('"3":"skip"');
  await page.reload();
  await page.getByText("No problems").waitFor();
  await eventually(() => page.getByRole("radiogroup", { name: "Row 3, Jo Baker" }).getByLabel("Skip").isChecked()).toBe(
    true,
  );
  // Five rows without the skipped one.
  await page.getByRole("button", { name: "Import 4 leads" }).click();
  await page.getByRole("heading", { name: "4 leads imported" }).waitFor();
  await eventually(() =>
    journey.app.query("select phone from lead where first_name = 'Ray' and city = 'Vicksburg'"),
  ).toEqual([{ phone: "+19065550123" }]);

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export leads" }).click();
  const saved = readFileSync(await (await downloading).path(), "utf8");
  expect(saved).toContain("\"'=HYPERLINK(");

  // A user who comes back later finds the import, and its Undo.
  await page.reload();
  await page.getByText("4 leads imported from google-sheets-utf8.csv.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "The import is undone" }).waitFor();
  await eventually(() =>
    journey.app.query("select id from lead where first_name = 'Ray' and city = 'Vicksburg'"),
  ).toEqual([]);
});

test("[IMPORT-37][IMPORT-38] on a phone, an empty sheet leads to another one, and focus follows each step", async () => {
  const page = await journey.openPage({ viewport: { width: 390, height: 844 } });
  await signInToConfig(page, IMPORT_LEADS);
  const workbook = await writeXlsx({
    sheets: [
      {
        name: "Customers",
        rows: [
          ["Name", "Phone"],
          ["Ann Lee", "906-555-0121"],
        ],
      },
      { name: "Empty", rows: [] },
    ],
  });
  await page.getByLabel("File of leads").setInputFiles({
    name: "leads.xlsx",
    buffer: Buffer.from(workbook),
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  });
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");
  const go = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.getByText("File, 1 of 4").waitFor();
  await go("Columns");
  await expect.poll(focused).toBe("Columns, 2 of 4");
  const sheet = page.getByRole("combobox", { name: "Sheet" });
  await sheet.selectOption("Empty");
  await page.getByRole("alert").getByText("Sheet “Empty”: There is nothing in it. Choose another sheet.").waitFor();
  await expect.poll(focused).toBe("leads.xlsx");
  await sheet.selectOption("Customers");
  await page.getByText("sheet Customers, 1 row. Nothing is saved yet.").waitFor();
  await expect.poll(focused).toBe("File, 1 of 4");
  for (const [name, place] of [
    ["Columns", 2],
    ["Problems", 3],
    ["Duplicates", 4],
  ] as const) {
    await go(name);
    await expect.poll(focused).toBe(`${name}, ${String(place)} of 4`);
  }
  await go("Back");
  await expect.poll(focused).toBe("Problems, 3 of 4");
  await go("Duplicates");
  await go("Import 1 lead");
  await expect.poll(focused).toBe("1 lead imported");
});
