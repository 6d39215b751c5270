import type { Locator, Page } from "playwright-core";

export const whyPanel = (page: Page): Locator => page.getByRole("dialog", { name: "Why this number" });

/** Runs in the page: the lines of an open tape, with the source of each: "+ 274.95 Labor price 18.33 × 15 PC". */
export const readTape = (page: Page): Promise<string[]> =>
  whyPanel(page)
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => {
        const [operator, figure, what] = [...(row as HTMLTableRowElement).cells];
        const texts = [operator?.querySelector("[aria-hidden]")?.textContent, figure?.innerText, what?.innerText];
        return texts.filter(Boolean).join(" ").replaceAll(/\s+/g, " ").trim();
      }),
    );
