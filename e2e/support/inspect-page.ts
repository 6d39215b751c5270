import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Scripts that a test brings along are foreign to the app's own rules for scripts; only here they are let in. */
export const INSPECTED_DEVICE = { bypassCSP: true };

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [390, 820, 1440];
const CHECKED_BY_AXE = new Set([390, 1440]);
const SCHEMES = ["light", "dark"] as const;

/** Runs in the page: what makes it wider than the screen, or undefined. */
function findTooWide(): string | undefined {
  const excess = document.documentElement.scrollWidth - window.innerWidth;
  if (excess <= 0) return undefined;
  const elements = [...document.body.querySelectorAll("*")];
  const widest = elements.findLast((element) => element.getBoundingClientRect().right >= window.innerWidth + excess);
  return `${String(excess)} px too wide: ${widest?.outerHTML.slice(0, 160) ?? ""}`;
}

/** Sizes and colours that are still on their way would be measured half-way. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));

/** Looks at the page as it stands, at each width and in both themes. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  const findings: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    const tooWide = await page.evaluate(findTooWide);
    if (tooWide) findings.push(`${name} at ${String(width)}: ${tooWide}`);
    if (!CHECKED_BY_AXE.has(width)) continue;
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction(
        (scheme) => document.documentElement.getAttribute("data-mantine-color-scheme") === scheme,
        colorScheme,
      );
      await settle(page);
      await page.evaluate(AXE_SOURCE);
      const violations = await page.evaluate(async () => {
        const results = await window.axe.run(document, {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        });
        return results.violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`)
              .join(" | ")}`,
        );
      });
      findings.push(...violations.map((violation) => `${name} at ${String(width)}, ${colorScheme}: ${violation}`));
    }
  }
  return findings;
}
