import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { BROWSER_ARGS, findBrowser, findInstalledBrowser } from "../../scripts/find-browser.mjs";

const PATIENCE_MS = 30_000;

/**
 * A browser with an empty profile on the disk, closed with the bench.
 *
 * @param {object} options
 * @param {import("../measuring/held-resources.mjs").HeldResources} options.resources
 * @param {() => void} [options.watch] runs in each page before its own scripts; by default what `waitUntilUsable` needs
 */
export async function openBrowser({ resources, watch = noteWhenUsable }) {
  const profileFolder = await mkdtemp(join(tmpdir(), "ridgebook-bench-profile-"));
  resources.hold(() => rm(profileFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const context = await chromium.launchPersistentContext(profileFolder, {
    executablePath: findInstalledBrowser() ?? findBrowser(),
    args: BROWSER_ARGS,
    viewport: { width: 1280, height: 800 },
  });
  resources.hold(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(watch);
  return context;
}

/**
 * Waits until a lead list is usable.
 *
 * @param {import("playwright-core").Page} page
 * @returns {Promise<number>} milliseconds since the navigation began, by the page's own clock
 */
export async function waitUntilUsable(page) {
  const usableAt = await page.waitForFunction(() => /** @type {any} */ (window).usableAt, undefined, {
    polling: "raf",
  });
  return usableAt.jsonValue();
}

/**
 * Runs in the page before its own scripts. A list is usable when a finger would reach its first row and its search box: rendered, on the screen, and not
 * under a splash. Checked in every frame, so a noted one was painted.
 */
function noteWhenUsable() {
  const isReachable = (/** @type {Element | null} */ element) => {
    if (!element) return false;
    const { x, y, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  const look = () => {
    const isUsable =
      isReachable(document.querySelector("input[type=search]:enabled")) &&
      isReachable(document.querySelector("tbody td a"));
    if (isUsable) /** @type {any} */ (window).usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
