import { expect, test } from "vitest";
import { makeHouses, visitEstimate } from "./support/demo-estimates.ts";
import { drawSignature, serverDocuments, signDocument } from "./support/documents.ts";
import { readStore } from "./support/device.ts";
import { openEstimate } from "./support/estimates.ts";
import { inspect, INSPECTED_DEVICE } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInPastThePage } from "./support/past-the-page.ts";

/* What a salesperson reads before anyone signs: a wrong clock, a paper of the same work, a price below nothing, a name in its own script. */

const journey = prepareJourney();

const makeGutters = (name: string): Promise<number> =>
  makeHouses(journey.app, { name, files: ["gutters-cape"], isDone: true });

const DAY_MS = 86_400_000;

test("[SIGN-46][SIGN-47][SIGN-48] a clock that is a year ahead is reported, and the paper is dated by the server's clock, also when it jumps while people sign", async () => {
  const id = await makeGutters("Wrong clock");
  const context = await journey.openDevice(INSPECTED_DEVICE);
  const page = await context.newPage();
  await signInPastThePage(page);
  const trueTime = Date.now();
  await page.clock.setSystemTime(trueTime + 370 * DAY_MS);
  await openEstimate(page, id, "/contract/create");
  await page.getByRole("button", { name: "Review & sign" }).click();
  const dated = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/New_York" }).format(trueTime);
  await page
    .getByText(`This device's clock is 1 year and 5 days ahead. The paper is dated ${dated}, by the server's clock.`)
    .waitFor();
  expect(await inspect(page, "the review with a wrong clock")).toEqual([]);

  const sign = async (): Promise<void> => {
    await drawSignature(page);
    await page.getByRole("button", { name: /^I agree, sign as / }).click();
  };
  await sign();
  await page.getByText("1 of 3 signed").waitFor();
  await page.clock.setSystemTime(trueTime + 740 * DAY_MS);
  await sign();
  await page.getByText("2 of 3 signed").waitFor();
  await sign();
  await page.getByRole("button", { name: "Finish contract" }).click();
  await page.waitForURL(/[?&]made=-?\d+/);
  await eventually(async () => (await serverDocuments(journey.app, id)).length).toBe(1);
  const [made] = await serverDocuments(journey.app, id);
  const { date, dateText } = JSON.parse(made?.data.model ?? "") as { date: string; dateText: string };
  expect(dateText).toBe(dated);
  expect(made?.data.number).toMatch(
    new RegExp(`^${date.slice(0, 4)}-${date.slice(5).replace("-", "")}-[2-9A-HJKMNP-Z]{6}$`),
  );
  const { aheadSeconds } = JSON.parse(made?.data.clock ?? "") as { aheadSeconds: number };
  expect(Math.abs(aheadSeconds - 740 * 86_400)).toBeLessThan(120);
});

test("[SIGN-49][SIGN-50] of two tabs the second shows the contract that the first has signed, and may make a change order instead", async () => {
  const id = await makeGutters("Two tabs");
  const one = await visitEstimate(journey, { id, below: "/contract/create", ...INSPECTED_DEVICE });
  const other = await one.context().newPage();
  await openEstimate(other, id, "/contract/create");
  await other.getByRole("button", { name: "Review & sign" }).click();
  await other.getByRole("heading", { name: "Review & sign contract" }).waitFor();
  await signDocument(one, "contract");

  await other
    .getByText(/^A contract of this work was signed at \d+:\d\d [AP]M\. Make a change order instead\?/)
    .waitFor();
  await eventually(() => other.locator("canvas").count()).toBe(0);
  expect(await inspect(other, "the review beside a signed contract")).toEqual([]);
  await other.getByRole("button", { name: "Sign this one anyway" }).click();
  await other.locator("canvas").waitFor();

  // A new contract shows it from the beginning.
  const third = await one.context().newPage();
  await openEstimate(third, id, "/contract/create");
  await third.getByText(/^Contract \S+ was signed at .* A change order changes what was agreed\./).waitFor();
  await third.getByRole("link", { name: "Make a change order" }).click();
  await third.getByRole("heading", { name: "New change order" }).waitFor();
});

test("[SIGN-51][SIGN-52][SIGN-56] a contract below nothing is not offered for signing, and the promotion is marked", async () => {
  const id = await makeGutters("Below nothing");
  const page = await visitEstimate(journey, { id, ...INSPECTED_DEVICE });
  await page.getByText("Estimate total").waitFor();
  await openEstimate(page, id, "/work-order/create");
  await page.getByText("Nobody has signed for Gutters.").waitFor();
  await openEstimate(page, id);
  await page.getByText("Estimate total").waitFor();
  // Another device reduced the work after the promotion was entered.
  await journey.app.query("update estimate set promotion = 999999, revision = revision + 1 where id = $1", [id]);
  await page.reload();
  await page.getByText(/^The promotion of \$999,999\.00 is more than the price/).waitFor();
  await openEstimate(page, id, "/contract/create");
  await page.getByRole("button", { name: "Review & sign" }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: /promotion/i })
    .first()
    .waitFor();
  await eventually(() => page.locator("canvas").count()).toBe(0);
  expect(await inspect(page, "the review of a contract below nothing")).toEqual([]);
  await page.getByRole("link", { name: "Promotion", exact: true }).click();
  await page.getByRole("textbox", { name: "Promotion" }).waitFor();
});

test("[SIGN-53][SIGN-54] a name in Arabic is named, and printed in the spelling that the owner confirms, with the name itself beside the signature", async () => {
  const id = await makeGutters("Arabic");
  const page = await visitEstimate(journey, { id, below: "/contract/create", ...INSPECTED_DEVICE });
  await page.getByLabel("First owner").fill("محمد علي");
  await page.getByText("محمد علي in the owner's name cannot be printed").first().waitFor();
  await page.getByRole("button", { name: "Review & sign" }).click();
  await page.getByText("Enter a spelling and let the owner confirm it.").first().waitFor();
  const confirm = page.getByRole("checkbox", { name: "The owner confirms this spelling of محمد علي" });
  await eventually(() => confirm.isDisabled()).toBe(true);
  await page.getByLabel("Printed as, for محمد علي").fill("Mohammed Ali");
  await confirm.check();
  expect(await inspect(page, "a spelling")).toEqual([]);
  await page.getByRole("button", { name: "Review & sign" }).click();
  const paper = page.getByRole("article", { name: "Contract to sign" });
  await paper.getByText("Mohammed Ali").first().waitFor();
  await eventually(() => paper.getByText("محمد").count()).toBe(0);
  await page.getByRole("heading", { level: 3, name: /^Mohammed Ali محمد علي Owner/ }).waitFor();
  expect(await inspect(page, "the review of a spelled name")).toEqual([]);
});

test("[SIGN-60][SIGN-61][SIGN-59][SIGN-64][SIGN-65][SIGN-66] an owner who is not here signs later, the same paper; a new price in between makes a new one", async () => {
  const id = await makeGutters("Signs later");
  const page = await visitEstimate(journey, { id, below: "/contract/create", ...INSPECTED_DEVICE });
  await page.getByRole("button", { name: "Review & sign" }).click();
  const sign = async (name: string): Promise<void> => {
    await drawSignature(page);
    await page.getByRole("button", { name: `I agree, sign as ${name}` }).click();
  };
  const setPromotion = (dollars: number): Promise<unknown> =>
    journey.app.query("update estimate set promotion = $2, revision = revision + 1 where id = $1", [id, dollars]);
  const paper = page.getByRole("article", { name: "Contract to sign" });

  // Before the first signature, another tab changes the price.
  await page.getByText("0 of 3 signed").waitFor();
  await setPromotion(61.37);
  const other = await page.context().newPage();
  await openEstimate(other, id);
  await eventually(async () => JSON.stringify(await readStore(page, "estimates")).includes('"promotion":61.37')).toBe(
    true,
  );
  await other.close();
  const [priceBefore] = /\$[\d,]+\.\d\d/.exec((await paper.textContent()) ?? "") ?? [];
  await sign("Karen Whitfield");
  await page.getByText("Something has changed meanwhile. Read it again, then sign.").waitFor();
  await page.getByText("0 of 3 signed").waitFor();
  await eventually(async () => /\$[\d,]+\.\d\d/.exec((await paper.textContent()) ?? "")?.[0] !== priceBefore).toBe(
    true,
  );

  // Karen's drawing is kept while Tom's pad is open.
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.querySelector("h3")?.textContent ?? "");
  await drawSignature(page);
  await page.getByRole("button", { name: "Karen Whitfield signs later" }).click();
  await eventually(focused).toMatch(/^Tom Whitfield/);
  await page.getByRole("button", { name: "Sign now as Karen Whitfield" }).click();
  await eventually(focused).toMatch(/^Karen Whitfield/);
  await page.getByRole("button", { name: "I agree, sign as Karen Whitfield" }).and(page.locator(":enabled")).click();
  await page.getByText("1 of 3 signed").waitFor();
  await page.getByRole("button", { name: "Tom Whitfield signs later" }).click();
  await eventually(focused).toMatch(/^Dana Mercer/);
  await sign("Dana Mercer");
  await page.getByText("2 of 3 signed").waitFor();
  expect(await inspect(page, "a review with a signer put off")).toEqual([]);
  await page.getByRole("button", { name: "Others sign later" }).click();

  const waiting = page.getByText(
    /Contract \S+: 2 of 3 signed\. Karen Whitfield and Dana Mercer have signed; Tom Whitfield signs later\./,
  );
  await waiting.waitFor();
  expect(await inspect(page, "an estimate with a paper that waits for a signer")).toEqual([]);
  await page.reload();
  await page.getByRole("link", { name: "Continue signing" }).click();
  await page.getByText("The 2 signatures given before are still here, on the same paper.").waitFor();
  const number = /20\d\d-\d{4}-[2-9A-HJKMNP-Z]{6}/;
  const first = number.exec((await paper.textContent()) ?? "")?.[0];

  // Another price, from the office.
  await openEstimate(page, id);
  await waiting.waitFor();
  await setPromotion(100);
  await page.reload();
  await page.getByRole("link", { name: "Continue signing" }).click();
  await page.getByText(/The price has changed: this paper says \$[\d,.]+, and it comes to \$[\d,.]+ now\./).waitFor();
  await eventually(() => page.locator("canvas").count()).toBe(0);
  expect(await inspect(page, "a paper that is not what is sold any more")).toEqual([]);
  const makeNew = page.getByRole("button", { name: "Make a new paper" });
  await makeNew.click();
  await page.getByText("The 2 signatures on it are removed: everybody signs the new one.").waitFor();
  await page.getByRole("button", { name: "Make it and sign again" }).click();
  await page.getByText("0 of 3 signed").waitFor();
  await eventually(async () => number.exec((await paper.textContent()) ?? "")?.[0] !== first).toBe(true);
  for (const name of ["Karen Whitfield", "Tom Whitfield", "Dana Mercer"]) await sign(name);
  await page.getByText("3 of 3 signed").waitFor();

  // All have signed, and the app was closed before the contract was finished: it is finished as it was signed.
  await openEstimate(page, id);
  await page.getByText(/3 of 3 signed\./).waitFor();
  await setPromotion(150);
  await page.reload();
  await page.getByRole("link", { name: "Continue signing" }).click();
  await page.getByText(/Everybody has signed it, and the contract can be finished as it is\./).waitFor();
  await makeNew.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("3 of 3 signed").waitFor();
  await page.getByRole("button", { name: "Finish contract" }).click();
  await page.waitForURL(/[?&]made=-?\d+/);
  await eventually(async () => (await serverDocuments(journey.app, id)).length).toBe(1);
  await eventually(async () => {
    const [lead] = await journey.app.query<{ status: string }>(
      "select l.lead_status as status from lead l join estimate e on e.lead_id = l.id where e.id = $1",
      [id],
    );
    return lead?.status;
  }).toBe("Sold");
});
