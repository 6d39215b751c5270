import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin creates a token, another system calls with it until it is reset, and a credential is stored and revealed. */

const journey = prepareJourney();

const API = "/config/api-integration";

test("[ROUTE-22][INT-01][TOKEN-02][TOKEN-04][API-13][OP-59] an admin creates and resets the token, and stores a credential", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, API);
  const statusOf = (path: string, token: string): Promise<number> =>
    page.evaluate(
      async ([address, bearer]) => (await fetch(address, { headers: { authorization: `Bearer ${bearer}` } })).status,
      [path, token] as const,
    );

  await page.getByRole("button", { name: "Create token" }).click();
  const field = page.getByLabel("New token");
  await field.waitFor();
  const first = await field.inputValue();
  expect(first).toMatch(/^rbk_/);
  expect([await statusOf("/api/leads", first), await statusOf("/api/users", first)]).toEqual([200, 403]);
  await page.getByRole("button", { name: "Done" }).click();
  await field.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Reset token" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset the token?" });
  await dialog.getByLabel("The present token").selectOption({ label: "Works for 2 more days" });
  await dialog.getByRole("button", { name: "Reset token" }).click();
  await page.getByText(`${first.slice(0, 10)}, works until`).waitFor();
  const second = await field.inputValue();
  expect(second).not.toBe(first);
  expect([await statusOf("/api/leads", first), await statusOf("/api/leads", second)]).toEqual([200, 200]);

  await page.getByLabel("What the token may do").selectOption("readWrite");
  await page.getByText("The token may read and write").waitFor();
  await page.getByText("Add a lead; sent again with the same key").waitFor();

  // A credential: refused without a secret, then stored; the secret is fetched on request.
  await page.getByRole("button", { name: "Add credential" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Suppliers");
  await page.getByRole("dialog").getByRole("button", { name: "Add credential" }).click();
  await page.getByText("Secret is required.").waitFor();
  await page.getByLabel(/^Secret/).fill("Nail-1987");
  await page.getByRole("dialog").getByRole("button", { name: "Add credential" }).click();
  await page.getByText("Suppliers added").waitFor();
  await eventually(() => page.getByText("Nail-1987").count()).toBe(0);
  await page.getByRole("button", { name: "Show the secret of Suppliers" }).click();
  await page.getByText("Nail-1987").waitFor();
  await page.getByRole("button", { name: "Delete Suppliers" }).click();
  await page.getByRole("button", { name: "Delete credential" }).click();
  await page.getByText("No credentials yet").waitFor();

  await page.getByRole("button", { name: "End token" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End token" }).click();
  await page.getByRole("button", { name: "Create token" }).waitFor();
  await eventually(() => statusOf("/api/leads", second)).toBe(401);
});

test("[TOKEN-01] the page is accessible, at every width, light and dark", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, API);
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByLabel("New token").waitFor();
  await page.getByRole("button", { name: "Add credential" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Suppliers");
  await page.getByLabel("User name").fill("gable");
  await page.getByLabel(/^Secret/).fill("Nail-1987");
  await page.getByRole("dialog").getByRole("button", { name: "Add credential" }).click();
  await page.getByRole("button", { name: "Show the secret of Suppliers" }).click();
  await page.getByText("Nail-1987").waitFor();
  await page.getByText(/^All \d+ calls/).click();
  expect(await inspect(page, "API access")).toEqual([]);
});
