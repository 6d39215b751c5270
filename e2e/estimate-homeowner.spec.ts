import type { Estimate } from "@ridgebook/contract";
import { indexPriceBook, fromItems, priceWorkflow, type PricedLine } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findEstimateId, visitEstimate, WHOLE_HOUSE, WINDOWS_ONLY } from "./support/demo-estimates.ts";
import { openEstimate, serverEstimate } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";

/* What the homeowner is handed: prices, and nowhere in the whole page what the company pays or keeps. */

const journey = prepareJourney();

/** Smaller amounts stand in a page by chance: a width, a number of feet. */
const TELLING_FROM = 100;

/** Every cost and margin in dollars that the company knows of an estimate. */
function secretsOf({ items, workflowSummaries, workflowIds }: Estimate): ReadonlyMap<number, string> {
  const secrets = new Map<number, string>();
  const add = (amount: number, name: string): void => {
    const cents = Math.round(Math.abs(amount) * 100) / 100;
    if (cents >= TELLING_FROM) secrets.set(cents, name);
  };
  let cost = 0;
  let total = 0;
  for (const [key, summary] of Object.entries(workflowSummaries)) {
    add(summary.totalCost, `cost of workflow ${key}`);
    add(summary.totalWithMargin - summary.totalCost, `margin of workflow ${key}`);
    cost += summary.totalCost;
    total += summary.totalWithMargin;
  }
  add(cost, "cost of the estimate");
  add(total - cost, "margin of the estimate");
  const book = indexPriceBook(starterPriceBook);
  const addLine = ({ definition, totals, children }: PricedLine): void => {
    add(totals.materialCost, `material cost of ${definition.key}`);
    add(totals.laborCost, `labor cost of ${definition.key}`);
    add(totals.totalCost, `cost of ${definition.key}`);
    children.forEach(addLine);
  };
  for (const workflowId of workflowIds)
    priceWorkflow({ workflowId, book }, fromItems({ workflowId, workflowEstimateId: 1, items })).forEach(addLine);
  return secrets;
}

/**
 * As a page may write an amount: "10,997.80", "10997.8", "$10,998". Whole numbers count only behind a dollar sign or with their cents,
 * because any length, drawing or number of payments may be one.
 */
function writings(amount: number): readonly string[] {
  const whole = Math.round(amount);
  return [
    amount.toFixed(2),
    amount.toLocaleString("en-US", { minimumFractionDigits: 2 }),
    ...(amount === whole ? [] : [String(amount), amount.toLocaleString("en-US")]),
    `$${String(whole)}`,
    `$${whole.toLocaleString("en-US")}`,
  ];
}

/** Whether an amount stands in a text by itself, and not inside a longer number. */
const stands = (text: string, amount: string): boolean =>
  new RegExp(String.raw`(?<![\d.,])${amount.replaceAll(/[.$]/g, String.raw`\$&`)}(?![\d]|[.,]\d)`).test(text);

/** Everything of the page without the addresses of its parts, whose hashes hold any digits. */
const wholePage = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const part of copy.querySelectorAll("script[src], link[href], style")) part.remove();
    return copy.outerHTML;
  });

test("[HOME-01] nothing in the homeowner's page tells a cost, a margin or a note, for the estimate and for one workflow", async () => {
  const id = await findEstimateId(journey.app, WHOLE_HOUSE);
  const estimate = await serverEstimate(journey.app, id);
  const secrets = secretsOf(estimate);
  expect(secrets.size).toBeGreaterThan(50);
  const page = await visitEstimate(journey, { id, below: "/summary/4", device: "tablet" });
  await page.getByLabel("Notes of Gutters").fill("Ladder behind the shed, ask 4711 for the key.");
  await page.locator("#notes").getByRole("button", { name: "Save", exact: true }).click();
  await page.locator("#notes").getByText("Nothing to save").waitFor();
  // The search finds what is there: the salesperson's page tells the cost.
  await openEstimate(page, id);
  await page.getByText("Estimate total").waitFor();
  const salesperson = await wholePage(page);
  const found = (html: string): string[] =>
    [...secrets].flatMap(([amount, name]) =>
      writings(amount).some((text) => stands(html, text)) ? [`${name}: ${String(amount)}`] : [],
    );
  expect(found(salesperson).length).toBeGreaterThan(5);

  for (const below of ["/homeowner", "/homeowner?show=1", "/homeowner?show=3", "/homeowner?show=4"]) {
    await openEstimate(page, id, below);
    await page.locator("#homeowner-total").waitFor();
    for (const more of await page.locator("main summary").all()) await more.click();
    const html = await wholePage(page);
    expect({ below, found: found(html) }).toEqual({ below, found: [] });
    expect(html).not.toMatch(/\bcosts?\b|margin(?!-)|mark-?up|profit/i);
    expect(html).not.toContain("4711");
    expect(html).not.toContain("Ladder");
  }
}, 120_000);

test("[HOME-02] the homeowner's view is left with two deliberate presses, and not by the browser's way back", async () => {
  const id = await findEstimateId(journey.app, WHOLE_HOUSE);
  const page = await visitEstimate(journey, { id, device: "tablet" });
  await page.getByRole("link", { name: "Show homeowner" }).click();
  await page.getByRole("heading", { level: 1, name: "Your estimate" }).waitFor();
  const isHere = (): boolean => new URL(page.url()).pathname.endsWith("/homeowner");
  // Nothing of the app around it, and nothing that leads elsewhere.
  expect(await page.locator("a:not([href='#content'])").count()).toBe(0);

  const leave = page.getByRole("button", { name: "Leave this view" });
  await page.getByRole("button", { name: "Done" }).click();
  await leave.waitFor();
  expect(isHere()).toBe(true);
  // A second press at the same place, or Enter out of habit, does not leave.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Keep looking");
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

/** Pixels of an inch of every drawn window of the page, across and up. */
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
  60_000,
);
