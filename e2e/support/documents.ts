import { randomUUID } from "node:crypto";
import type { DocumentKind, StoredDocument } from "@ridgebook/contract";
import type { Locator, Page } from "playwright-core";
import { buildDocument, documentForm } from "../../apps/server/src/testing/build-document.ts";
import { readStore } from "./device.ts";
import { eventually } from "./journey.ts";
import { tokenOf } from "./past-the-page.ts";
import type { AppServer } from "./start-app.ts";

/** Creates a short unsigned document without the pages. */
export async function makeDocument(
  app: AppServer,
  { estimateId, kind, name, email }: { estimateId: number; kind: DocumentKind; name: string; email?: string },
): Promise<StoredDocument> {
  const { payload, headers } = await documentForm(await buildDocument({ estimateId, kind, name }));
  const reply = await fetch(`${app.url}/api/documents/`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${await tokenOf(app, email)}`, "idempotency-key": randomUUID() },
    body: new Uint8Array(payload),
  });
  if (!reply.ok) throw new Error(`The document was not made: ${await reply.text()}`);
  return (await reply.json()) as StoredDocument;
}

/** Waits until the company's logo, pictures and attachments are on the device: papers need them. */
export async function waitUntilFilesKept(page: Page): Promise<void> {
  await eventually(async () => {
    const [settings] = await readStore(page, "settings");
    if (!settings) return "no settings yet";
    const ids = [
      settings["logoImage"],
      settings["contractWarrantyImage"],
      settings["contractLogos"],
      settings["contractAttachments"],
    ]
      .flat()
      .filter((id) => typeof id === "string");
    const kept = await page.evaluate(async () => (await (await caches.open("images")).keys()).map(({ url }) => url));
    return ids.length > 0 && ids.every((id) => kept.some((url) => url.includes(id))) ? "kept" : "missing";
  }).toBe("kept");
}

/** Draws a line on the pad that is shown. */
export async function drawLine(page: Page): Promise<void> {
  // The row of a person who is put off is hidden.
  const pad = page.locator("canvas:visible");
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error("There is no pad to sign on.");
  const [left, middle] = [box.x + 40, box.y + box.height / 2];
  await page.mouse.move(left, middle);
  await page.mouse.down();
  for (let step = 1; step < 30; step += 1) await page.mouse.move(left + step * 6, middle + Math.sin(step / 2) * 25);
  await page.mouse.up();
}

const agreeButton = (page: Page): Locator => page.getByRole("button", { name: /^I agree, sign as / });

/** Draws a signature if the pad is empty; again if the pad moved during it. */
export const drawSignature = (page: Page): Promise<void> =>
  eventually(async () => {
    if (!(await agreeButton(page).isEnabled())) await drawLine(page);
    return agreeButton(page).isEnabled();
  }).toBe(true);

/** From the form of a contract or change order to its signed paper; each named person draws a signature. Returns their names. */
export async function signDocument(page: Page, kind: "contract" | "change order"): Promise<string[]> {
  await page.getByRole("button", { name: "Review & sign" }).click();
  await page.getByRole("heading", { name: `Review & sign ${kind}`, level: 1 }).waitFor();
  const names: string[] = [];
  const agree = agreeButton(page);
  const count = await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3 }) })
    .count();
  while (names.length < count) {
    await drawSignature(page);
    const name = ((await agree.textContent()) ?? "").replace("I agree, sign as ", "");
    await agree.click();
    names.push(name);
    await page.getByText(`${String(names.length)} of ${String(count)} signed`).waitFor();
  }
  await page.getByRole("button", { name: `Finish ${kind}` }).click();
  await page.waitForURL(/[?&]made=-?\d+/);
  return names;
}

type Covered = Window & { covers?: string[] };

/** Records from now on, until the page is reloaded, what covers it during waits. */
export const watchCovers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const covers: string[] = ((window as Covered).covers = []);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const added of addedNodes)
          if (added instanceof Element && added.matches("dialog[aria-busy=true]"))
            covers.push(`${added.querySelector("svg") ? "drawing" : "no drawing"}: ${added.textContent}`);
    }).observe(document.body, { childList: true, subtree: true });
  });

export const coversSeen = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => (window as Covered).covers);

/** Opens the paper of a row in a list of documents. */
export async function openPaper(page: Page, row: Locator): Promise<{ name: Locator; view: Locator }> {
  const name = row.getByRole("button").first();
  await name.click();
  const view = page.getByRole("dialog", { name: (await name.textContent()) ?? "" });
  await view.getByRole("region", { name: "Page 1 of" }).waitFor();
  return { name, view };
}

/** Saves the PDF of the document that was just created, or of the viewed one. */
export async function savePdf(page: Page, within: Page | Locator = page): Promise<Buffer> {
  const downloading = page.waitForEvent("download");
  await within.getByRole("button", { name: "Save PDF" }).click();
  const stream = await (await downloading).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface ServerDocument extends Record<string, unknown> {
  id: number;
  name: string;
  type: number;
  pdf_status: number;
  data: Record<string, string>;
}

/** The server's documents of an estimate, oldest first. */
export const serverDocuments = (app: AppServer, estimateId: number): Promise<ServerDocument[]> =>
  app.query<ServerDocument>(
    "select id::int as id, name, type, pdf_status, data from document where estimate_id = $1 order by id",
    [estimateId],
  );
