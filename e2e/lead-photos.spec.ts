import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { signIn } from "./support/account.ts";
import { DEMO_LEAD, findEstimateId, WHOLE_HOUSE } from "./support/demo-estimates.ts";
import { countStored, setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { savePdf, serverDocuments, signDocument, waitUntilFilesKept } from "./support/documents.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, findLeadId, openLead } from "./support/leads.ts";
import { openSyncPanel } from "./support/sync-panel.ts";

/* Photos of a lead, from the camera to the paper, online and offline. */

const journey = prepareJourney();

/** A photo as a phone takes it: larger than any that is stored, with grain. */
async function takePhoto(
  name: string,
  background: string,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const buffer = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#fff", noise } })
    .tint(background)
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

const photosOf = (page: Page) => page.getByRole("region", { name: "Photos" });

/** Waits until this many pictures are really rendered. */
const waitUntilDrawn = (page: Page, count: number): Promise<void> =>
  eventually(async () => {
    const tiles = photosOf(page).getByRole("listitem");
    for (const tile of await tiles.all()) await tile.scrollIntoViewIfNeeded();
    const pictures = await tiles.locator("img").all();
    const widths = await Promise.all(
      pictures.map((each) => each.evaluate((img: HTMLImageElement) => img.naturalWidth)),
    );
    return widths.filter((width) => width > 0).length;
  }).toBe(count);

const serverPhotos = (leadId: number) =>
  journey.app.query<{ file_id: string; caption: string }>(
    "select file_id, caption from lead_photo where lead_id = $1 order by id",
    [leadId],
  );

test("[PHOTO-06][PHOTO-07][PHOTO-08][PHOTO-10][OFF-12] photos taken without a signal are on the contract that is signed over them, and on the server before it, once", async () => {
  const [estimateId, leadId] = [
    await findEstimateId(journey.app, WHOLE_HOUSE),
    await findLeadId(journey.app, DEMO_LEAD),
  ];
  const documentsBefore = (await serverDocuments(journey.app, estimateId)).length;
  const context = await journey.openDevice({ device: "tablet", serviceWorkers: "allow" });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await waitUntilFilesKept(page);
  await setOffline(context, true);

  await openLead(page, leadId);
  await photosOf(page).getByText("No photos on this device.").waitFor();
  await page.getByLabel("Take a photo").setInputFiles(await takePhoto("image.jpg", "#2ab0da"));
  await waitUntilDrawn(page, 1);
  await page.getByLabel("Choose photos").setInputFiles([await takePhoto("IMG_2.jpg", "#c04030")]);
  await waitUntilDrawn(page, 2);
  // The tile of a photo of 1440 px is drawn from a copy of 480.
  const tile = photosOf(page).getByRole("img", { name: "Photo 1" });
  await eventually(() => tile.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
  await eventually(() => photosOf(page).getByText("Waiting", { exact: true }).count()).toBe(2);
  const panel = await openSyncPanel(page);
  await eventually(() => panel.getByText(`New photo of lead ${DEMO_LEAD}`).count()).toBe(2);
  await page.keyboard.press("Escape");

  await photosOf(page).getByRole("button", { name: "Open Photo 1" }).click();
  const viewer = page.getByRole("dialog", { name: "Photo 1 of 2" });
  await viewer.getByLabel("Caption").fill("North slope");
  await viewer.getByRole("button", { name: "Close" }).click();
  await photosOf(page).getByText("North slope").waitFor();

  await page.getByRole("link", { name: WHOLE_HOUSE, exact: true }).click();
  await page.getByText("Estimate total").waitFor();
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("dialog", { name: "New document" }).getByRole("link", { name: "Contract", exact: true }).click();
  await page.getByRole("heading", { name: "New contract" }).waitFor();
  await page.getByLabel("Show North slope on the paper").check();
  const shown = page.getByRole("article", { name: "Contract as it will be" }).getByRole("img", { name: "North slope" });
  await shown.waitFor();
  await signDocument(page, "contract");
  await page.getByText("Signed and saved on this device, will be sent").waitFor();
  const pdf = await savePdf(page);
  await eventually(() => serverPhotos(leadId)).toEqual([]);

  await setOffline(context, false);
  await page.getByText("Signed, and the office has it").waitFor();
  await eventually(() => countStored(page, "local-changes")).toBe(0);
  const photos = await serverPhotos(leadId);
  expect(photos.map(({ caption }) => caption).sort()).toEqual(["", "North slope"]);
  const made = (await serverDocuments(journey.app, estimateId)).slice(documentsBefore);
  expect(made).toHaveLength(1);
  const named = photos.filter(({ file_id: fileId }) => made[0]?.data.model?.includes(fileId));
  expect(named.map(({ caption }) => caption)).toEqual(["North slope"]);
  const [order] = await journey.app.query<{ is_before: boolean }>(
    "select max(photo.created_time) <= min(document.received_time) as is_before from lead_photo photo, document where photo.lead_id = $1 and document.id = $2",
    [leadId, made[0]?.id],
  );
  expect(order?.is_before).toBe(true);

  // The picture in the paper is, byte for byte, the server's.
  const picture = await page.evaluate(async (id) => {
    const reply = await fetch(`/api/Files/Download/${id}`, { cache: "no-store" });
    return [...new Uint8Array(await reply.arrayBuffer())];
  }, named[0]?.file_id ?? "");
  expect(await sharp(Buffer.from(picture)).metadata()).toMatchObject({ format: "jpeg", width: 1440, height: 1080 });
  expect(pdf.includes(Buffer.from(picture))).toBe(true);
});

test("[LEAD-18][PHOTO-05] a photo is added, seen by others, and deleted after a question", async () => {
  const leadId = await findLeadId(journey.app, "Amy Kowalski");
  const page = await journey.openPage({ device: "phone" });
  await signIn(page);
  await openLead(page, leadId);
  await page
    .getByLabel("Choose photos")
    .setInputFiles([
      await takePhoto("IMG_1.jpg", "#2ab0da"),
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") },
    ]);
  await photosOf(page).getByText("notes.txt: Invalid file type. Only jpg, jpeg, png, gif files allowed.").waitFor();
  await eventually(async () => (await serverPhotos(leadId)).length).toBe(1);

  const other = await journey.openPage();
  await signIn(other);
  await openLead(other, leadId);
  await waitUntilDrawn(other, 1);
  await photosOf(other).getByRole("button", { name: "Open Photo 1" }).click();
  await other.getByRole("dialog", { name: "Photo 1 of 1" }).getByRole("button", { name: "Delete photo" }).click();
  await other
    .getByRole("alertdialog", { name: "Delete this photo?" })
    .getByRole("button", { name: "Delete photo" })
    .click();
  await photosOf(other).getByText("No photos yet.").waitFor();
  await eventually(() => serverPhotos(leadId)).toEqual([]);

  await page.reload();
  await photosOf(page).getByText("No photos yet.").waitFor();
});
