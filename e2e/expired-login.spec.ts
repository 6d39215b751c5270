import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chooseLogout, fillInLogin, OTHER_SALES, SALES, signIn } from "./support/account.ts";
import {
  everythingDownloaded,
  everythingSent,
  readStore,
  setOffline,
  waitUntilOfflineReady,
} from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, createLead, editLead, findLeadId, openLead, serverLeads } from "./support/leads.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* A login can expire while changes are unsent. The work goes on, and stays its owner's. */

const journey = prepareJourney();

const endLogins = (email: string) =>
  journey.app.query(
    "update login_session set revoked_time = now() where account_id = (select id from account where email = $1)",
    [email],
  );

async function openPageWithWaitingLead(lastName: string): Promise<Page> {
  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await setOffline(context, true);
  await createLead(page, { "First name": "Wanda", "Last name": lastName });
  await eventually(() => syncChip(page).textContent()).toBe("1 waiting");
  await endLogins(SALES);
  await setOffline(context, false);
  await eventually(() => syncChip(page).textContent()).toBe("Sign in to send");
  return page;
}

test("[AUTH-14][OFF-18][SYNC-08] after the login has expired work continues, and everything arrives once after the next login", async () => {
  const page = await openPageWithWaitingLead("Expired");
  // The page was left alone, and so is the following work.
  await page.getByRole("heading", { name: "Wanda Expired" }).waitFor();
  await openLead(page, await findLeadId(journey.app, "Ruth Ann Miller"));
  // A reload without a valid login redirects to the login page, and back.
  await page.waitForURL(/\/account\/login\?referrer=/);
  await fillInLogin(page);
  await page.getByRole("heading", { name: "Ruth Ann Miller" }).waitFor();
  await everythingSent(page);
  await eventually(() => serverLeads(journey.app, "Expired")).toHaveLength(1);
  await eventually(() => readStore(page, "local-changes")).toEqual([]);
});

test("[AUTH-14][OFF-18] a tab that learns late that the login has expired does not end the one that has begun meanwhile", async () => {
  const context = await journey.openDevice();
  const [one, other] = [await context.newPage(), await context.newPage()];
  await signIn(one);
  await other.goto("/estimator/leads");
  await other.getByRole("heading", { name: "Leads", level: 1 }).waitFor();
  await endLogins(SALES);
  await one.reload();
  await one.waitForURL(/\/account\/login/);

  let isAnswered = false;
  await other.route(/\/api\/users\/refresh/, async (route) => {
    const response = await route.fetch();
    // Long enough for a login to finish, if it does not wait for this answer.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fulfill({ response });
    isAnswered = true;
  });
  const asking = other.waitForRequest(/\/api\/users\/refresh/);
  await other.reload({ waitUntil: "commit" });
  await asking;
  await fillInLogin(one);
  await one.getByRole("heading", { name: "Leads", level: 1 }).waitFor();
  await eventually(() => isAnswered).toBe(true);
  await one.reload();
  await one.getByRole("heading", { name: "Leads", level: 1 }).waitFor();
  expect(new URL(one.url()).pathname).toBe("/estimator/leads");
  await other.unrouteAll({ behavior: "ignoreErrors" });
});

test("[SHELL-21][GUARD-03] a start shows the device's leads before the server has answered, and ends at the login when the session is refused", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await page.locator("tbody td a").first().waitFor();
  await endLogins(SALES);
  let letServerAnswer = (): void => undefined;
  const answering = new Promise<void>((resolve) => {
    letServerAnswer = resolve;
  });
  await page.route(/\/api\/users\/refresh/, async (route) => {
    await answering;
    await route.continue();
  });
  await page.reload();
  await page.locator("tbody td a").first().waitFor();
  letServerAnswer();
  await page.waitForURL(/\/account\/login\?referrer=%2Festimator%2Fleads/);
  // The refusal cleared what was known of the cookie: the next start shows nothing before the server has answered.
  await page.reload();
  await page.getByLabel("E-mail").waitFor();
});

test("[AUTH-14][SYNC-08] the sync panel leads to the login and back to the same page", async () => {
  const page = await openPageWithWaitingLead("Panel");
  await editLead(page, { City: "Portage" });
  const panel = await openSyncPanel(page);
  await panel.getByText("Your login has expired. Everything here waits for you.").waitFor();
  await panel.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/account\/login\?referrer=/);
  await fillInLogin(page);
  await page.getByRole("heading", { name: "Wanda Panel" }).waitFor();
  await everythingSent(page);
  const sent = await serverLeads(journey.app, "Panel");
  expect(sent.map(({ city }) => city)).toEqual(["Portage"]);
  await page.waitForURL(`**/estimator/leads/${String(sent[0]?.id)}/details`);
});

test("[SYNC-08][AUTH-15] another person on the same device sees nothing of the first one's unsent work, who gets it back", async () => {
  const page = await openPageWithWaitingLead("Aside");
  await page.goto("/account/login");
  await fillInLogin(page, { email: OTHER_SALES });
  await page.waitForURL("**/estimator/leads");
  await everythingDownloaded(page);
  await page.getByRole("searchbox").fill("Wanda Aside");
  await page.getByText("No lead fits “Wanda Aside”.").waitFor();
  const chips = await syncChip(page).count();
  expect(chips).toBe(0);
  expect(await readStore(page, "local-changes")).toEqual([]);
  expect((await readStore(page, "leads")).filter(({ lastName }) => lastName === "Aside")).toEqual([]);
  await eventually(() => serverLeads(journey.app, "Aside")).toEqual([]);

  await chooseLogout(page);
  await page.waitForURL("**/account/login");
  await fillInLogin(page);
  await page.waitForURL("**/estimator/leads");
  await eventually(() => serverLeads(journey.app, "Aside")).toHaveLength(1);
  const [author] = await journey.app.query(
    `select account.email from lead join membership on membership.company_id = lead.company_id and membership.id = lead.modified_by
      join account on account.id = membership.account_id where lead.last_name = 'Aside'`,
  );
  expect(author).toEqual({ email: SALES });
});

test("[AUTH-16][MSG-01][SHELL-13] logout with unsent changes asks in the exact words; only a confirmed one loses them", async () => {
  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  // Only sending fails, for the worker behind the page as well: without any network a logout would not last.
  await journey.app.query(
    "create function refuse_lead() returns trigger language plpgsql as $$ begin raise 'Sending is broken.'; end $$",
  );
  await journey.app.query(
    "create trigger refuse_lead before insert on lead for each row execute function refuse_lead()",
  );
  await createLead(page, { "First name": "Lola", "Last name": "Lost" });
  await eventually(() => syncChip(page).textContent()).toBe("1 waiting");

  const question =
    "You have 1 unsynced change(s). Are you sure you want to logout? You will lose any unsynced changes.";
  await chooseLogout(page);
  await page.getByRole("alertdialog").getByText(question).waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await eventually(() => syncChip(page).textContent()).toBe("1 waiting");

  await chooseLogout(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/account/login");
  await journey.app.query("drop function refuse_lead cascade");
  await fillInLogin(page);
  await page.waitForURL("**/estimator/leads");
  await page.locator("tbody td a").first().waitFor();
  await eventually(() => readStore(page, "local-changes")).toEqual([]);
  await eventually(() => serverLeads(journey.app, "Lost")).toEqual([]);
});
