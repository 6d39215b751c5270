import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin uses the payment options: a plan with its example, a refused label, the order by keyboard, saved and still there. */

const journey = prepareJourney();

const PAYMENT_OPTIONS = "/config/payment-options";

test("[ROUTE-23][SET-12][SET-17][FIN-08][FIN-07][ADMIN-29] an admin adds a plan, is refused a label that isn't true, and finds the saved plan in its place", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, PAYMENT_OPTIONS);
  const field = (name: string) => page.getByRole("textbox", { name });
  const line = (name: string) => page.getByRole("term").filter({ hasText: name }).locator("..").getByRole("definition");
  const plans = page.getByRole("table", { name: "Plans" });
  // The demo's plans are older than the choice of who pays the fee.
  await plans.getByText("Decide who bears the fee").first().waitFor();

  // Plans that no estimate shows are marked where they are edited.
  const onEstimates = page.getByRole("checkbox", { name: "Offer payment options on estimates" });
  await onEstimates.uncheck();
  await page.getByText("Estimates do not show payment options.").waitFor();
  await page.getByRole("button", { name: "Show them" }).click();
  await eventually(() => onEstimates.isChecked()).toBe(true);

  await field("Discount for cash or check").fill("3");
  await page.getByText("$19,400.00").first().waitFor();
  await page.getByRole("button", { name: "Add plan" }).click();
  await field("Lender’s fee").fill("4");
  await page.getByText("Out of your margin: $800.00. Estimates subtract it in “Margin after lender’s fee”.").waitFor();
  await page.getByRole("radio", { name: "Homeowner" }).check();
  // 20,000 and 4 % are 20,800, in cash 19,400.
  await expect.poll(() => line("Finance charge").innerText()).toBe("$1,400.00");
  await eventually(() => line("APR").innerText()).toBe("13.06 %");
  await eventually(() => line("Payments").first().innerText()).toBe("11 × $1,733.33, last $1,733.37");

  await field("Label").fill("0 % for 12 months");
  await page.getByText(/^Refused: on a \$20,000 job the homeowner pays \$1,400\.00 more than in cash/).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /Plan “0 % for 12 months”: Refused/ }).waitFor();
  await page.getByRole("button", { name: "Use “12 equal payments”" }).click();

  const names = () =>
    plans.getByRole("button").evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText.split("\n")[0]));
  await eventually(async () => (await names()).at(-1)).toBe("12 equal payments");
  const before = await names();
  await plans.getByRole("button", { name: /^12 equal payments/ }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText(`12 equal payments, now ${String(before.length - 1)} of ${String(before.length)}`).waitFor();
  await expect.poll(async () => (await names()).at(-2)).toBe("12 equal payments");
  // The moved row keeps the focus.
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(async () => (await names()).at(-3)).toBe("12 equal payments");

  // Dragged by its handle to the top, and back.
  const dragRow = async (from: number, to: number): Promise<void> => {
    const handleAt = (place: number) => plans.getByTitle("Drag to change the order").nth(place);
    await handleAt(from).hover();
    await page.mouse.down();
    await handleAt(to).hover({ force: true });
    await page.mouse.up();
  };
  const place = before.length - 3;
  await dragRow(place, 0);
  await expect.poll(async () => (await names())[0]).toBe("12 equal payments");
  await dragRow(0, place);
  await expect.poll(async () => (await names()).at(-3)).toBe("12 equal payments");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.reload();
  await expect.poll(async () => (await names()).at(-3)).toBe("12 equal payments");
  await plans.getByRole("button", { name: /^12 equal payments/ }).click();
  await expect.poll(() => line("APR").innerText()).toBe("13.06 %");
  expect(await inspect(page, "payment options")).toEqual([]);
});
