import { createHash } from "node:crypto";
import { DOCUMENT_KINDS, DOCUMENT_LABELS, DOCUMENT_SLUGS, PDF_STATUSES } from "@ridgebook/contract";
import { startSmtpServer, type TestSmtpServer } from "@ridgebook/testing/smtp-server";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { OTHER_COMPANY_SALES, SALES, signIn } from "./support/account.ts";
import { findEstimateId, makeEstimate, visitEstimate, WHOLE_HOUSE } from "./support/demo-estimates.ts";
import { readStore } from "./support/device.ts";
import {
  coversSeen,
  drawLine,
  drawSignature,
  makeDocument,
  openPaper,
  savePdf,
  serverDocuments,
  watchCovers,
} from "./support/documents.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { tokenOf } from "./support/past-the-page.ts";

/* The life of documents: signed despite every mishap, drawn, mailed, checked, viewed and deleted. */

let mailServer: TestSmtpServer | undefined;

const journey = prepareJourney({
  serverEnv: async () => {
    mailServer = await startSmtpServer();
    return { SMTP_URL: mailServer.url, MAIL_FROM: "office@northgable.test" };
  },
});
afterAll(() => mailServer?.close());

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const mailsTo = (address: string) => (mailServer?.mails ?? []).filter(({ to }) => to.includes(address));

const documentRow = (page: Page, name: string) =>
  page.getByRole("region", { name: "Documents" }).getByRole("listitem").filter({ hasText: name });

const openMenu = (page: Page, name: string): Promise<void> =>
  page
    .getByRole("button", { name: `More for ${name}` })
    .first()
    .click();

const agree = (page: Page) => page.getByRole("button", { name: /^I agree, sign as / });

/** A browser's response from an address, with its cookies. */
const fetchAs = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const reply = await fetch(address);
    return {
      status: reply.status,
      contentType: reply.headers.get("content-type") ?? "",
      bytes: [...new Uint8Array(await reply.arrayBuffer())],
    };
  }, url);

const isPdf = ({ bytes }: { bytes: number[] }): boolean => String.fromCharCode(...bytes.slice(0, 5)) === "%PDF-";

test("[PAPER-20][DOC-12][SHELL-08][PAPER-35][PAPER-36] signing continues after the tablet is turned and after the app was closed; the paper is shared, checked and certified, and stays", async () => {
  const estimateId = await findEstimateId(journey.app, WHOLE_HOUSE);
  const before = await serverDocuments(journey.app, estimateId);
  const context = await journey.openDevice({ device: "phone" });
  await context.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { sharedFiles: shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        for (const file of files) shared.push({ name: file.name, size: file.size, type: file.type });
      },
    });
  });
  const page = await context.newPage();
  await signIn(page);
  await page.goto(`/estimator/estimate/${String(estimateId)}/contract/create`);
  await page.getByRole("button", { name: "Review & sign" }).click();

  // Turned in the middle of a signature: its lines stay, at the pad's new size.
  await drawSignature(page);
  const pad = page.locator("canvas");
  const upright = await pad.boundingBox();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => (await pad.boundingBox())?.width).not.toBe(upright?.width);
  await page.getByRole("button", { name: "Undo line" }).and(page.locator(":enabled")).waitFor();
  await drawLine(page);
  await page.getByRole("button", { name: "Undo line" }).click();
  await agree(page).click();
  await page.getByText("1 of 3 signed").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("radio", { name: "Type" }).check();
  await page.getByLabel("Full name").fill("Tom Whitfield");
  await agree(page).click();
  await page.getByText("2 of 3 signed").waitFor();
  const number = await page
    .getByRole("article")
    .getByText(/\d{4}-\d{4}-[A-Z0-9]{4}/)
    .first()
    .textContent();

  // The app dies. The signatures are still there, on the same paper.
  const typed = String.raw`\"typedName\":\"Tom Whitfield\"`;
  await eventually(async () => JSON.stringify(await readStore(page, "estimateDrafts")).includes(typed)).toBe(true);
  await page.reload();
  await page.getByText("The 2 signatures given before are still here, on the same paper.").waitFor();
  await eventually(() =>
    page
      .getByRole("article")
      .getByText(/\d{4}-\d{4}-[A-Z0-9]{4}/)
      .first()
      .textContent(),
  ).toBe(number);
  await drawSignature(page);
  await agree(page).click();
  await watchCovers(page);
  await page.getByRole("button", { name: "Finish contract" }).click();
  await page.getByText("Signed, and the office has it").waitFor();
  await eventually(() => readStore(page, "estimateDrafts")).toEqual([]);
  const [made, ...others] = (await serverDocuments(journey.app, estimateId)).slice(before.length);
  expect(others).toEqual([]);
  expect(number).toContain(made?.data.number);

  const pdf = await savePdf(page);
  await page.getByRole("button", { name: "Share" }).click();
  await eventually(() => page.evaluate(() => (window as unknown as { sharedFiles: unknown[] }).sharedFiles)).toEqual([
    { name: expect.stringContaining(made?.data.number ?? "") as string, size: pdf.length, type: "application/pdf" },
  ]);

  await page.getByRole("link", { name: "Back to the estimate" }).click();
  const row = documentRow(page, made?.data.number ?? "");
  await row.getByText("Signed", { exact: true }).waitFor();
  await row.getByRole("button", { name: /^More for / }).click();
  await row.getByRole("button", { name: "Certificate" }).click();
  const certificate = page.getByRole("dialog", { name: /^Certificate of / });
  expect((await savePdf(page, certificate)).subarray(0, 5).toString()).toBe("%PDF-");
  await certificate.getByRole("button", { name: "Close" }).click();
  await row.getByRole("button", { name: /^More for / }).click();

  // The owner gets the exact file that was signed.
  await row.getByRole("button", { name: "E-mail", exact: true }).click();
  const writing = page.getByRole("dialog", { name: /^E-mail / });
  await eventually(() => writing.getByRole("checkbox", { name: /^Karen & Tom Whitfield, / }).isChecked()).toBe(true);
  await writing.getByLabel("Other addresses").fill("owner@example.test");
  await writing.getByRole("button", { name: "Send" }).click();
  await page.getByText(/ is on its way to /).waitFor();
  await eventually(() => coversSeen(page)).toEqual(["drawing: Creating document", "drawing: Sending"]);
  await eventually(() => Promise.resolve(mailsTo("owner@example.test").length)).toBe(1);
  const [attachment] = mailsTo("owner@example.test").flatMap(({ attachments }) => attachments);
  expect(Buffer.compare(attachment?.bytes ?? new Uint8Array(), pdf)).toBe(0);

  // The paper lists its recipients.
  const { view } = await openPaper(page, row);
  await view.getByText(/^Mailed to .*owner@example\.test/).waitFor();
  await page.keyboard.press("Escape");
  await view.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("button", { name: "Check a PDF" }).click();
  const dialog = page.getByRole("dialog", { name: "Check a PDF" });
  const broken = Buffer.from(pdf);
  broken[broken.length - 40] = (broken[broken.length - 40] ?? 0) ^ 1;
  const check = async (bytes: Buffer): Promise<string> => {
    await dialog.getByLabel("PDF file").setInputFiles({ name: "c.pdf", mimeType: "application/pdf", buffer: bytes });
    await dialog.getByRole("button", { name: "Check", exact: true }).click();
    await dialog.getByText(`SHA-256 ${sha256(bytes)}`).waitFor();
    return (await dialog.getByRole("status").textContent()) ?? "";
  };
  expect(await check(pdf)).toContain("byte for byte");
  expect(await check(broken)).not.toContain("byte for byte");
  await dialog.getByRole("button", { name: "Close" }).first().click();

  await row.getByRole("button", { name: /^More for / }).click();
  await eventually(() => row.getByRole("button", { name: "Delete Signed documents stay." }).isDisabled()).toBe(true);
  await eventually(() => serverDocuments(journey.app, estimateId)).toHaveLength(before.length + 1);
});

test("[DOC-24][DOC-25][DOC-26][DOC-27][OP-65] a paper is drawn, drawn again after a failure, mailed to each address, and deleted", async () => {
  const estimateId = await makeEstimate(journey.app, { name: "Paper work", work: { 1: 0 } });
  const name = "Order of shingles";
  const { id } = await makeDocument(journey.app, { estimateId, kind: "purchaseOrder", name });
  const page = await visitEstimate(journey, { id: estimateId });
  const row = documentRow(page, name);
  await row.getByText("PDF ready").waitFor();

  // The state that its job leaves after the last attempt.
  await journey.app.query("update document set pdf_status = $2, pdf_hash = null, pdf_failure = $3 where id = $1", [
    id,
    PDF_STATUSES.failure,
    'The file "warranty.pdf" is missing, so the document cannot be made.',
  ]);
  await page.reload();
  await row.getByText('PDF failed: The file "warranty.pdf" is missing').waitFor();
  await row.getByRole("button", { name: /^Try again/ }).click();
  await row.getByText("PDF ready").waitFor();

  mailServer?.refuseAddress("gone@example.test", 550);
  await openMenu(page, name);
  await page.getByRole("button", { name: "E-mail", exact: true }).click();
  const writing = page.getByRole("dialog", { name: `E-mail ${name}` });
  await writing.getByLabel("Other addresses").fill("yard@example.test, gone@example.test; nobody");
  await writing.getByRole("button", { name: "Send" }).click();
  await writing.getByText('"nobody" is not an e-mail address.').waitFor();
  await writing.getByLabel("Other addresses").fill("yard@example.test, gone@example.test");
  await writing.getByRole("textbox", { name: "Message" }).fill("Please deliver on Friday.");
  await writing.getByRole("button", { name: "Send" }).click();
  await page.getByText(`${name} is on its way to 2 addresses`).waitFor();
  await openMenu(page, name);
  await page.getByRole("button", { name: "E-mail history" }).click();
  const history = page.getByRole("dialog", { name: `E-mails of ${name}` });
  const sending = (address: string) => history.getByRole("listitem").filter({ hasText: address });
  await sending("yard@example.test").getByText("Sent", { exact: true }).waitFor();
  await sending("gone@example.test").getByText("Failed", { exact: true }).waitFor();
  await sending("gone@example.test").getByText("The mail server did not accept this address.").waitFor();
  const [mail, ...furtherMails] = mailsTo("yard@example.test");
  expect(furtherMails).toEqual([]);
  expect(mail).toMatchObject({ to: ["yard@example.test"], from: "office@northgable.test" });
  expect(mail?.text).toContain("Please deliver on Friday.");
  expect(mail?.attachments).toHaveLength(1);
  await history.getByRole("button", { name: "Close" }).first().click();

  const remove = async (): Promise<void> => {
    await openMenu(page, name);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText(`Delete ${name}?`).waitFor();
  };
  await remove();
  await page.getByRole("button", { name: "Cancel" }).click();
  await row.waitFor();
  await remove();
  await page.getByRole("button", { name: "Delete document" }).click();
  await row.waitFor({ state: "detached" });
  await eventually(() => serverDocuments(journey.app, estimateId)).toEqual([]);
});

test("[DOC-14][DOC-15][DOC-16][DOC-17][DOC-18][DOC-19][DOC-20][DOC-21] every kind is viewed by login and by link, and by no other company", async () => {
  const estimateId = await makeEstimate(journey.app, { name: "All kinds", work: { 1: 0 } });
  const page = await visitEstimate(journey, { id: estimateId });
  const [authorization, foreign] = await Promise.all(
    [SALES, OTHER_COMPANY_SALES].map(async (email) => `Bearer ${await tokenOf(journey.app, email)}`),
  );
  const call = (url: string, init: RequestInit = {}) => fetch(new URL(url, journey.app.url), init);
  for (const kind of DOCUMENT_KINDS) {
    const { id } = await makeDocument(journey.app, { estimateId, kind, name: DOCUMENT_LABELS[kind] });
    const url = `/pdf/${DOCUMENT_SLUGS[kind]}/${String(id)}`;
    const own = await fetchAs(page, url);
    expect(own, kind).toMatchObject({ status: 200, contentType: "application/pdf" });
    expect(own, kind).toSatisfy(isPdf);
    expect((await call(url, { headers: { authorization: foreign ?? "" } })).status, kind).toBe(404);
    expect((await call(url)).status, kind).toBe(401);
    const linkUrl = `/api/documents/${String(id)}/link`;
    const reply = await call(linkUrl, { method: "POST", headers: { authorization: authorization ?? "" } });
    const link = (await reply.json()) as { url: string };
    const linked = await call(link.url);
    expect(linked.status, kind).toBe(200);
    expect(
      Buffer.from(await linked.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      kind,
    ).toBe("%PDF-");
    // A link opens only the paper that it names.
    expect((await call(link.url.replace(`/${String(id)}`, `/${String(id - 1)}`))).status, kind).not.toBe(200);
  }
});

test("[PAPER-30][EST-06][EST-48] a long list is narrowed to one kind; a link to one paper is copied, and opens it for a person without a login", async () => {
  const estimateId = await makeEstimate(journey.app, { name: "By link", work: { 1: 0 } });
  await makeDocument(journey.app, { estimateId, kind: "itemizedEstimate", name: "Lines by link" });
  for (const supplier of ["North", "East", "South", "West"])
    await makeDocument(journey.app, { estimateId, kind: "purchaseOrder", name: `Order ${supplier}` });
  const page = await visitEstimate(journey, { id: estimateId });
  const papers = page.getByRole("region", { name: "Documents" });
  const rows = papers.getByRole("button", { name: /^More for / });
  await eventually(() => rows.count()).toBe(5);
  await papers.getByLabel("Kind").selectOption("Purchase order (4)");
  await eventually(() => rows.count()).toBe(4);
  await eventually(() => papers.getByText("Lines by link").count()).toBe(0);
  await papers.getByLabel("Kind").selectOption("All documents (5)");
  await eventually(() => rows.count()).toBe(5);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openMenu(page, "Lines by link");
  await page.getByRole("button", { name: "Copy link" }).click();
  await page
    .getByText("The link to Lines by link is copied. It opens without a login for 10 minutes.")
    .first()
    .waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const stranger = await (await journey.openDevice()).newPage();
  await stranger.goto("/");
  expect(await fetchAs(stranger, link)).toSatisfy(isPdf);
  expect((await fetchAs(stranger, link.replace(/&link=.*/, ""))).status).toBe(401);
});
