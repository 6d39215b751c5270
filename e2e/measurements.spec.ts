import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { makeOpenEstimate, visitEstimate } from "./support/demo-estimates.ts";
import { ADMIN, signIn } from "./support/account.ts";
import { everythingSent, setOffline } from "./support/device.ts";
import { openEstimate, saveStep, serverEstimate } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { offerPopulate, openPopulate } from "./support/measurements.ts";

/* From a file of measurements to a filled estimate. */

const journey = prepareJourney();

const fixture = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
  name: `${name}.json`,
  mimeType: "application/json",
  buffer: readFileSync(new URL(`../packages/estimating/src/measurements/testing/${name}.json`, import.meta.url)),
});

const chooseFile = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> =>
  page.getByLabel("File of measurements").setInputFiles(file);

/** Drops a file that is created in the page: sending thirty megabytes there is slow. */
async function dropFile(
  page: Page,
  file: { name: string; text: string; times?: number; start?: string; end?: string },
): Promise<void> {
  const dataTransfer = await page.evaluateHandle(({ name, text, times = 1, start = "", end = "" }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([start, text.repeat(times), end], name, { type: "application/json" }));
    return transfer;
  }, file);
  await page.getByText("no account is needed").dispatchEvent("drop", { dataTransfer });
}

const quantity = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });

describe("populating from a Hover file", () => {
  test("[OP-54][SET-13][MEASURE-06][MEASURE-10][MEASURE-19] a file is dropped in, a row left out, the rest taken, explained, reloaded without a signal, and measured again", async () => {
    await offerPopulate(journey.app);
    const id = await makeOpenEstimate(journey.app, { name: "Measured roof", workflowIds: [1] });
    const page = await visitEstimate(journey, { id, below: "/roofing/2", serviceWorkers: "allow" });
    await openPopulate(page);

    // Only a document of measurements is accepted; anything else gets a message.
    await chooseFile(page, { name: "garbage.json", mimeType: "application/json", buffer: Buffer.from("{{{") });
    await page.getByRole("alert").getByText("garbage.json is not a JSON file of measurements.").waitFor();
    await dropFile(page, { name: "huge.json", text: " ".repeat(1_000_000), times: 31 });
    await page
      .getByRole("alert")
      .getByText(/huge\.json is larger than 30 MB/)
      .waitFor();

    // Just below the limit, a file is read in a worker, and an endless list is cut short. That is seconds of pure calculation.
    await dropFile(page, {
      name: "endless.json",
      text: '{"opening":"W"},',
      times: 1_850_000,
      end: "{}]}}",
      start: '{"version":1,"summary":{"address":"1 Elm Street"},"openings":{"windows":[',
    });
    await page.getByText("501 problems in the file").waitFor({ timeout: 120_000 });
    await page.getByText(/^These are the measurements of another address than the lead's, /).waitFor();
    await page.getByRole("button", { name: "Other source" }).click();

    // Dropped in: the table first, and nothing is entered yet.
    await dropFile(page, { name: "sample.json", text: fixture("sample").buffer.toString("utf8") });
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await row("Eave length").getByText("128.67 FT Gutters and eaves, to the nearest whole = 129").waitFor();
    await eventually(() => row("Valley length").getByRole("checkbox").isChecked()).toBe(true);
    await row("Valley length").getByRole("checkbox").uncheck();
    await page.getByText("What would change").waitFor();
    await page.getByRole("button", { name: /^Take \d+ measurements$/ }).click();

    // The numbers are in the form, marked, and explain themselves down to Hover's path.
    await page.getByRole("heading", { level: 1, name: "Details" }).waitFor();
    await eventually(() => quantity(page, "Total roof area").inputValue()).toBe("2004");
    const mark = page.getByRole("button", { name: /^Total roof area from Hover, / });
    await mark.click();
    await page.getByText("Hover · roof.area.total").waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("combobox", { name: "Material type", exact: true })
      .selectOption({ label: "Asphalt shingles" });
    await saveStep(page);
    await everythingSent(page);
    const saved = await serverEstimate(journey.app, id);
    const kept = saved.workflowSummaries["1"]?.measurements ?? [];
    expect(kept.find(({ fieldId }) => fieldId === "1.21")).toMatchObject({
      quantity: 2004,
      source: "Hover",
      of: "",
      givens: [{ name: "roofArea", value: 2004, path: "roof.area.total" }],
    });
    // The row that was left out is not among them.
    expect(kept.some(({ fieldId }) => fieldId === "1.37")).toBe(false);

    // Offline, after a reload: the mark is there, and the file measured again shows its changes.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await setOffline(page.context(), true);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Details" }).waitFor();
    await mark.waitFor();
    await openPopulate(page);
    await chooseFile(page, fixture("remeasured"));
    await row("Total roof area").getByText("2,052 SQ FT", { exact: true }).waitFor();
    await page.getByText(/values that were taken before are different/).waitFor();
    await page.getByRole("button", { name: /^Take \d+ measurements$/ }).click();
    await eventually(() => quantity(page, "Total roof area").inputValue()).toBe("2052");

    // An ordinary edit: Undo reverts it.
    await page.getByRole("button", { name: "Undo" }).click();
    await eventually(() => quantity(page, "Total roof area").inputValue()).toBe("2004");
    await setOffline(page.context(), false);
  });

  test("[SYNC-06][MEASURE-06] on a step that another user saves meanwhile their values stay, and the same field raises a question", async () => {
    await offerPopulate(journey.app);
    const id = await makeOpenEstimate(journey.app, { name: "Measured by two", workflowIds: [1] });
    const page = await visitEstimate(journey, { id, below: "/roofing/2" });
    await openPopulate(page);
    await chooseFile(page, fixture("sample"));
    const take = page.getByRole("button", { name: /^Take \d+ measurements$/ });
    await take.waitFor();

    const other = await journey.openPage();
    await signIn(other, { email: ADMIN });
    await openEstimate(other, id, "/roofing/2");
    await quantity(other, "Total roof area").fill("1900");
    await other
      .getByRole("combobox", { name: "Material type", exact: true })
      .selectOption({ label: "Asphalt shingles" });
    await saveStep(other);
    await everythingSent(other);

    await take.click();
    await page.getByRole("button", { name: /^Total roof area from Hover, / }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The same parts of this estimate were changed twice. Both are kept.").waitFor();
    await eventually(() => quantity(page, "Total roof area").inputValue()).toBe("2004");
    const { items } = await serverEstimate(journey.app, id);
    expect(items.find(({ fieldId }) => fieldId === "1.21")?.quantity).toBe(1900);
    expect(items.some(({ value }) => value === "Asphalt shingles")).toBe(true);
  });

  test("[MEASURE-08] twenty windows become rows with one press", async () => {
    await offerPopulate(journey.app);
    const id = await makeOpenEstimate(journey.app, { name: "Measured windows", workflowIds: [3] });
    const page = await visitEstimate(journey, { id });
    await openEstimate(page, id, "/windows/2/0/0");
    await openPopulate(page);
    await chooseFile(page, fixture("twenty-windows"));
    await page.getByLabel("Window type").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Take 20 measurements" }).click();
    await page.getByText("20 measurements taken").waitFor();
    await everythingSent(page);
    const { items } = await serverEstimate(journey.app, id);
    expect(items.filter(({ fieldId }) => fieldId === "3.1")).toHaveLength(20);
  });
});

test("[MEASURE-15][MEASURE-16][MEASURE-18] a name of a CSV raises one question, and the planes of a roof survive a reload", async () => {
  await offerPopulate(journey.app);
  const id = await makeOpenEstimate(journey.app, { name: "Measured by hand", workflowIds: [1] });
  const page = await visitEstimate(journey, { id, below: "/roofing/2" });
  await openPopulate(page);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const file = { name: "roof.csv", mimeType: "text/csv", buffer: Buffer.from("Roof area,2004\nStarter strip,130\n") };
  await chooseFile(page, file);
  await page.getByText("1 name is not known").waitFor();
  await page.getByLabel("Starter strip").selectOption({ label: "Gutters and eaves, FT" });
  await row("Eave length").getByText("130 FT Gutters and eaves = 130").waitFor();
  await eventually(() =>
    journey.app.query<{ names: unknown }>(
      `select values -> 'measurementNames' as names from company_settings where company_id = (select min(id) from company)`,
    ),
  ).toEqual([{ names: { "starter strip": "eaves" } }]);

  // Typed planes survive a reload, and fill the same table.
  await page.getByRole("button", { name: "Other source" }).click();
  await page.getByRole("button", { name: "Roof calculator" }).click();
  await page.getByRole("textbox", { name: "Length", exact: true }).fill("40");
  await page.getByRole("textbox", { name: "Width, on the slope" }).fill("30");
  await page.getByRole("textbox", { name: "Pitch" }).fill("6/12");
  await page.getByText("The roof: 2,400 sq ft").waitFor();
  await page.reload();
  await openPopulate(page);
  await chooseFile(page, file);
  await row("Eave length").getByText("130 FT Gutters and eaves = 130").waitFor();
  await page.getByRole("button", { name: "Other source" }).click();
  await page.getByRole("button", { name: "Roof calculator" }).click();
  await page.getByRole("button", { name: "Use this roof" }).click();
  await row("Total roof area").getByText("2,400 SQ FT", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Take \d+ measurements$/ }).click();
  await eventually(() => quantity(page, "Total roof area").inputValue()).toBe("2400");
});
