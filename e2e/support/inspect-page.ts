import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { lookInPage } from "../engines/in-page.ts";
import { findWrongKeyboards } from "./keyboards.ts";
import { findSmallMainActions, findTooSmall } from "./touch-targets.ts";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** A test's injected scripts violate the app's own policy for scripts; only here they are allowed. */
export const INSPECTED_DEVICE = { bypassCSP: true };
/** The same on a device with touch. */
export const INSPECTED_TABLET = { ...INSPECTED_DEVICE, device: "tablet" } as const;

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [390, 820, 1440];
const CHECKED_BY_AXE = new Set([390, 1440]);
const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

interface Look {
  readonly width: number;
  readonly height: number;
  /** Whether sizes of touch targets are measured. */
  readonly isMeasured: boolean;
}

const PHONE: Look = { width: 390, height: 844, isMeasured: false };
const TABLET: Look = { width: 820, height: 1180, isMeasured: true };
const DESK: Look = { width: 1440, height: 900, isMeasured: false };

const EVERY_RULE = {
  type: "tag" as const,
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** What a theme can change: a page has the same elements and names in both. */
const RULES_OF_COLORS = { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] };
/** What a width can change as well. */
const RULES_OF_WIDTH = { ...RULES_OF_COLORS, values: [...RULES_OF_COLORS.values, "scrollable-region-focusable"] };
/** The same on a phone, where no look measures the larger targets that fingers need. */
const RULES_OF_WIDTH_AND_TARGETS = { ...RULES_OF_WIDTH, values: [...RULES_OF_WIDTH.values, "target-size"] };

/** Runs in the page: the element that makes it wider than the screen, or undefined. */
export function findTooWide(): string | undefined {
  const excess = document.documentElement.scrollWidth - window.innerWidth;
  if (excess <= 0) return undefined;
  const elements = [...document.body.querySelectorAll("*")];
  const widest = elements.findLast((element) => element.getBoundingClientRect().right >= window.innerWidth + excess);
  return `${String(excess)} px too wide: ${widest?.outerHTML.slice(0, 160) ?? ""}`;
}

/** Runs in the page: fields with text smaller than 16 px, which make a phone zoom the page on focus. */
export function findZoomed(): string[] {
  const isTyped = (field: Element): boolean =>
    !(field instanceof HTMLInputElement) || !["checkbox", "radio", "range", "color", "file"].includes(field.type);
  return [...document.querySelectorAll("input, select, textarea, [contenteditable=true]")]
    .filter((field) => isTyped(field) && field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${getComputedStyle(field).fontSize} in ${field.outerHTML.slice(0, 160)}`);
}

/** Sizes and colors in transition would be measured half-way. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));

/**
 * Changes the page's size and waits until the app has drawn itself for it: a component is notified of a media query or of an element's
 * size with the next frame, and what it draws then may notify another one with the frame after it.
 */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => window.innerWidth === width, size.width);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await settle(page);
}

async function showScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => document.documentElement.getAttribute("data-mantine-color-scheme") === scheme,
    colorScheme,
  );
  await settle(page);
}

/**
 * Axe describes each element that it checks, also passed ones, by its HTML and a selector: more work than all rules together. Only failures are
 * described, here.
 */
async function runAxe(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(async (rules) => {
    window.axe?.configure({ noHtml: true });
    const results = await window.axe?.run(document, {
      runOnly: rules,
      resultTypes: ["violations"],
      preload: false,
      selectors: false,
      elementRef: true,
    });
    const barOf = (element: Element | null): Element | null => {
      const isBar = element && ["sticky", "fixed"].includes(getComputedStyle(element).position);
      return element && !isBar ? barOf(element.parentElement) : element;
    };
    // Elements that are half under a bar, or close to its buttons, are scrolled out from under it.
    const isByBar = ({ element, any }: axe.NodeResult): boolean =>
      any.some(
        ({ message, relatedNodes = [] }) =>
          message.includes("partially obscured") ||
          relatedNodes.some((near) => barOf(near.element ?? null)?.contains(element ?? null) === false),
      );
    return (results?.violations ?? []).flatMap(({ id, nodes }) => {
      const found = nodes.filter((node) => id !== "target-size" || !isByBar(node));
      const texts = found
        .slice(0, 3)
        .map(({ element, any }) => `${element?.outerHTML.slice(0, 160) ?? ""} ${any[0]?.message ?? ""}`);
      return texts.length === 0 ? [] : [`${id}: ${texts.join(" | ")}`];
    });
  }, runOnly);
}

/** Kinds of elements that axe has seen with all rules, by page. */
const kindsSeen = new WeakMap<Page, Set<string>>();

/**
 * Runs in the page: the kinds of elements it shows. Elements of a kind come from the same place of the same component, in the same state: they have the
 * same parent, tag, classes and attributes, and differ only in what names them and what they hold.
 */
function findKinds(): string[] {
  const COMPARED = /^(class|role|type|aria-(checked|current|disabled|expanded|invalid|pressed|selected)|data-.*)$/;
  const kindOf = (element: Element): string =>
    element
      .getAttributeNames()
      .toSorted()
      .map((name) => (COMPARED.test(name) ? `${name}=${element.getAttribute(name) ?? ""}` : name))
      .join(" ");
  const shown = [...document.body.querySelectorAll("*")].filter((element) => element.checkVisibility());
  return [
    ...new Set(
      shown.map((element) => {
        const parent = element.parentElement ?? element;
        return `${parent.tagName} ${kindOf(parent)} > ${element.tagName} ${kindOf(element)}`;
      }),
    ),
  ];
}

/** Whether the page shows a kind of element that axe has not seen with all rules; from now on it counts as seen. */
async function showsNewKinds(page: Page): Promise<boolean> {
  const seen = kindsSeen.get(page) ?? new Set();
  kindsSeen.set(page, seen);
  const before = seen.size;
  for (const kind of await page.evaluate(findKinds)) seen.add(kind);
  return seen.size > before;
}

const findCovered = async (page: Page): Promise<readonly string[]> =>
  (await page.evaluate(lookInPage, { find: "covered" as const })).covered;

/** Checks the current page, at each width and in both themes. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  const findings: string[] = [];
  for (const width of WIDTHS) {
    await resize(page, { width, height: 900 });
    const tooWide = await page.evaluate(findTooWide);
    if (tooWide) findings.push(`${name} at ${String(width)}: ${tooWide}`);
    findings.push(...(await findCovered(page)).map((covered) => `${name} at ${String(width)}: ${covered}`));
    if (width === PHONE.width)
      findings.push(...(await page.evaluate(findZoomed)).map((zoomed) => `${name} at ${String(width)}: ${zoomed}`));
    if (!CHECKED_BY_AXE.has(width)) {
      findings.push(...(await findWrongKeyboards(page)).map((keyboard) => `${name}: ${keyboard}`));
      findings.push(...(await findSmallMainActions(page)).map((small) => `${name} at ${String(width)}: ${small}`));
      continue;
    }
    for (const [index, colorScheme] of SCHEMES.entries()) {
      await showScheme(page, colorScheme);
      const violations = await runAxe(page, index === 0 ? EVERY_RULE : RULES_OF_COLORS);
      findings.push(...violations.map((violation) => `${name} at ${String(width)}, ${colorScheme}: ${violation}`));
    }
  }
  return findings;
}

/**
 * Looks at the page as it stands on a phone and on a tablet, and measures on the tablet whether fingers hit what can be pressed. The
 * page belongs to `INSPECTED_TABLET`, and is as wide as a tablet again afterwards.
 *
 * @param darkOn the only one of the two that is dark, where the other look at the same page has it the other way round; left out, the phone is seen in both
 *   themes, and so is the tablet where it shows other kinds of elements
 * @param isSeen whether another page of the same component was looked at: axe's rules about elements and names run again only for new kinds of elements
 */
export async function inspectInHand(
  page: Page,
  name: string,
  { darkOn, isSeen = false }: { darkOn?: "phone" | "tablet"; isSeen?: boolean } = {},
): Promise<string[]> {
  const schemesOf = (device: "phone" | "tablet"): readonly Scheme[] => {
    if (darkOn !== undefined) return [darkOn === device ? "dark" : "light"];
    // Begins with the theme that the phone ended with.
    return device === "phone" ? SCHEMES : SCHEMES.toReversed();
  };
  return [
    ...(await inspectAs(page, name, { ...PHONE, isSeen }, schemesOf("phone"))),
    ...(await inspectAs(page, name, { ...TABLET, isSeen: true }, schemesOf("tablet"))),
  ];
}

/** Looks at the page as it stands at a desk, in both themes. The page belongs to `INSPECTED_DEVICE`. */
export const inspectAtDesk = (page: Page, name: string): Promise<string[]> =>
  inspectAs(page, name, { ...DESK, isSeen: false }, SCHEMES);

async function inspectAs(
  page: Page,
  name: string,
  { width, height, isMeasured, isSeen }: Look & { isSeen: boolean },
  schemes: readonly Scheme[],
): Promise<string[]> {
  const findings: string[] = [];
  const note = (what: string, found: readonly string[]): void => {
    findings.push(...found.map((each) => `${name} at ${String(width)}, ${what}: ${each}`));
  };
  await resize(page, { width, height });
  const isNew = (await showsNewKinds(page)) || !isSeen;
  const rulesOfWidth = isMeasured ? RULES_OF_WIDTH : RULES_OF_WIDTH_AND_TARGETS;
  for (const [index, scheme] of schemes.entries()) {
    // Elements that another width has shown have that width's colors.
    if (index > 0 && isMeasured && !isNew) break;
    await showScheme(page, scheme);
    const rules = isNew ? EVERY_RULE : rulesOfWidth;
    note(scheme, await runAxe(page, index === 0 ? rules : RULES_OF_COLORS));
  }
  const tooWide = await page.evaluate(findTooWide);
  if (tooWide) note("too wide", [tooWide]);
  note("covered", await findCovered(page));
  if (width === PHONE.width) note("zoomed", await page.evaluate(findZoomed));
  if (isMeasured) {
    note("too small", await findTooSmall(page));
    note("keyboard", await findWrongKeyboards(page));
  }
  return findings;
}
