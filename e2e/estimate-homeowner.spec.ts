import { calculateEstimate, copiesOf, summaryKey, type Estimate } from "@ridgebook/contract";
import {
  comparePackages,
  fraction,
  fromItems,
  indexPriceBook,
  priceWorkflow,
  type PricedLine,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PASSWORD } from "./support/account.ts";
import { findEstimateId, makeHouses, visitEstimate, WHOLE_HOUSE, WINDOWS_ONLY } from "./support/demo-estimates.ts";
import { openEstimate, serverEstimate } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";

/* The homeowner's view: prices, and nowhere in the whole page what the company pays or keeps. */

const journey = prepareJourney();

/** Smaller amounts occur in a page by chance, as a width or a number of feet: they count only as dollars with cents. */
const TELLING_FROM = 100;

const book = indexPriceBook(starterPriceBook);

/** Every cost and margin in dollars that the company knows of an estimate, with those of its compared packages. */
function secretsOf(estimate: Estimate): ReadonlyMap<number, string> {
  const secrets = new Map<number, string>();
  const add = (amount: number, name: string): void => {
    const cents = Math.round(Math.abs(amount) * 100) / 100;
    if (cents > 0 && !secrets.has(cents)) secrets.set(cents, name);
  };
  const addTotals = ({ totalCost, totalWithMargin, totalWithPromotion }: WorkflowTotals, name: string): void => {
    add(totalCost, `cost of ${name}`);
    add(totalWithMargin - totalCost, `margin of ${name}`);
    // The difference by the mark-up would reveal it, and so would the amount without it.
    if (totalWithMargin !== totalWithPromotion) {
      add(totalWithMargin - totalWithPromotion, `mark-up of ${name}`);
      add(totalWithPromotion, `total without the mark-up of ${name}`);
    }
  };
  const addLine = (name: string, { definition, totals, children }: PricedLine): void => {
    add(totals.materialCost, `material cost of ${definition.key}${name}`);
    add(totals.laborCost, `labor cost of ${definition.key}${name}`);
    add(totals.totalCost, `cost of ${definition.key}${name}`);
    for (const child of children) addLine(name, child);
  };
  const copies = copiesOf(estimate);
  const shares = copies.flatMap((copy) => {
    const summary = estimate.workflowSummaries[summaryKey(copy)];
    return summary
      ? [
          {
            ...copy,
            discountableItemTotal: summary.discountableItemTotal,
            nonDiscountableItemTotal: summary.nonDiscountableItemTotal,
            totalCost: summary.totalCost,
            discountPercent: fraction(summary.discountPercent),
            marginPercent: fraction(summary.marginPercent),
          },
        ]
      : [];
  });
  const { totals: sums } = calculateEstimate(estimate);
  add(sums.totalCost, "cost of the estimate");
  add(sums.total - sums.totalCost, "margin of the estimate");
  for (const [index, copy] of copies.entries()) {
    const { workflowId } = copy;
    const own = sums.workflows[index];
    if (own) addTotals(own, `workflow ${String(workflowId)}`);
    const values = fromItems({ ...copy, items: estimate.items });
    for (const line of priceWorkflow({ workflowId, book }, values)) addLine("", line);
    const compared = comparePackages({
      copy,
      values,
      book,
      shares,
      payment: null,
      comparisons: estimate.comparisons,
      optionIds: estimate.comparisons
        .filter((each) => each.workflowId === workflowId && each.workflowEstimateId === copy.workflowEstimateId)
        .map(({ fieldOptionId }) => fieldOptionId),
      terms: { promotion: estimate.promotion, feePercent: fraction(estimate.term.feePercent / 100) },
    });
    for (const { optionId, lines, totals } of compared) {
      addTotals(totals, `workflow ${String(workflowId)} with ${optionId}`);
      for (const line of lines) addLine(` with ${optionId}`, line);
    }
  }
  return secrets;
}

/**
 * The forms of an amount in a page: "10,997.80", "10997.8", "$10,998". Whole numbers count only with a dollar sign or with their cents, because any
 * length, drawing or number of payments may be one; small ones only as "$64.12".
 */
function writings(amount: number): readonly string[] {
  if (amount < TELLING_FROM) return [`$${amount.toFixed(2)}`];
  const whole = Math.round(amount);
  return [
    amount.toFixed(2),
    amount.toLocaleString("en-US", { minimumFractionDigits: 2 }),
    ...(amount === whole ? [] : [String(amount), amount.toLocaleString("en-US")]),
    `$${String(whole)}`,
    `$${whole.toLocaleString("en-US")}`,
  ];
}

/** Whether a text has the amount by itself, not inside a longer number. */
const stands = (text: string, amount: string): boolean =>
  new RegExp(String.raw`(?<![\d.,])${amount.replaceAll(/[.$]/g, String.raw`\$&`)}(?![\d]|[.,]\d)`).test(text);

/** The whole page without the addresses of its files, whose hashes have arbitrary digits. */
const wholePage = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const part of copy.querySelectorAll("script[src], link[href], style")) part.remove();
    return copy.outerHTML;
  });

const NOTE = "Ladder behind the shed, ask 4711 for the key.";

/** Fails if a homeowner's page has a secret, a word of the company's own, or the note. */
async function expectNothingTold(page: Page, secrets: ReadonlyMap<number, string>, where: string): Promise<void> {
  const html = await wholePage(page);
  expect({ where, found: foundIn(html, secrets) }).toEqual({ where, found: [] });
  expect(html).not.toMatch(/\bcosts?\b|margin(?!-)|mark-?up|profit/i);
  expect(html).not.toContain("4711");
  expect(html).not.toContain("Ladder");
}

const foundIn = (html: string, secrets: ReadonlyMap<number, string>): string[] =>
  [...secrets].flatMap(([amount, name]) =>
    writings(amount).some((text) => stands(html, text)) ? [`${name}: ${String(amount)}`] : [],
  );

test("[HOME-01] nothing in the homeowner's page tells a cost, a margin or a note, for the estimate and for one workflow", async () => {
  const id = await findEstimateId(journey.app, WHOLE_HOUSE);
  const secrets = secretsOf(await serverEstimate(journey.app, id));
  expect(secrets.size).toBeGreaterThan(50);
  const page = await visitEstimate(journey, { id, below: "/summary/4", device: "tablet" });
  await page.getByLabel("Notes of Gutters").fill(NOTE);
  await page.locator("#notes").getByRole("button", { name: "Save", exact: true }).click();
  await page.locator("#notes").getByText("Nothing to save").waitFor();
  // The search works: it finds the cost in the salesperson's page.
  await openEstimate(page, id);
  await page.getByText("Estimate total").waitFor();
  expect(foundIn(await wholePage(page), secrets).length).toBeGreaterThan(5);

  for (const below of ["/homeowner", "/homeowner?show=1", "/homeowner?show=3", "/homeowner?show=4"]) {
    await openEstimate(page, id, below);
    await page.locator("#homeowner-total").waitFor();
    for (const more of await page.locator("main summary").all()) await more.click();
    await expectNothingTold(page, secrets, below);
  }
});

/** Every workflow, with packages that the sample house has not chosen. */
const ALL_HOUSES = [
  "roofing-colonial",
  "siding-colonial",
  "windows-ranch",
  "gutters-cape",
  "repairs-cape",
  "insulation-cape",
  "trim-cape",
];
const COMPARED = {
  1: ["Good: three-tab", "Better: architectural", "Best: designer"],
  2: [
    "Good: fiber cement lap, primed",
    "Better: fiber cement lap, prefinished",
    "Best: fiber cement lap and shingle, prefinished",
  ],
  3: ["Good: builder vinyl", "Better: premium vinyl", "Best: composite"],
};

test("[HOME-01] with a discount and a mark-up, in months, and after another choice, no work and no compared package tells what it costs", async () => {
  const decided = { discountPercent: 0.05, marginPercent: 0.08 };
  const id = await makeHouses(journey.app, { name: "Seven to see", files: ALL_HOUSES, compared: COMPARED, decided });
  const before = await serverEstimate(journey.app, id);
  const secrets = secretsOf(before);
  // Each of the compared packages has its own cost.
  expect([...secrets.values()].filter((name) => /^cost of workflow [123] with /.test(name)).length).toBeGreaterThan(5);
  const page = await visitEstimate(journey, { id, below: "/homeowner", device: "tablet" });
  await page.locator("#homeowner-total").waitFor();
  await expectNothingTold(page, secrets, "in full");
  const views = page.getByRole("radio", { name: "Monthly" });
  await eventually(() => views.count()).toBe(3);
  for (const view of await views.all()) await view.check();
  for (const more of await page.locator("main summary").all()) await more.click();
  await expectNothingTold(page, secrets, "by the month");

  await page.getByRole("button", { name: /: Designer$/ }).click();
  await page.getByRole("button", { name: /^Chosen ?: Designer$/, pressed: true }).waitFor();
  await eventually(async () => (await serverEstimate(journey.app, id)).revision).toBeGreaterThan(before.revision);
  const after = secretsOf(await serverEstimate(journey.app, id));
  await expectNothingTold(page, new Map([...secrets, ...after]), "with another package");
  for (const workflowId of before.workflowIds) {
    await openEstimate(page, id, `/homeowner?show=${String(workflowId)}`);
    await page.locator("#homeowner-total").waitFor();
    await expectNothingTold(page, after, `workflow ${String(workflowId)} alone`);
  }
});

test("[HOME-02] the homeowner's view is left with two deliberate presses, and not by the browser's way back", async () => {
  const id = await findEstimateId(journey.app, WHOLE_HOUSE);
  const page = await visitEstimate(journey, { id, device: "tablet" });
  await page.getByRole("link", { name: "Show homeowner" }).click();
  await page.getByRole("heading", { level: 1, name: "Your estimate" }).waitFor();
  const isHere = (): boolean => new URL(page.url()).pathname.endsWith("/homeowner");
  // No frame of the app, and no link elsewhere.
  await eventually(() => page.locator("a:not([href='#content'])").count()).toBe(0);

  const leave = page.getByRole("button", { name: "Leave this view" });
  await page.getByRole("button", { name: "Done" }).click();
  await leave.waitFor();
  expect(isHere()).toBe(true);
  // A second press at the same place, or Enter out of habit, does not leave.
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep looking");
  await page.keyboard.press("Enter");
  await leave.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Done" }).click();
  await leave.waitFor();
  await page.keyboard.press("Escape");
  await leave.waitFor({ state: "detached" });
  expect(isHere()).toBe(true);

  await page.goBack();
  await leave.waitFor();
  expect(isHere()).toBe(true);
  await leave.click();
  await page.getByText("Estimate total").waitFor();
  await eventually(isHere).toBe(false);
});

/** Pixels per inch of every drawn window of the page, across and up. */
const windowScales = (page: Page): Promise<number[]> =>
  page
    .getByRole("list", { name: "Windows" })
    .getByRole("img")
    .evaluateAll((drawings) =>
      drawings.flatMap((drawing) => {
        const [, width, height] = /([\d.]+) by ([\d.]+) inches/.exec(drawing.getAttribute("aria-label") ?? "") ?? [];
        const frame = drawing.querySelector<SVGPathElement>('path[fill]:not([fill="none"])');
        const box = frame?.getBBox();
        const shown = frame?.getScreenCTM();
        if (!box || !shown) return [];
        return [(box.width * shown.a) / Number(width), (box.height * shown.d) / Number(height)];
      }),
    );

test.each(["phone", "tablet", "desktop"] as const)(
  "[HOME-04] on a %s a door is larger than a window beside it, because all are drawn to one scale",
  async (device) => {
    const id = await findEstimateId(journey.app, WINDOWS_ONLY);
    const page = await visitEstimate(journey, { id, below: "/homeowner", device });
    await page.locator("#homeowner-total").waitFor();
    const scales = await windowScales(page);
    expect(scales.length).toBeGreaterThan(2);
    // Paths are written to a hundredth of a pixel.
    expect(Math.max(...scales) / Math.min(...scales)).toBeLessThan(1.005);
  },
);

test("[HOME-09][HOME-06][HOME-08] with a PIN the homeowner's view is left with it only: not by the way back, an address or a reload", async () => {
  const id = await findEstimateId(journey.app, WHOLE_HOUSE);
  const page = await visitEstimate(journey, { id, device: "tablet" });
  const openAccount = async (): Promise<void> => {
    await page.goto("/account/manage");
  };
  await openAccount();
  await page.getByRole("button", { name: "Set a PIN" }).click();
  await page.getByLabel("PIN", { exact: true }).fill("4711");
  await page.getByLabel("PIN again").fill("4712");
  await page.getByRole("button", { name: "Save PIN" }).click();
  await page.getByText("This is not the same PIN.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  const opener = page.getByRole("button", { name: "Set a PIN" });
  await eventually(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByLabel("PIN", { exact: true }).fill("4711");
  await page.getByLabel("PIN again").fill("4711");
  await page.getByRole("button", { name: "Save PIN" }).click();
  await page.getByText("Set on this device", { exact: true }).waitFor();

  // Another tab of the same browser, with costs in it.
  const other = await page.context().newPage();
  await openEstimate(other, id);
  await openEstimate(page, id);
  await page.getByRole("link", { name: "Show homeowner" }).click();
  const title = page.getByRole("heading", { level: 1, name: "Your estimate" });
  await title.waitFor();
  const isHere = (): boolean => new URL(page.url()).pathname.endsWith(`/estimate/${String(id)}/homeowner`);
  const pin = page.getByLabel("PIN", { exact: true });
  // The label of a wrong one has a star.
  const password = page.getByLabel(/^Password/).and(page.locator("input"));
  await eventually(() => new URL(other.url()).pathname).toContain("/homeowner");
  await other.close();
  await page.goBack();
  await pin.waitFor();
  expect(isHere()).toBe(true);
  await page.keyboard.press("Escape");
  await pin.waitFor({ state: "detached" });
  const done = page.getByRole("button", { name: "Done" });
  await eventually(() => done.evaluate((button) => button === document.activeElement)).toBe(true);
  for (const address of ["/estimator/leads", "/account/manage", `/estimator/estimate/${String(id)}`, "/"]) {
    await page.goto(address);
    await title.waitFor();
    expect(isHere(), address).toBe(true);
  }
  await page.reload();
  await title.waitFor();

  // The PIN is compared on the device.
  await page.context().setOffline(true);
  const leave = page.getByRole("button", { name: "Leave this view" });
  await done.click();
  await pin.fill("0000");
  await leave.click();
  await page.getByText("This PIN is not correct.").waitFor();
  await page.getByRole("button", { name: "Forgot the PIN?" }).click();
  // Browsers fill in a saved login at "current-password", and ignore "off".
  await eventually(() => password.getAttribute("autocomplete")).toBe("new-password");
  await password.fill(PASSWORD);
  await leave.click();
  await page.getByText("This needs a signal. The PIN works without one.").waitFor();
  await page.getByRole("button", { name: "Use the PIN" }).click();
  await pin.fill("4711");
  await page.keyboard.press("Enter");
  await page.getByText("Estimate total").waitFor();
  expect(isHere()).toBe(false);

  // Forgotten, but online: the password works.
  await page.context().setOffline(false);
  await openEstimate(page, id, "/homeowner");
  await done.click();
  await page.getByRole("button", { name: "Forgot the PIN?" }).click();
  await password.fill("Wrong-1");
  await leave.click();
  await page.getByText("This password is not correct.").waitFor();
  await password.fill(PASSWORD);
  await leave.click();
  await eventually(isHere).toBe(false);
  await openAccount();
  await page.getByRole("button", { name: "Remove PIN" }).click();
  await page.getByRole("button", { name: "Set a PIN" }).waitFor();
});
