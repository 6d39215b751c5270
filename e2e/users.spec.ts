import { NO_INSTALLATION_SERVER } from "@ridgebook/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readStore } from "./support/device.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { openNotice } from "./support/notices.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin manages the company's users: one is invited, one deactivated and reactivated, one deleted with a successor. */

const journey = prepareJourney();

const USERS = "/config/users";

const names = (page: Page): Promise<string[]> => page.locator("tbody [data-row-link]").allInnerTexts();
const openMenu = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name: `Actions for ${name}` }).click();
const leadsOf = async (page: Page, name: string): Promise<number> =>
  Number(await page.getByRole("row").filter({ hasText: name }).locator("td").nth(4).innerText());

test("[ROUTE-19][ADM-06][ADM-07][ADM-08][USER-01][USER-03][USER-04][USER-05][USER-06][USER-11] an admin invites a user, deactivates one and deletes one whose leads another takes over", async () => {
  // A company's own mail server sends no invitation, so the page does not say that one was sent.
  await journey.app.query(
    `update company_settings set "values" = "values" || '{"smtpHost": "mail.example.com"}'
     where company_id = (select min(id) from company)`,
  );
  const page = await journey.openPage();
  await signInToConfig(page, USERS);
  const everybody = ["Marcus Bell", "Grace Holloway", "Theo Lindqvist", "Dana Mercer", "Ines Tavares"];
  await eventually(() => names(page)).toEqual(everybody);

  // A new user: checked here, refused by the server at its field, then invited.
  await page.getByRole("link", { name: "Invite", exact: true }).click();
  await page.waitForURL("**/config/users/-1");
  // Upright, where the back link is above the page, its bar ends at the edge of the screen.
  const desk = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: 820, height: 1180 });
  const bar = page.getByRole("button", { name: "Invite" }).locator("..");
  await eventually(() => bar.evaluate((shown) => shown.getBoundingClientRect().bottom)).toBe(1180);
  await page.setViewportSize(desk);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByText("First name is required.").first().waitFor();
  await page.getByLabel("First name").fill("Petra");
  await page.getByLabel("Last name").fill("Novak");
  await page.getByLabel("E-mail").fill("marcus@demo.test");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("link", { name: /^E-mail: / }).waitFor();
  await page.getByLabel("E-mail").fill("petra@demo.test");
  await page.getByRole("button", { name: "Invite" }).click();
  const mailed = page.getByText(NO_INSTALLATION_SERVER);
  await mailed.waitFor();

  await page.getByRole("link", { name: "Invited 1" }).click();
  await page.waitForURL("**/config/users?state=invited");
  await eventually(() => names(page)).toEqual(["Petra Novak"]);
  await mailed.waitFor({ state: "detached" });
  await openMenu(page, "Petra Novak");
  await page.getByRole("button", { name: "Resend set-up mail" }).click();
  await mailed.waitFor();
  await page.getByRole("link", { name: "All 6" }).click();

  // One's own access cannot be removed; another's is removed and restored.
  await openMenu(page, "Grace Holloway");
  const own = page.getByRole("dialog", { name: "Actions for Grace Holloway" });
  await eventually(() => own.getByRole("button", { disabled: true }).count()).toBe(3);
  await own.getByText("You cannot deactivate yourself.").waitFor();
  await page.keyboard.press("Escape");
  await openMenu(page, "Theo Lindqvist");
  await page.getByRole("button", { name: "Deactivate" }).click();
  // A notice under the pointer does not close by itself.
  await openNotice(page, "Theo Lindqvist is deactivated").hover();
  await page.getByRole("link", { name: "Deactivated 1" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Deactivated 0" }).waitFor();

  const handedOver = await leadsOf(page, "Marcus Bell");
  const before = await leadsOf(page, "Theo Lindqvist");
  expect(handedOver).toBeGreaterThan(0);
  await openMenu(page, "Marcus Bell");
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Marcus Bell?" });
  const remove = dialog.getByRole("button", { name: `Delete and hand over ${String(handedOver)} leads` });
  await eventually(() => remove.isDisabled()).toBe(true);
  await dialog.getByLabel(`Who takes over the ${String(handedOver)} leads?`).selectOption({
    label: `Theo Lindqvist, ${String(before)} leads`,
  });
  await remove.click();
  await eventually(() => names(page)).toEqual([
    "Grace Holloway",
    "Theo Lindqvist",
    "Dana Mercer",
    "Petra Novak",
    "Ines Tavares",
  ]);
  await eventually(() => leadsOf(page, "Theo Lindqvist")).toBeLessThanOrEqual(before + handedOver);

  // The user's own page, with the question before unsaved edits are lost.
  await page.getByRole("searchbox", { name: "Search users" }).fill("novak");
  await page.getByRole("link", { name: "Petra Novak" }).click();
  await page.getByLabel("Phone number").fill("2165550142");
  await page.getByRole("link", { name: "All users" }).click();
  await page.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const [petra] = await journey.app.query<{ phone_number: string }>(
    "select phone_number from membership where invited_email = 'petra@demo.test'",
  );
  expect(petra?.phone_number).toBe("+12165550142");
});

test("[USER-12][USER-13][USER-14][USER-17][ADMIN-39] an admin adds people from a CSV after a dry run, the same rows again change nothing, and typed input survives a reload", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, USERS);
  const rows = [
    "First name;Last name;E-mail;Role",
    "Cal;Amory;cal@demo.test;Admin",
    "Grace;Holloway;admin@demo.test;User",
    "Tomas;Reyes;tomas@demo;",
    "Mina;Okonjo;mina@demo.test;",
  ].join("\n");
  const check = async (): Promise<void> => {
    await page.getByLabel("Or paste the rows").fill(rows);
    await page.getByRole("button", { name: "Check the rows" }).click();
  };
  await page.getByRole("button", { name: "Add from CSV" }).click();
  await check();
  // The parsed file survives a reload, with the page's address.
  await page.getByText("Pasted rows, 4 rows. Nothing is saved yet.").waitFor();
  await eventually(async () => JSON.stringify(await readStore(page, "drafts"))).toContain("Okonjo");
  await page.reload();
  const panel = page.getByRole("region", { name: "Add from CSV" });
  await panel.getByText("Pasted rows, 4 rows. Nothing is saved yet.").waitFor();
  await panel.getByText("Row 4, Tomas Reyes").waitFor();
  await panel.getByText("E-mail must be a valid e-mail address.").waitFor();
  await panel.getByRole("button", { name: "Add 2 users" }).waitFor();
  await panel.getByLabel("E-mail").fill("tomas@demo.test");
  await panel.getByLabel("E-mail").press("Enter");
  await panel.getByRole("button", { name: "Add 3 users" }).click();
  await page.getByText(`3 users added. ${NO_INSTALLATION_SERVER}`).waitFor();
  await page.getByRole("link", { name: "Mina Okonjo" }).waitFor();
  const added = await journey.app.query<{ email: string }>(
    "select invited_email as email, role from membership where invited_email like any (array['cal@%', 'tomas@%', 'mina@%']) order by id",
  );
  expect(added).toEqual([
    { email: "cal@demo.test", role: "Admin" },
    { email: "tomas@demo.test", role: "User" },
    { email: "mina@demo.test", role: "User" },
  ]);
  await page.getByRole("button", { name: "Add from CSV" }).click();
  await check();
  await panel.getByText("3", { exact: true }).waitFor();
  await eventually(() => panel.getByRole("button", { name: /^Add \d/ }).count()).toBe(0);
  await panel.getByRole("button", { name: "Close" }).click();

  await page.getByRole("link", { name: "Mina Okonjo" }).click();
  await page.getByLabel("Last name").fill("Okonjo-Reyes");
  await page.getByText("Not saved yet").waitFor();
  await eventually(async () => JSON.stringify(await readStore(page, "drafts"))).toContain("Okonjo-Reyes");
  // Another admin saves another name meanwhile: both are shown, and only the second press overwrites it.
  await journey.app.query("update membership set last_name = 'Okonjo-Hale' where invited_email = 'mina@demo.test'");
  await page.reload();
  await eventually(() => page.getByLabel("Last name").inputValue()).toBe("Okonjo-Reyes");
  await page.getByText("Last name: not saved yet, from before").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page
    .getByText("Somebody else changed this to “Okonjo-Hale” meanwhile. Save again to keep yours.")
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Mina Okonjo-Reyes" }).waitFor();
});

test("[USER-04] the users and a person are accessible, at every width, light and dark", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, USERS);
  await page.getByRole("link", { name: "Grace Holloway" }).waitFor();
  expect(await inspect(page, "users")).toEqual([]);
  await page.goto(`${USERS}?add=csv`);
  await page
    .getByLabel("Or paste the rows")
    .fill("Name,E-mail,Role\nTomas Reyes,tomas@demo,\nAnn Lee,ann@demo.test,User");
  await page.getByRole("button", { name: "Check the rows" }).click();
  await page.getByRole("button", { name: "Add 1 user" }).waitFor();
  expect(await inspect(page, "users from a CSV")).toEqual([]);
  await page.goto(USERS);
  await page.getByRole("link", { name: "Grace Holloway" }).click();
  await page.getByLabel("First name").waitFor();
  // One's own role and access are shown and cannot be removed.
  await eventually(() => page.getByLabel("Role").isDisabled()).toBe(true);
  await eventually(() => page.getByRole("checkbox", { name: "Active" }).isDisabled()).toBe(true);
  expect(await inspect(page, "a user")).toEqual([]);
});
