import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { signIn } from "./support/account.ts";
import {
  DEMO_LEAD,
  WHOLE_HOUSE,
  findEstimateId,
  makeEstimate,
  makeHouses,
  visitEstimate,
} from "./support/demo-estimates.ts";
import { countStored, setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { openPaper, savePdf, serverDocuments, signDocument, waitUntilFilesKept } from "./support/documents.ts";
import { enterDiscount, readEstimateTotals } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { inspect, INSPECTED_DEVICE } from "./support/inspect-page.ts";
import { HAS_ERRORS } from "./support/house-entry.ts";
import { countLeads, findLeadId } from "./support/leads.ts";

/* From the finished estimate to a signed paper, online and offline. */

const journey = prepareJourney();

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

test("[DOC-06][DOC-12][DOC-22][EST-26][PAPER-32] a contract of a finished estimate is signed online, the server keeps the very file, and it opens inside the app", async () => {
  const estimateId = await findEstimateId(journey.app, WHOLE_HOUSE);
  const before = await serverDocuments(journey.app, estimateId);
  const page = await visitEstimate(journey, { id: estimateId, ...INSPECTED_DEVICE });
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("dialog", { name: "New document" }).getByRole("link", { name: "Contract", exact: true }).click();
  await page.getByRole("heading", { name: "New contract" }).waitFor();

  // Typed text appears on the paper beside it.
  const paper = page.getByRole("article", { name: "Contract as it will be" });
  await page.getByLabel("Working days").fill("5");
  await paper.getByText("5 working days").first().waitFor();
  expect(await signDocument(page, "contract")).toEqual(["Karen Whitfield", "Tom Whitfield", "Dana Mercer"]);
  await page.getByText("Signed, and the office has it").waitFor();
  const pdf = await savePdf(page);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");

  const [made, ...others] = (await serverDocuments(journey.app, estimateId)).slice(before.length);
  expect(others).toEqual([]);
  expect(made).toMatchObject({ type: 1 });
  expect(made?.data.fingerprint).toMatch(/^[0-9a-f]{64}$/);

  await page.getByRole("link", { name: "Back to the estimate" }).click();
  const row = page
    .getByRole("region", { name: "Documents" })
    .getByRole("listitem")
    .filter({ hasText: made?.data.number ?? "" });
  await row.getByText("Signed", { exact: true }).waitFor();

  // The paper opens inside the app, as pages; its file is the signed one.
  const { name, view } = await openPaper(page, row);
  await view
    .getByText(/^Page 1 of \d+$/)
    .first()
    .waitFor();
  const pages = view.getByRole("region", { name: /^Page \d+ of / });
  await eventually(() => pages.count()).toBeGreaterThan(3);
  await pages.first().getByText("Karen Whitfield").first().waitFor();
  expect(await inspect(page, "the paper")).toEqual([]);
  expect(sha256(await savePdf(page, view))).toBe(sha256(pdf));
  await page.keyboard.press("Escape");
  await view.waitFor({ state: "detached" });
  await eventually(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(page.context().pages()).toEqual([page]);

  // The estimate differs from the signed paper: the page says so, with a link to fix it.
  const changed = page.getByText(/^Contract \S+ was signed at another price/);
  await eventually(() => changed.count()).toBe(0);
  const { total: signedTotal } = await readEstimateTotals(page);
  await enterDiscount(page, "Gutters", { discount: 10, margin: 0 });
  await page.goBack();
  await page.getByText("Estimate total").waitFor();
  await eventually(async () => (await readEstimateTotals(page)).total).toBeLessThan(signedTotal);
  const { total } = await readEstimateTotals(page);
  const lower = (signedTotal - total).toLocaleString("en-US", { style: "currency", currency: "USD" });
  await page
    .getByText(`Contract ${made?.data.number ?? ""} was signed at another price: the estimate is ${lower} lower now.`)
    .waitFor();
  await page.getByRole("link", { name: "Make a change order" }).click();
  await page.getByRole("heading", { name: "New change order" }).waitFor();
  await page.getByRole("article").getByText(`−${lower}`).first().waitFor();
});

test("[SCOPE-11][MSG-02][MSG-05] a contract that is made tells of work without a price; an error is shown when its field is left, and only while it lasts; leaving the review loses nothing", async () => {
  const id = await makeEstimate(journey.app, { name: "Not entered yet", work: { 4: 0 } });
  const page = await visitEstimate(journey, { id, below: "/contract/create" });
  const noPrice = page.getByText("No price: nothing is entered yet.");
  await noPrice.waitFor();
  await eventually(() => page.getByRole("link", { name: "Open Gutters" }).getAttribute("href")).toBe(
    `/estimator/estimate/${String(id)}/summary/4`,
  );
  await page.getByRole("checkbox", { name: "Gutters" }).uncheck();
  await noPrice.waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: "Gutters" }).check();

  const days = page.getByLabel("Working days");
  await days.pressSequentially("1,");
  const paper = page.getByRole("article", { name: "Contract as it will be" });
  await paper.getByText("1 working day").first().waitFor();
  await eventually(() => days.getAttribute("aria-invalid")).toBeNull();
  await days.press("Tab");
  await page.getByText("“1,” is not a number.").waitFor();

  const refusal = page.getByText(HAS_ERRORS);
  // A notice under the pointer does not close by itself; if it closed before, press again.
  await eventually(async () => {
    await page.getByRole("button", { name: "Review & sign" }).click();
    return refusal.hover({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  }).toBe(true);
  await days.fill("5");
  await refusal.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Review & sign" }).click();
  await page.getByRole("heading", { name: "Review & sign contract" }).waitFor();

  // Leaving the review loses nothing, so it asks no question; leaving the choices asks, as every form does.
  const create = page.url();
  const back = page.getByRole("link", { name: /Not entered yet/ }).first();
  await back.click();
  await page.waitForURL((address) => !address.pathname.endsWith("/create"));
  await page.goto(create);
  await page.getByText("What you chose before is still here.").waitFor();
  await eventually(() => page.getByLabel("Working days").inputValue()).toBe("5");
  await back.click();
  await page.getByText("Do you really want to leave? You have unsaved changes!").waitFor();
});

test("[DOC-31][OFF-06] without a network from the first click a contract is made, signed and saved, and is on the server once when the signal returns", async () => {
  const estimateId = await findEstimateId(journey.app, WHOLE_HOUSE);
  const before = await serverDocuments(journey.app, estimateId);
  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  // Online, this device has opened only the list of leads.
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await waitUntilFilesKept(page);
  await setOffline(context, true);

  await page.goto(`/estimator/leads/${String(await findLeadId(journey.app, DEMO_LEAD))}/details`);
  await page.getByRole("link", { name: WHOLE_HOUSE, exact: true }).click();
  await page.getByText("Estimate total").waitFor();
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("dialog", { name: "New document" }).getByRole("link", { name: "Contract", exact: true }).click();
  await page.getByRole("heading", { name: "New contract" }).waitFor();
  await signDocument(page, "contract");
  await page.getByText("Signed and saved on this device, will be sent").waitFor();
  const pdf = await savePdf(page);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");

  // An offline reload finds it again, byte for byte.
  await page.reload();
  await page.getByText("Signed and saved on this device, will be sent").waitFor();
  expect(sha256(await savePdf(page))).toBe(sha256(pdf));
  await eventually(() => serverDocuments(journey.app, estimateId)).toHaveLength(before.length);

  await setOffline(context, false);
  await page.getByText("Signed, and the office has it").waitFor();
  const made = (await serverDocuments(journey.app, estimateId)).slice(before.length);
  expect(made).toHaveLength(1);
  expect(sha256(await savePdf(page))).toBe(sha256(pdf));
  await eventually(() => countStored(page, "local-changes")).toBe(0);
});

test("[ROUTE-39][ROUTE-40][ROUTE-41][ROUTE-42][ROUTE-43][OP-67] each kind has its page, alone or made from another document", async () => {
  // A separate estimate: for one with signed contracts the page first checks for more.
  const estimateId = await makeHouses(journey.app, { name: "Each kind", files: ["gutters-cape"], isDone: true });
  const page = await visitEstimate(journey, { id: estimateId, below: "/contract/create" });
  await signDocument(page, "contract");
  await page.getByText("Signed, and the office has it").waitFor();
  const contractId = String((await serverDocuments(journey.app, estimateId)).at(-1)?.id);

  const open = async (below: string, heading: string): Promise<void> => {
    await page.goto(`/estimator/estimate/${String(estimateId)}/${below}`);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  };
  for (const [slug, heading] of [
    ["contract", "New contract"],
    ["purchase-order", "New purchase order"],
    ["work-order", "New work order"],
    ["change-order", "New change order"],
  ] as const)
    await open(`${slug}/create`, heading);
  for (const [slug, heading] of [
    ["contract", "New contract"],
    ["purchase-order", "New purchase order"],
    ["work-order", "New work order"],
    ["labor-bill", "New labor bill"],
    ["final-labor-bill", "New final labor bill"],
  ] as const) {
    await open(`${slug}/create/${contractId}`, heading);
    await page.getByText("from Contract, ").waitFor();
  }
  // A labor bill needs a document that it is made from; an unknown document begins nothing.
  await open("labor-bill/create", "Page not found");
  await page.goto(`/estimator/estimate/${String(estimateId)}/labor-bill/create/999999`);
  await page.getByRole("alert").getByText("The information you requested was not found.").waitFor();
  await page.waitForURL(`**/estimator/estimate/${String(estimateId)}`);
});
