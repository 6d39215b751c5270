import { expect, test } from "vitest";
import { chooseLogout, fillInLogin, signIn, SUPER_ADMIN } from "./support/account.ts";
import { everythingSent, readStore, setOffline, shareReadyDevice } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import {
  createLead,
  editLead,
  fillInLead,
  findLeadId,
  openLead,
  saveLead,
  serverLeads,
  showAllLeads,
} from "./support/leads.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* Two tabs of one device are one device: same records, same queue, same user, same company. */

const journey = prepareJourney();
const readyDevice = shareReadyDevice(journey);

test("[OFF-09][OFF-10][SHELL-22] an edit in one tab appears in the other, and only one of them sends it", async () => {
  const { context, page: one } = await readyDevice();
  const other = await context.newPage();
  const id = await findLeadId(journey.app, "Teresa Vang");
  await openLead(one, id);
  await openLead(other, id);
  await one.getByRole("heading", { name: "Teresa Vang" }).waitFor();
  await other.getByRole("heading", { name: "Teresa Vang" }).waitFor();

  await setOffline(context, true);
  await editLead(one, { Street: "1 Two Tabs Rd" });
  await other.getByText("1 Two Tabs Rd, Lawton").waitFor();
  await eventually(() => syncChip(other).textContent()).toBe("1 waiting");
  await other.getByRole("link", { name: "Leads", exact: true }).click();
  await createLead(other, { "First name": "Tabea", "Last name": "Twotabs" });
  await eventually(() => syncChip(one).textContent()).toBe("2 waiting");

  const sent: string[] = [];
  context.on("request", (request) => {
    const isChange = request.method() !== "GET" && /\/api\/(leads|batch)/.test(request.url());
    if (isChange) sent.push(...(request.postData()?.match(/Tabea|1 Two Tabs Rd/g) ?? []));
  });
  await setOffline(context, false);
  for (const page of [one, other]) await everythingSent(page);
  expect(sent.sort()).toEqual(["1 Two Tabs Rd", "Tabea"]);
  await eventually(() => serverLeads(journey.app, "Twotabs")).toHaveLength(1);
  await eventually(() => readStore(other, "local-changes")).toEqual([]);
  await other.close();
});

test("[SYNC-70][OFF-09] a form that was open before the other tab's save does not replace that save: the user gets a question about both", async () => {
  const { context, page: one } = await readyDevice();
  const other = await context.newPage();
  const id = await findLeadId(journey.app, "Devon Price");
  for (const page of [one, other]) {
    await openLead(page, id);
    await page.getByRole("heading", { name: "Devon Price" }).waitFor();
  }
  await setOffline(context, true);
  await other.getByRole("link", { name: "Edit", exact: true }).click();
  await other.getByRole("heading", { name: /^Edit / }).waitFor();
  await editLead(one, { City: "Firsttown" });
  await fillInLead(other, { City: "Secondville" });
  await saveLead(other);
  await other.waitForURL(`**/leads/${String(id)}/details`);
  for (const page of [one, other]) await eventually(() => syncChip(page).textContent()).toBe("1 needs you");

  const panel = await openSyncPanel(one);
  await panel.getByText("The same fields were changed twice, apart from each other. Choose what stays.").waitFor();
  await panel.getByRole("radio", { name: "Secondville" }).waitFor();
  await panel.getByRole("radio", { name: "Firsttown" }).check();
  await panel.getByRole("button", { name: "Keep this one" }).click();
  await panel.getByRole("button", { name: "Close" }).click();
  await setOffline(context, false);
  for (const page of [one, other]) await everythingSent(page);
  await eventually(() => journey.app.query("select city from lead where id = $1", [id])).toEqual([
    { city: "Firsttown" },
  ]);
});

test("[AUTH-19][AUTH-17] a logout reaches the other tab", async () => {
  const context = await journey.openDevice();
  const [one, other] = [await context.newPage(), await context.newPage()];
  await signIn(one);
  await other.goto("/estimator/leads");
  await other.locator("tbody td a").first().waitFor();

  await chooseLogout(one);
  await one.getByText("You have been logged out.").waitFor();
  await one.waitForURL("**/account/login");
  await other.waitForURL("**/account/login");
  expect(await readStore(other, "leads")).toEqual([]);
});

test("[SHELL-20][AUTH-08][ROUTE-03][GUARD-06][AUTH-05] a company chosen in one tab is followed by the other", async () => {
  const context = await journey.openDevice();
  const [one, other] = [await context.newPage(), await context.newPage()];
  await one.goto("/account/login");
  await fillInLogin(one, { email: SUPER_ADMIN });
  await one.waitForURL("**/admin/companies");
  // Without a company there are no leads to see.
  await other.goto("/estimator/leads");
  await other.waitForURL("**/admin/companies");

  await one.getByRole("button", { name: "Enter North Gable Exteriors" }).click();
  await one.waitForURL("**/estimator/leads");
  await showAllLeads(one);
  await one.getByText("of 40", { exact: false }).first().waitFor();
  await other.waitForURL("**/estimator/leads");

  await one.goto("/account/companies?select=true");
  await one.getByRole("button", { name: "Select Other Peak Roofing & Siding" }).click();
  await eventually(() => one.getByRole("button", { name: "Today and next" }).getAttribute("aria-pressed")).toBe("true");
  await showAllLeads(one);
  await one.getByText("1 – 12 of 12").waitFor();
  await other.getByText("1 – 12 of 12").waitFor();
  // The start page of a user in a company is that company's.
  await other.goto("/");
  await other.waitForURL("**/estimator/leads");
  await other.getByText("1 – 12 of 12").waitFor();
});
