import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { callAsAdmin } from "./support/measurements.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin connects the demo Zoho CRM, which is the product's own stand-in, links its users, maps its fields, and decides about conflicts. */

const journey = prepareJourney();

const readOne = async (query: string): Promise<string | null | undefined> =>
  (await journey.app.query<{ value: string | null }>(query))[0]?.value;

/** Chooses the user for a Zoho user, and waits until it is saved. */
async function choosePerson(page: Page, { name, option, verb }: { name: string; option: string; verb: string }) {
  await page.getByLabel(name, { exact: true }).selectOption({ label: option });
  await page.getByRole("button", { name: `${verb} ${name}` }).click();
}

test("[ROUTE-22][INT-21][INT-22][INT-28][ADM-09][ADM-10][ZOHO-16][ZOHO-26][ZOHO-27][ZOHO-30] the demo Zoho's leads, users and fields are connected, and a status that it does not have is decided about", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, "/config/zoho-integration");
  await page.getByRole("button", { name: "Connect to the demo Zoho CRM" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Zoho CRM is connected", { exact: true }).waitFor();
  await eventually(() => new URL(page.url()).search).toBe("");
  await page.getByText("5 leads are in step with Zoho.").waitFor();
  await page.getByLabel("Customer number").waitFor();
  await eventually(() => page.getByLabel("Customer number").inputValue()).toBe("Customer_No");
  await page.getByText("org7021us", { exact: true }).waitFor();
  await page.getByText("United States (zoho.com)", { exact: true }).waitFor();
  await page.getByLabel("Pat Reyes").waitFor();
  expect(await inspect(page, "zoho")).toEqual([]);

  // The owner of a lead in Zoho becomes its salesperson.
  const option = page.getByLabel("Pat Reyes").locator("option").nth(1);
  const [colleague, colleagueId] = [(await option.textContent()) ?? "", await option.getAttribute("value")];
  await choosePerson(page, { name: "Pat Reyes", option: colleague, verb: "Link" });
  await page.getByText(`Pat Reyes is ${colleague} here`, { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Users", exact: true }).click();
  const views = page.getByRole("navigation", { name: "Users of" });
  await views.getByRole("link", { name: "Zoho CRM" }).click();
  await choosePerson(page, { name: "Kim Doyle", option: "Invite kim@example.com", verb: "Invite" });
  await page.getByText("Kim Doyle is invited", { exact: true }).first().waitFor();
  expect(await inspect(page, "users of Zoho")).toEqual([]);
  await eventually(() => views.locator("[aria-current]").allTextContents()).toEqual(["Zoho CRM "]);
  await views.getByRole("link", { name: "People here" }).click();
  await page.getByText("kim@example.com").first().waitFor();
  await page.getByRole("link", { name: "Zoho CRM", exact: true }).first().click();

  await page.getByLabel("Customer number").selectOption({ label: "Company" });
  await page.getByRole("button", { name: "Save fields" }).click();
  await page.getByText("The fields are saved. All leads are read again.").first().waitFor();
  await eventually(() =>
    readOne("select customer_number as value from lead where external_id is not null and company = 'Park Dental'"),
  ).toBe("Park Dental");
  await eventually(() =>
    readOne("select user_id::text as value from lead where external_id is not null and company = 'Park Dental'"),
  ).toBe(colleagueId);

  const [lead] = await journey.app.query<{ id: string; revision: number }>(
    "select id, revision from lead where external_id is not null and last_name = 'Whitlock'",
  );
  await callAsAdmin(journey.app, {
    method: "PUT",
    path: `/api/leads/${lead?.id ?? ""}`,
    body: { revision: lead?.revision, leadStatus: "Contract sent", former: { leadStatus: "Contacted" } },
  });
  await eventually(() =>
    readOne(`select findings -> 0 ->> 'kind' as value from zoho_lead where lead_id = ${lead?.id ?? "0"}`),
  ).toBe("statusUnknown");
  await page.goto(`/estimator/leads/${lead?.id ?? ""}/details`);
  await page.getByText("Not the same in Zoho CRM. Status: Contract sent here, Contacted in Zoho.").waitFor();
  await page.getByRole("link", { name: "Decide" }).click();
  const kept = page.getByRole("list", { name: "Kept on both sides" });
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
