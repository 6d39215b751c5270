import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { PATIENCE_MS } from "@ridgebook/testing/patience";
import type Axe from "axe-core";
import { chromium, type Browser, type BrowserContextOptions, type CDPSession, type Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { inject } from "vitest";
// eslint-disable-next-line no-restricted-imports -- the browser belongs to the project, outside of every package
import { SHORT_LIVED_BROWSER_ARGS, findBrowser, startBrowser } from "../../../../scripts/find-browser.mjs";
// eslint-disable-next-line no-restricted-imports -- as above
import { makeLate } from "../../../../scripts/late-pages.mjs";

// eslint-disable-next-line no-restricted-imports -- what the app is built with stands beside its sources
import { sizesInRem } from "../../bundling/sizes-in-rem.ts";

/*
 * A part of the app alone on a page, in a real browser: for tests of what only a browser knows.
 *
 *     const html = await buildStage({ entry: path.join(import.meta.dirname, "testing/pad-page.tsx"), name: "page" });
 *     const opened = await openStage(browser, html, { viewport: { width: 390, height: 844 } });
 */

/** A page without an address has no storage. */
export const STAGE_ADDRESS = "http://stage.test/page.html";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** @param textPx the size of text that its user chose, in px; 16 by default */
export const launchBrowser = ({ textPx = 16 }: { textPx?: number } = {}): Promise<Browser> =>
  startBrowser(() =>
    chromium.launch({
      executablePath: findBrowser(),
      args: [...SHORT_LIVED_BROWSER_ARGS, `--blink-settings=defaultFontSize=${String(textPx)}`],
    }),
  );

interface StageParts {
  readonly entry: string;
  readonly name: string;
}

/**
 * The HTML of a page with an element `root`, the entry's styles, and what it exports as a global of that name. Components keep
 * their names. All files of a test run share one build of a page: it costs 2 processor seconds.
 */
export async function buildStage(parts: StageParts): Promise<string> {
  const id = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  const file = path.join(inject("runFolder"), `stage-${id}.html`);
  if (existsSync(file)) return readFile(file, "utf8");
  const html = await bundleStage(parts);
  // Another worker may be at the same page, and must not read half of it.
  const written = `${file}-${String(process.pid)}`;
  await writeFile(written, html);
  await rename(written, file);
  return html;
}

async function bundleStage({ entry, name }: StageParts): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "error",
    define: {
      "process.env.NODE_ENV": JSON.stringify("production"),
      "process.env": "{}",
    },
    // Tests run in no production: without this the page would ask for React's development parts.
    oxc: { jsx: { runtime: "automatic", development: false } },
    root: path.join(import.meta.dirname, "../.."),
    css: { postcss: { plugins: [sizesInRem] } },
    build: { write: false, minify: false, lib: { entry, formats: ["iife"], name } },
  })) as Rolldown.RolldownOutput[];
  const output = built[0]?.output ?? [];
  const script = output.flatMap((part) => (part.type === "chunk" ? [part.code] : [])).join("\n");
  // A worker is an asset too, and its code would end the styles.
  const style = output
    .flatMap((part) => (part.type === "asset" && part.fileName.endsWith(".css") ? [String(part.source)] : []))
    .join("\n");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
    <meta name="viewport" content="width=device-width"><style>${style}</style></head>
    <body><div id="root"></div><script>${script.replaceAll("</script", "<\\/script")}</script></body></html>`;
}

interface Stage {
  readonly page: Page;
  readonly session: CDPSession;
  /** What a page cannot change once it is there. */
  readonly made: { html: string; fixed: string; prepare: unknown };
}

/** The size of a page that asks for none. */
const USUAL_SIZE = { width: 1280, height: 720 };

const stages = new WeakMap<Browser, Stage>();

/**
 * The page as on a new device: an earlier one of the same browser, loaded again with nothing stored, unless it is closed or differs in
 * more than size and theme.
 *
 * @param prepare sees a new page before anything runs in it; only a page of the same function is used again
 */
export async function openStage(
  browser: Browser,
  html: string,
  { viewport = USUAL_SIZE, colorScheme = "light", reducedMotion = "no-preference", ...fixed }: BrowserContextOptions,
  prepare?: (page: Page) => Promise<void> | void,
): Promise<Page> {
  const made = { html, fixed: JSON.stringify(fixed), prepare };
  const last = stages.get(browser);
  const isSame = last !== undefined && !last.page.isClosed() && isDeepStrictEqual(last.made, made);
  const { page, session } = isSame ? await emptyStage(last) : await newStage(browser, { made, fixed, prepare });
  await page.emulateMedia({ colorScheme, reducedMotion });
  if (viewport) await page.setViewportSize(viewport);
  stages.set(browser, { page, session, made });
  await page.goto(STAGE_ADDRESS);
  return page;
}

async function newStage(
  browser: Browser,
  {
    made,
    fixed,
    prepare,
  }: {
    made: Stage["made"];
    fixed: BrowserContextOptions;
    prepare: ((page: Page) => Promise<void> | void) | undefined;
  },
): Promise<Stage> {
  const context = await browser.newContext(fixed);
  context.setDefaultTimeout(PATIENCE_MS);
  if (process.env.LATE_PAGES !== undefined) await context.addInitScript(makeLate);
  // For a page that opens itself in a new tab too, which would look for the address on the network.
  const isStage = ({ origin, pathname }: URL): boolean => origin + pathname === STAGE_ADDRESS;
  await context.route(isStage, (route) => route.fulfill({ contentType: "text/html", body: made.html }));
  const page = await context.newPage();
  await prepare?.(page);
  return { page, session: await context.newCDPSession(page), made };
}

async function emptyStage(stage: Stage): Promise<Stage> {
  // Nothing is pointed at on a page that has just come.
  await stage.page.mouse.move(-1, -1);
  await stage.page.goto("about:blank");
  const { origin } = new URL(STAGE_ADDRESS);
  await stage.session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  return stage;
}

/**
 * What axe finds, each with its element: against WCAG 2.2 AA, or against all that it knows.
 *
 * @param excluded a selector of what is tested elsewhere
 */
export async function accessibilityProblems(
  page: Page,
  { excluded, isBeyondWcag = false }: { excluded?: string; isBeyondWcag?: boolean } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ runOnly, exclude }) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // What is on its way in is paler than it will be.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      // Only what is found is described, here: descriptions of all that axe looks at are more work than its rules.
      axe.configure({ noHtml: true });
      const { violations } = await axe.run(
        { exclude },
        {
          ...(runOnly && { runOnly }),
          rules: { "label-content-name-mismatch": { enabled: true } },
          resultTypes: ["violations"],
          selectors: false,
          elementRef: true,
        },
      );
      return violations.flatMap(({ id, nodes }) => nodes.map(({ element }) => `${id}: ${element?.outerHTML ?? ""}`));
    },
    { runOnly: isBeyondWcag ? undefined : WCAG, exclude: excluded === undefined ? [] : [excluded] },
  );
}
