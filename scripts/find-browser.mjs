// Finds the Chromium that tests and pictures run in. As a program (`node scripts/find-browser.mjs`) it prints the path.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { SetupProblem } from "./install-if-needed.mjs";
import { PROJECT_ROOT } from "./project-root.mjs";
import { showProblem } from "./show-problem.mjs";

const PROGRAM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "chrome.exe"];

const USUAL_PLACES = [
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  join(process.env.PROGRAMFILES ?? "C:\\Program Files", "Google\\Chrome\\Application\\chrome.exe"),
];

const VERSION_TIMEOUT_MS = 30_000;

/**
 * Parts of Chromium that tests do without. A switch replaces an earlier one of the same name, so those that playwright turns off are repeated
 * here, as far as they concern us.
 */
const WITHOUT_FEATURES = [
  // From Chromium 150 on, a page that was opened while offline reports that it is online.
  "RenderDocument",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** How the browser is started: by root too, without a graphics card, and without prompts. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  `--disable-features=${WITHOUT_FEATURES.join(",")}`,
];

/**
 * The same for pages that live for seconds, as those of journeys and of parts on a stage do: to optimize their scripts and to collect
 * their young objects takes longer than it saves. What computes much, or is measured, is started with `BROWSER_ARGS`.
 */
export const SHORT_LIVED_BROWSER_ARGS = [
  ...BROWSER_ARGS,
  "--js-flags=--no-maglev --no-turbofan --min-semi-space-size=32 --max-semi-space-size=64 --initial-heap-size=256",
];

const MAX_STARTS = 3;
const DIED_STARTING = /Target page, context or browser has been closed/;

/**
 * Starts the browser, and again if it crashed before it was up: the packed one does now and then, on a busy machine. No part of a test
 * has run before that.
 *
 * @template Started
 * @param {() => Promise<Started>} start
 * @returns {Promise<Started>}
 */
export async function startBrowser(start) {
  for (let count = 1; ; count += 1) {
    try {
      return await start();
    } catch (error) {
      if (count === MAX_STARTS || !DIED_STARTING.test(String(error))) throw error;
      console.warn(`The browser died while it started (${String(count)} of ${String(MAX_STARTS)} tries).`);
    }
  }
}

/** The packed browser's place: inside node_modules, so that it is removed with its package. */
const UNPACK_FOLDER = join(PROJECT_ROOT, "node_modules/.cache/ridgebook/chromium");

/**
 * The browser to test with: `CHROME_PATH`, else the headless one packed in `@sparticuz/chromium`, which needs half the time of a
 * whole Chromium, else an installed Chromium or Chrome. Throws a SetupProblem that says how to get one.
 *
 * @returns {string} the path of a program that starts
 */
export function findBrowser() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (canStart(chosen)) return chosen;
    throw new SetupProblem(`CHROME_PATH is ${chosen}, which does not start. Correct it, or unset it to search.`);
  }
  const browser = unpackBrowser() ?? findInstalledBrowser();
  if (browser) return browser;
  throw new SetupProblem(
    "The tests need Chromium, and none was found.\n" +
      "Install Chromium or Google Chrome, or set CHROME_PATH to the program of one that is installed.",
  );
}

/** An installed Chromium or Chrome that starts, or undefined. */
export function findInstalledBrowser() {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => PROGRAM_NAMES.map((name) => join(folder, name)));
  return [...onPath, ...USUAL_PLACES].find((program) => existsSync(program) && canStart(program));
}

/** Some systems install a `chromium` that only says where to get the real one: only what starts counts. */
function canStart(program) {
  // Chrome on Windows opens a window instead of printing its version.
  if (process.platform === "win32") return existsSync(program);
  return spawnSync(program, ["--version"], { stdio: "ignore", timeout: VERSION_TIMEOUT_MS }).status === 0;
}

/**
 * Unpacks the browser of `@sparticuz/chromium` with the libraries and fonts that a bare machine lacks, behind a small
 * program that points it to them. The path of that program alone is then enough to start it, and its libraries stay
 * out of the environment of everything else that the tests start.
 */
function unpackBrowser() {
  const launcher = join(UNPACK_FOLDER, "ridgebook-chromium");
  if (existsSync(launcher) && canStart(launcher)) return launcher;

  rmSync(UNPACK_FOLDER, { recursive: true, force: true });
  mkdirSync(UNPACK_FOLDER, { recursive: true });
  // The package unpacks into the temporary folder, its system libraries only where it believes to run in a function
  // service; a separate process keeps both settings away from this one.
  const unpack = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';
  const unpacked = spawnSync(process.execPath, ["--input-type=module", "--eval", unpack], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, TMPDIR: UNPACK_FOLDER, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
    stdio: "ignore",
  });
  if (unpacked.status !== 0) return undefined;

  // The included font list names folders of the function service.
  writeFileSync(
    join(UNPACK_FOLDER, "fonts/fonts.conf"),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${UNPACK_FOLDER}/fonts</dir>` +
      `<dir>/usr/share/fonts</dir><cachedir>${UNPACK_FOLDER}/fonts-cache</cachedir></fontconfig>\n`,
  );
  writeFileSync(
    launcher,
    `#!/bin/sh\nexport LD_LIBRARY_PATH='${UNPACK_FOLDER}/al2023/lib' FONTCONFIG_PATH='${UNPACK_FOLDER}/fonts'\n` +
      `exec '${UNPACK_FOLDER}/chromium' "$@"\n`,
    { mode: 0o755 },
  );
  return canStart(launcher) ? launcher : undefined;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(findBrowser());
  } catch (problem) {
    showProblem(problem);
  }
}
