import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { callAsAdmin } from "./support/measurements.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin connects the demo Zoho CRM, which is the product's own stand-in, and decides about what was kept on both sides. */

const journey = prepareJourney();

test("[ROUTE-22][INT-21][INT-28][ZOHO-16] leads come from the demo Zoho, and a status that it does not have is decided about", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, "/config/zoho-integration");
  await page.getByRole("button", { name: "Connect to the demo Zoho CRM" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Zoho CRM is connected", { exact: true }).waitFor();
  await eventually(() => new URL(page.url()).search).toBe("");
  await page.getByText("5 leads are in step with Zoho.").waitFor({ timeout: 30_000 });
  await page.getByLabel("Customer number").waitFor();
  await eventually(() => page.getByLabel("Customer number").inputValue()).toBe("Customer_No");
  await page.getByLabel("Pat Reyes").waitFor();
  expect(await inspect(page, "zoho")).toEqual([]);

  const [lead] = await journey.app.query<{ id: string; revision: number }>(
    "select id, revision from lead where external_id is not null and last_name = 'Whitlock'",
  );
  await callAsAdmin(journey.app, {
    ...{ method: "PUT", path: `/api/leads/${lead?.id ?? ""}` },
    body: { revision: lead?.revision, leadStatus: "Contract sent", former: { leadStatus: "Contacted" } },
  });
  const kept = page.getByRole("list", { name: "Kept on both sides" });
  await eventually(async () => {
    await page.reload();
    await page.getByText("5 leads are in step with Zoho.").waitFor();
    return kept.count();
  }).toBe(1);
  await kept.getByText("Status: Contract sent here, Contacted in Zoho.").waitFor();
  await kept.getByRole("button", { name: "Use Zoho’s: Status of Dana Whitlock" }).click();
  await page.getByText("The decision is passed on").first().waitFor();
  await eventually(async () => {
    const rows = await journey.app.query<{ status: string }>(
      `select lead_status as status from lead where id = ${lead?.id ?? "0"}`,
    );
    return rows[0]?.status;
  }).toBe("Contacted");

  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("Zoho CRM is disconnected", { exact: true }).waitFor();
});
