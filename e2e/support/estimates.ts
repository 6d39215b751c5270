import type { Estimate } from "@ridgebook/contract";
import { findField } from "@ridgebook/estimating";
import type { Page } from "playwright-core";
import { openNotice } from "./notices.ts";
import { tokenOf } from "./past-the-page.ts";
import { press } from "./press.ts";
import type { AppServer } from "./start-app.ts";

/**
 * From the details of a lead to the page of a new estimate about some work ("Roofing").
 *
 * @param isReached whether the server is reachable; by default if the browser is online
 */
export async function createEstimate(
  page: Page,
  { work, name, isReached }: { work: readonly string[]; name?: string; isReached?: boolean },
): Promise<void> {
  await page.getByRole("button", { name: "New estimate" }).click();
  const dialog = page.getByRole("dialog", { name: "New estimate" });
  await dialog.getByRole("checkbox").first().waitFor();
  for (const box of await dialog.getByRole("checkbox").all()) await box.setChecked(false);
  for (const title of work) await dialog.getByRole("checkbox", { name: title, exact: true }).check();
  if (name !== undefined) await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create estimate" }).click();
  // A slow server names it after the page is shown; while unreachable it has the device's own name.
  const isNamed = isReached ?? (await page.evaluate(() => navigator.onLine));
  await page.waitForURL(isNamed ? /\/estimator\/estimate\/\d+$/ : /\/estimator\/estimate\/-?\d+$/);
  await page.getByText("Estimate total").waitFor();
}

/** The id in the address of an estimate's page. */
export const shownEstimateId = (page: Page): number => Number(/\/estimate\/(-?\d+)/.exec(page.url())?.[1]);

export const openEstimate = (page: Page, id: number, below = ""): Promise<unknown> =>
  page.goto(`/estimator/estimate/${String(id)}${below}`);

/**
 * Goes to a page of an estimate inside the running app, which costs a fraction of loading it. The caller waits for what only that page shows. Unsaved edits
 * stay behind as a draft, without a question.
 */
export const moveToEstimate = (page: Page, id: number, below = ""): Promise<void> =>
  page.evaluate(
    (path) => {
      history.pushState({}, "", path);
    },
    `/estimator/estimate/${String(id)}${below}`,
  );

/** From the estimate's page to the current step of one of its workflows. */
export async function startSteps(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: new RegExp(`^(Start|Continue|Open steps) of ${title}, `) }).click();
  await page.getByRole("navigation", { name: /^Steps of / }).waitFor();
}

const MONEY = /−?\$?[\d,]+\.\d\d/;
/** "$1,234.50", "−53.20": as a number. */
function readMoney(text: string): number {
  const found = MONEY.exec(text)?.[0];
  if (found === undefined) throw new Error(`There is no amount in "${text}".`);
  return Number(found.replaceAll(/[$,]/g, "").replace("−", "-"));
}

/** The total of a workflow in the bar of its step, in dollars. */
export const readBarTotal = async (page: Page): Promise<number> =>
  readMoney(
    (await page.getByRole("button", { name: /^(?!This window).*\$[\d,.]+, why$/ }).getAttribute("aria-label")) ?? "",
  );

/** In dollars. */
export interface BarFigures {
  readonly total: number;
  readonly cost: number;
  readonly margin: number;
}

/** The text about a workflow in the bar of its step. */
export async function readBar(page: Page): Promise<BarFigures> {
  const amountOf = async (caption: RegExp): Promise<number> => {
    const name = page.locator("main span.rb-caption").filter({ hasText: caption });
    return readMoney(await name.locator("xpath=following-sibling::span").innerText());
  };
  return {
    total: await readBarTotal(page),
    cost: await amountOf(/^Cost$/),
    margin: await amountOf(/^Margin( after lender’s fee)? [\d.]+ ?%$/),
  };
}

/** The lines of the panel "Totals" of a workflow's summary, in dollars: "Price", "Total", "Cost". */
export async function readTotals(page: Page): Promise<Readonly<Record<string, number>>> {
  const panel = page.getByRole("region", { name: "Totals" });
  const [names, amounts] = [await panel.locator("dt").allInnerTexts(), await panel.locator("dd").allTextContents()];
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const amount = amounts[index] ?? "";
      return MONEY.test(amount) ? [[name, readMoney(amount)]] : [];
    }),
  );
}

/** The total and cost on the estimate's page, in dollars. */
export async function readEstimateTotals(page: Page): Promise<{ total: number; totalCost: number }> {
  const sums = page.getByRole("row", { name: /^Estimate / });
  const cells = await sums.getByRole("cell").allTextContents();
  const [totalCost = "", , total = ""] = cells.slice(-3);
  return { total: readMoney(total), totalCost: readMoney(totalCost) };
}

/** Types discount and margin of a workflow, in percent, and saves them. Starts and ends on the estimate's page. */
export async function enterDiscount(
  page: Page,
  title: string,
  { discount, margin }: { discount: number; margin: number },
): Promise<number> {
  await page.getByRole("link", { name: new RegExp(`^Discount .* of ${title}$`) }).click();
  await page.waitForURL(/\/summary\/\d#discount$/);
  let entries = 0;
  for (const [label, percent] of Object.entries({ Discount: discount, "Margin on top": margin })) {
    const field = page.getByLabel(label, { exact: true });
    if (Number(await field.inputValue()) === percent) continue;
    entries += 1;
    await press(field);
    await page.keyboard.type(String(percent));
  }
  if (entries > 0) {
    entries += 1;
    const form = page.locator("#discount");
    await press(form.getByRole("button", { name: "Save", exact: true }));
    await page.getByText(`Discount and margin of ${title} are saved`).waitFor();
  }
  return entries;
}

/** Types the promotion of an estimate, in dollars, on its page; it saves itself. */
export async function enterPromotion(page: Page, dollars: number): Promise<void> {
  const field = page.getByLabel("Promotion", { exact: true });
  await press(field);
  await page.keyboard.type(String(dollars));
  await page.keyboard.press("Enter");
}

/** An estimate in the server's answer to the company's users. */
export async function serverEstimate(app: Pick<AppServer, "url">, id: number): Promise<Estimate> {
  const authorization = `Bearer ${await tokenOf(app)}`;
  const reply = await fetch(`${app.url}/api/estimates/${String(id)}`, { headers: { authorization } });
  if (!reply.ok) throw new Error(`The server answers ${String(reply.status)}: ${await reply.text()}`);
  return (await reply.json()) as Estimate;
}

interface ComparedItem {
  readonly id: number;
  readonly parentItemId: number | null;
  readonly fieldId: string;
  readonly value: string | null;
  readonly quantity: number;
}

/** Lines as a person would compare them with the sheet: field, value and quantity, after their parents. */
export function linesOf(items: readonly ComparedItem[]): readonly string[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const lineOf = ({ parentItemId, fieldId, value, quantity }: ComparedItem): string => {
    const parent = parentItemId === null ? undefined : byId.get(parentItemId);
    const own = `${findField(fieldId)?.key ?? fieldId} ${value ?? ""} x ${String(quantity)}`;
    return parent ? `${lineOf(parent)} > ${own}` : own;
  };
  return items.map(lineOf).toSorted();
}

export interface StepEntry {
  /** Its place in the list. */
  readonly number: number;
  readonly title: string;
  /** "complete", "current", "next", "locked", or "open" for any other open one. */
  readonly state: string;
  readonly isShown: boolean;
}

/** Runs in the page: the steps of the list at the side. For the shown step the list says only that. */
export async function stepEntries(page: Page): Promise<readonly StepEntry[]> {
  return page.getByRole("navigation", { name: /^Steps of / }).evaluate((list) =>
    [...list.querySelectorAll("ol > li > *")].map((entry) => {
      const isShown = entry.getAttribute("aria-current") === "step";
      const [name = "", state = "open"] = (entry.getAttribute("aria-label") ?? "").split(", ");
      const [mark, words] = entry.children;
      return {
        number: Number(isShown ? mark?.textContent : name.split(" ")[0]),
        title: isShown ? (words?.textContent ?? "") : name.slice(name.indexOf(" ") + 1),
        state: isShown ? "current" : state,
        isShown,
      };
    }),
  );
}

/** Opens a window from the list beside the one that is shown, by its number and room: "1 Main bedroom". */
export async function openListedWindow(page: Page, title: string): Promise<void> {
  await page
    .getByRole("region", { name: "Windows" })
    .getByRole("link", { name: new RegExp(`^${title}`) })
    .click();
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
}

/** Types over the value of a number's field, by its label, key by key. */
export async function typeNumber(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Saves the shown step and stays on it; answers a question about recommendations with Continue. */
export async function saveStep(page: Page): Promise<void> {
  const saved = openNotice(page, /^Saved/);
  const close = async (): Promise<void> => {
    const button = saved.getByRole("button", { name: "Close message" });
    // It may have closed by itself; otherwise a pointer on it would keep it.
    if ((await saved.count()) > 0) await button.click({ timeout: 1_000 }).catch(() => page.mouse.move(0, 0));
    await saved.waitFor({ state: "detached" });
  };
  await close();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await saved.or(question).waitFor();
  if ((await question.count()) > 0) await question.getByRole("button", { name: "Continue" }).click();
  await saved.waitFor();
  await close();
}

/** The server's quantities of an estimate's top-level lines, by property; for a list, the first line's. */
export async function serverQuantities(
  app: Pick<AppServer, "url">,
  id: number,
): Promise<Readonly<Record<string, number>>> {
  const { items } = await serverEstimate(app, id);
  const lines = items.filter(({ parentItemId }) => parentItemId === null);
  return Object.fromEntries(
    lines.toReversed().map(({ fieldId, quantity }) => [findField(fieldId)?.property ?? fieldId, quantity]),
  );
}
