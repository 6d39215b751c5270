import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";
import { readStore } from "./support/device.ts";

/* An admin adds a webhook, tests it and sees why nothing arrived; an address inside the network is refused. */

/** The operator allows it, and nothing listens there: a test fails at once, without a network. */
const ALLOWED = "127.0.0.1:8443";
const URL = `https://${ALLOWED}/ridgebook`;

const journey = prepareJourney({ serverEnv: () => Promise.resolve({ EGRESS_ALLOWED: ALLOWED }) });

const API = "/config/api-integration";

test("[HOOK-01][HOOK-02][HOOK-06][HOOK-09][ADMIN-34][HELP-07] an admin adds a webhook, sends a test, sees why it failed, sends it again, pauses and deletes it; what is typed in the dialog survives a slip and a reload", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, API);
  await page.getByRole("button", { name: "Help for this page" }).click();
  const help = page.getByRole("dialog", { name: "Help for this page" });
  await help.getByRole("heading", { name: "Webhooks" }).waitFor();
  await help.getByRole("button", { name: "Close" }).click();
  await help.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  const address = dialog.getByLabel("Address");
  await address.fill("https://10.0.0.7/in");
  await dialog.getByLabel("Lead changed").uncheck();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await eventually(async () => JSON.stringify(await readStore(page, "drafts"))).toContain("10.0.0.7");
  await page.reload();
  await page.getByRole("button", { name: "Add webhook" }).click();
  await dialog.getByText("Restored what you had typed.").waitFor();
  await eventually(() => address.inputValue()).toBe("https://10.0.0.7/in");
  await eventually(() => dialog.getByLabel("Lead changed").isChecked()).toBe(false);
  await dialog.getByRole("button", { name: "Start over" }).click();
  await eventually(() => address.inputValue()).toBe("");
  await eventually(() => dialog.getByLabel("Lead changed").isChecked()).toBe(true);
  await address.fill("https://given-up.example");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await eventually(async () => JSON.stringify(await readStore(page, "drafts"))).not.toContain("given-up");
  await page.getByRole("button", { name: "Add webhook" }).click();
  await eventually(() => address.inputValue()).toBe("");
  await address.fill("https://10.0.0.7/in");
  await dialog.getByLabel("Lead changed").uncheck();
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await dialog.getByText("This address leads into a private network").waitFor();
  await address.fill(URL);
  await dialog.getByRole("button", { name: "Add webhook" }).click();

  const field = page.getByLabel("Signing secret");
  await field.waitFor();
  const first = await field.inputValue();
  expect(first).toMatch(/^rbw_/);
  await page.getByRole("button", { name: "Done" }).click();
  await field.waitFor({ state: "detached" });
  await page.getByText("Lead created, Document signed").waitFor();
  expect(await readStore(page, "drafts")).toEqual([]);

  await page.getByRole("button", { name: `Send test: ${URL}` }).click();
  const deliveries = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await deliveries.filter({ hasText: "The server refused the connection." }).waitFor();
  await deliveries.filter({ hasText: "Trying again" }).waitFor();
  await page.getByRole("button", { name: /^Send again: Test/ }).click();
  await deliveries.filter({ hasText: /[2-9] tries/ }).waitFor();

  await page.getByRole("button", { name: `Replace secret: ${URL}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace secret" }).click();
  await field.waitFor();
  await eventually(() => field.inputValue()).not.toBe(first);
  await page.getByRole("button", { name: `Pause: ${URL}` }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
  await page.getByRole("button", { name: `Delete: ${URL}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await page.getByText("No webhooks yet").waitFor();
  const webhooks = () => journey.app.query("select id from webhook");
  await eventually(async () => (await webhooks()).length).toBe(0);
});

test("[HOOK-09] webhooks and deliveries are accessible, at every width, light and dark", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await journey.app.query(
    `with added as (
       insert into webhook (company_id, url, events, secret, secret_time, created_time)
       select min(id), '${URL}', '{lead.created,document.signed}', 'x', now(), now() from company returning company_id, id)
     insert into webhook_delivery (company_id, webhook_id, message_id, event, about, body, state, status_code, failure, tries, created_time, ends_time)
     select company_id, id, gen_random_uuid(), each.event, each.about, '{}', each.state, each.status, each.failure, 1, now(), now()
     from added, (values ('lead.created', 'Eve Whitfield', 'delivered', 204, null), ('document.signed', 'Contract', 'givenUp', 500, 'status'),
       ('test', '', 'waiting', null::integer, 'timedOut')) as each (event, about, state, status, failure)`,
  );
  await signInToConfig(page, API);
  await page.getByText("Document signed: Contract").waitFor();
  expect(await inspect(page, "webhooks")).toEqual([]);
});
