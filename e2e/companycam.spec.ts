import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "./support/account.ts";
import { setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, findLeadId, openLead } from "./support/leads.ts";
import { callAsAdmin } from "./support/measurements.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin connects the demo CompanyCam; a salesperson takes photos of a lead's project from there. */

const journey = prepareJourney();

const CONNECTION = "/config/photo-integration";
const linked = (page: Page) => page.getByRole("region", { name: "Photos at CompanyCam" });
const own = (page: Page) => page.getByRole("region", { name: "Photos", exact: true });
const rehearse = (faults: readonly string[]) =>
  callAsAdmin(journey.app, { method: "POST", path: "/api/companycamintegration/rehearsal", body: { faults } });

/** Widths of the pictures that are really drawn. */
const drawnWidths = (page: Page): Promise<number[]> =>
  own(page)
    .getByRole("listitem")
    .locator("img")
    .evaluateAll((images) =>
      images.map((image) => (image as HTMLImageElement).naturalWidth).filter((width) => width > 0),
    );

test("[CONN-46] a lead with a link says that CompanyCam is not connected, and leads an admin there", async () => {
  const leadId = await findLeadId(journey.app, "Priya Raman");
  // Browsers log each failed response.
  journey.expectErrors(/424/);
  const admin = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(admin, CONNECTION);
  await openLead(admin, leadId);
  await linked(admin)
    .getByText("CompanyCam is not connected. An admin connects it in Config, under CompanyCam.")
    .waitFor();
  await linked(admin).getByRole("link", { name: "Open Config" }).click();
  await admin.getByRole("button", { name: "Connect to the demo CompanyCam" }).click();
  await admin.getByRole("button", { name: "Allow", exact: true }).click();
  await admin.waitForURL((url) => url.pathname === CONNECTION);
  await admin.getByText("CompanyCam is connected", { exact: true }).waitFor();
  await admin.getByText("Working", { exact: true }).waitFor();
});

test("[CONN-40][CONN-41][CONN-48] chosen photos of a lead's link are copied to the lead, and are there without a signal", async () => {
  // The test before leaves the company connected.
  const leadId = await findLeadId(journey.app, "Priya Raman");
  const context = await journey.openDevice({ device: "tablet", serviceWorkers: "allow" });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await openLead(page, leadId);
  await eventually(() => linked(page).getByRole("checkbox").count()).toBe(12);

  // Refused at the last moment, the choice stays.
  journey.expectErrors(/424/);
  const choice = linked(page).getByRole("checkbox", { name: "Choose North slope" }).first();
  await choice.check();
  await linked(page).getByText("1 chosen").waitFor();
  await rehearse(["refuses"]);
  await linked(page).getByRole("button", { name: "Add to the lead" }).click();
  await linked(page)
    .getByText(/^North slope: CompanyCam refused/)
    .waitFor();
  await rehearse([]);
  await linked(page).getByRole("button", { name: "Add to the lead" }).click();
  await own(page).getByRole("button", { name: "Open North slope" }).waitFor();
  await linked(page).getByText("Added to the lead", { exact: true }).waitFor();
  await eventually(() =>
    journey.app.query<{ caption: string }>("select caption from lead_photo where lead_id = $1", [leadId]),
  ).toEqual([{ caption: "North slope" }]);

  // A WebP, and one of more than 10 MB: the device converts the first to JPEG, and makes the other smaller.
  const chimney = linked(page).getByRole("checkbox", { name: "Choose Chimney flashing" });
  await chimney.first().check();
  await chimney.last().check();
  await linked(page).getByRole("button", { name: "Add to the lead" }).click();
  await eventually(() => own(page).getByRole("button", { name: "Open Chimney flashing" }).count()).toBe(2);
  await eventually(() =>
    journey.app.query(
      `select f.content_type, p.caption, f.size < 1000000 as is_small from lead_photo p join file f on f.id = p.file_id
       where p.lead_id = $1 order by p.taken_time desc`,
      [leadId],
    ),
  ).toEqual([
    { content_type: expect.stringMatching(/^image\//) as string, caption: "North slope", is_small: true },
    { content_type: "image/jpeg", caption: "Chimney flashing", is_small: true },
    { content_type: "image/png", caption: "Chimney flashing", is_small: true },
  ]);

  await setOffline(context, true);
  await openLead(page, leadId);
  await linked(page)
    .getByText(/^These need a signal\./)
    .waitFor();
  await own(page).getByRole("button", { name: "Open North slope" }).waitFor();
  // Tiles are drawn when they are near the screen.
  await own(page).scrollIntoViewIfNeeded();
  await eventually(async () => (await drawnWidths(page)).length).toBe(3);
  // 1,280 x 960 as the stand-in draws them; 640 x 480; 2,400 x 1,600 within 1,920 x 1,080.
  await own(page)
    .getByRole("button", { name: /^Open / })
    .first()
    .click();
  const widths: number[] = [];
  for (const number of [1, 2, 3]) {
    const viewer = page.getByRole("dialog", { name: `Photo ${String(number)} of 3` });
    const readWidth = (): Promise<number> =>
      viewer.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await eventually(readWidth).toBeGreaterThan(0);
    widths.push(await readWidth());
    if (number < 3) await viewer.getByRole("button", { name: "Next photo" }).click();
  }
  expect(widths.toSorted((one, other) => one - other)).toEqual([640, 1280, 1620]);
  await setOffline(context, false);
});

test("[CONN-44] the link is refused, and changed to one that is only a link", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signIn(page);
  await openLead(page, await findLeadId(journey.app, "Priya Raman"));
  await eventually(() => linked(page).getByRole("checkbox").count()).toBe(12);
  expect(await inspect(page, "companycam")).toEqual([]);
  await linked(page).getByRole("button", { name: "Change link" }).click();
  const dialog = page.getByRole("dialog", { name: "Link to photos" });
  await dialog.getByLabel("Link").fill("http://photos.example.test/7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Enter a link that begins with https://.").waitFor();
  await dialog.getByLabel("Link").fill("https://photos.example.test/7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await own(page).getByRole("link", { name: "Photos elsewhere" }).waitFor();
  await eventually(() => linked(page).count()).toBe(0);
});
