import type { Page } from "playwright-core";
import { test } from "vitest";
import { ADMIN, SALES, signIn } from "./support/account.ts";
import { everythingSent, readStore, setOffline, shareReadyDevice } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { createLead, editLead, findLeadId, openLead, serverLeads } from "./support/leads.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* Two people change the same lead. Different fields merge; the same field raises a question. */

const journey = prepareJourney();
const readyDevice = shareReadyDevice(journey);
const shareSignedIn = (email: string): (() => Promise<Page>) =>
  journey.shareDevice(async () => {
    const page = await journey.openPage();
    await signIn(page, { email });
    return page;
  });
const administratorsPage = shareSignedIn(ADMIN);
/** Of the same person as the ready device. */
const phonesPage = shareSignedIn(SALES);

test("[SYNC-06][SYNC-07][OFF-13] the same fields changed by two people are chosen one by one; all others merge automatically", async () => {
  const id = await findLeadId(journey.app, "Harold Jensen");
  const { context, page: salesperson } = await readyDevice();
  await openLead(salesperson, id);
  await salesperson.getByRole("heading", { name: "Harold Jensen" }).waitFor();
  await setOffline(context, true);
  await editLead(salesperson, { Street: "1 Mine St", City: "Minetown", "Zip code": "49001" });

  const administrator = await administratorsPage();
  await openLead(administrator, id);
  await editLead(administrator, { Street: "2 Theirs St", City: "Theirville", Description: "Call first" });
  await everythingSent(administrator);

  await setOffline(context, false);
  await eventually(() => syncChip(salesperson).textContent()).toBe("1 needs you");
  // Nothing was overwritten, on either side.
  await salesperson.getByText("1 Mine St, Minetown").waitFor();
  const stored = () =>
    journey.app.query("select street, city, zip_code, description from lead where id = $1", [id]).then(([row]) => row);
  await eventually(() => stored()).toMatchObject({
    street: "2 Theirs St",
    city: "Theirville",
    description: "Call first",
  });
  await salesperson.getByText("Grace Holloway changed Street and City too.", { exact: false }).waitFor();

  const panel = await openSyncPanel(salesperson);
  await panel.getByText("You and Grace Holloway changed the same fields. Choose what stays.").waitFor();
  await panel
    .getByRole("radiogroup", { name: "City" })
    .getByRole("radio", { name: "Grace Holloway: Theirville" })
    .check();
  await panel.getByRole("button", { name: "Keep these two" }).click();

  await eventually(stored).toEqual({
    street: "1 Mine St",
    city: "Theirville",
    zip_code: "49001",
    description: "Call first",
  });
  await panel.getByText("Everything is sent").waitFor();
  await panel.getByRole("button", { name: "Close" }).click();
  await salesperson.getByText("1 Mine St, Theirville").waitFor();
  await salesperson.getByText("Call first").waitFor();
  await eventually(() => readStore(salesperson, "local-changes")).toEqual([]);
});

test("[SYNC-06] the same field changed on two devices of one person raises a question without naming that person", async () => {
  const id = await findLeadId(journey.app, "Sam Okafor");
  const { context, page: tablet } = await readyDevice();
  await openLead(tablet, id);
  await setOffline(context, true);
  await editLead(tablet, { City: "Tabletown" });

  const phone = await phonesPage();
  await openLead(phone, id);
  await editLead(phone, { City: "Phoneville" });
  await everythingSent(phone);

  await setOffline(context, false);
  await tablet.getByText("You changed City elsewhere too.", { exact: false }).waitFor();
  const panel = await openSyncPanel(tablet);
  await panel.getByText("You changed the same fields here and elsewhere. Choose what stays.").waitFor();
  await panel.getByRole("radio", { name: "You, elsewhere: Phoneville" }).check();
  await panel.getByRole("button", { name: "Keep this one" }).click();
  await panel.getByText("Everything is sent").waitFor();
});

test("[SYNC-82] a lead that the office deleted meanwhile says so, and is created again with the entries", async () => {
  const { context, page: tablet } = await readyDevice();
  await createLead(tablet, { "First name": "Gone", "Last name": "Meanwhile" });
  await eventually(() => serverLeads(journey.app, "Meanwhile")).toHaveLength(1);
  const id = await findLeadId(journey.app, "Gone Meanwhile");
  await openLead(tablet, id);
  await setOffline(context, true);
  await editLead(tablet, { City: "Tabletown" });

  const administrator = await administratorsPage();
  await openLead(administrator, id);
  await administrator.getByRole("button", { name: "Delete" }).click();
  await administrator.getByRole("alertdialog").getByRole("button", { name: "Delete lead" }).click();
  await eventually(() => serverLeads(journey.app, "Meanwhile")).toEqual([]);

  await setOffline(context, false);
  const panel = await openSyncPanel(tablet);
  await panel.getByText(/^This lead was deleted by Grace Holloway, .*\d (AM|PM)\.$/).waitFor();
  await panel.getByRole("button", { name: "Discard" }).waitFor();
  await panel.getByRole("button", { name: "Create it again" }).click();
  await panel.getByText("Everything is sent").waitFor();
  await eventually(() => serverLeads(journey.app, "Meanwhile")).toMatchObject([
    { first_name: "Gone", city: "Tabletown" },
  ]);
});

test("[SYNC-06] each field says who changed that one, no matter who saved the lead last", async () => {
  const id = await findLeadId(journey.app, "Ellen Brandt");
  const { context, page: tablet } = await readyDevice();
  await openLead(tablet, id);
  await setOffline(context, true);
  await editLead(tablet, { City: "Tabletown", Street: "1 Tablet St" });

  const administrator = await administratorsPage();
  await openLead(administrator, id);
  await editLead(administrator, { City: "Adminville" });
  await everythingSent(administrator);
  const phone = await phonesPage();
  await openLead(phone, id);
  await editLead(phone, { Street: "2 Phone St" });
  await everythingSent(phone);

  await setOffline(context, false);
  const panel = await openSyncPanel(tablet);
  await panel.getByRole("radio", { name: "Grace Holloway: Adminville" }).check();
  await panel.getByRole("radio", { name: "You, elsewhere: 2 Phone St" }).check();
  await panel.getByRole("button", { name: "Keep these two" }).click();
  await panel.getByText("Everything is sent").waitFor();
});

test("[SYNC-06] different fields changed by two people are both kept, without a question", async () => {
  const id = await findLeadId(journey.app, "Priya Raman");
  const { context, page: salesperson } = await readyDevice();
  await openLead(salesperson, id);
  await salesperson.getByRole("heading", { name: "Priya Raman" }).waitFor();
  await setOffline(context, true);
  await editLead(salesperson, { Phone: "2695550177" });

  const administrator = await administratorsPage();
  await openLead(administrator, id);
  await editLead(administrator, { "Customer number": "C-77" });
  await everythingSent(administrator);

  await setOffline(context, false);
  await eventually(() => syncChip(salesperson).count()).toBe(0);
  await eventually(() => journey.app.query("select phone, customer_number from lead where id = $1", [id])).toEqual([
    { phone: "+12695550177", customer_number: "C-77" },
  ]);
});
