import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale } from "./build-if-stale.mjs";
import { describeChoice, findChangedTests } from "./changed-tests.mjs";
import { findBrowser } from "./find-browser.mjs";
import { findWebKit, WEBKIT_NOT_TRIED } from "./find-engines.mjs";
import { installIfNeeded, requireNodeVersion, SetupProblem } from "./install-if-needed.mjs";
import { PROJECT_ROOT } from "./project-root.mjs";
import { runProcess } from "./run-process.mjs";
import { DURATIONS_FILE, readDurations, updateDurations } from "./test-durations.mjs";
import { describeTimes, FILE_TIMES } from "./test-times.mjs";

const VITEST = join(PROJECT_ROOT, "node_modules/vitest/vitest.mjs");
const REPORT_FILE = join(PROJECT_ROOT, "test-results/vitest.json");
const TIME_REPORTER = join(PROJECT_ROOT, "scripts/time-reporter.mjs");
const REPORTERS = ["default", "json", TIME_REPORTER].map((reporter) => `--reporter=${reporter}`);

/**
 * Runs every test, in all projects, headless, and counts. A file that could not be loaded counts as one failure, and so
 * does a run that failed outside every test or had none: the closing line never looks better than the run was.
 *
 * @param {object} options
 * @param {string[]} options.vitestArgs passed on to vitest, for example a file name or `--project unit`
 * @param {boolean} [options.recordsDurations] whether the files' durations are kept in the repository
 * @param {string} [options.changedSince] a commit or branch: only the tests that the changes since then touch
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runTests({ vitestArgs, recordsDurations = false, changedSince }) {
  try {
    const choice = changedSince === undefined ? undefined : findChangedTests(changedSince);
    if (choice) console.log(describeChoice(choice));
    const { browser } = await prepareTests({ vitestArgs, needsBuild: choice?.needsBuild ?? true });
    const { exitCode, report, times } = await runVitest({
      browser,
      vitestArgs: [...vitestArgs, ...(choice?.chosen ?? [])],
    });
    const triesBrowsers = choice === undefined && (vitestArgs.length === 0 || vitestArgs.includes("browser"));
    if (triesBrowsers && findWebKit() === undefined) console.log(`\n${WEBKIT_NOT_TRIED}`);
    if (times !== undefined) console.log(`\n${describeTimes(times)}`);
    if (times !== undefined && recordsDurations) recordDurations(times);
    return countResults({ exitCode, report });
  } catch (problem) {
    console.error(problem instanceof SetupProblem ? problem.message : problem);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * Makes ready what the tests need. Throws a SetupProblem when that fails.
 *
 * @param {{ vitestArgs: string[], needsBuild?: boolean }} options
 * @returns {Promise<{ browser: string }>} the path of the browser to test with
 */
export async function prepareTests({ vitestArgs, needsBuild = true }) {
  requireNodeVersion();
  await installIfNeeded();
  if (vitestArgs.some((argument) => argument.startsWith("-"))) await requireKnownOptions(vitestArgs);
  const browser = findBrowser();
  if (needsBuild) await buildIfStale();
  return { browser };
}

/**
 * One run of vitest. `report` is vitest's own and `times` those of each file, both undefined if the run ended before they were written.
 *
 * @param {{ browser: string, vitestArgs: string[] }} options
 */
export async function runVitest({ browser, vitestArgs }) {
  for (const file of [REPORT_FILE, FILE_TIMES]) rmSync(file, { force: true });
  mkdirSync(join(PROJECT_ROOT, "test-results"), { recursive: true });
  const { exitCode } = await runProcess({
    command: process.execPath,
    args: [VITEST, "run", ...REPORTERS, `--outputFile.json=${REPORT_FILE}`, ...vitestArgs],
    env: { ...process.env, CHROME_PATH: browser },
  });
  return { exitCode, report: readJson(REPORT_FILE), times: readJson(FILE_TIMES) };
}

/** Checks with the runner whether it knows the options, which takes a second: its own error for an unknown one is a stack trace. */
async function requireKnownOptions(vitestArgs) {
  const { output } = await runProcess({
    command: process.execPath,
    args: [VITEST, "list", "--filesOnly", ...vitestArgs],
    env: { ...process.env, NO_COLOR: "1" },
    quiet: true,
  });
  const refusal = refusalIn(output);
  if (refusal !== undefined) throw new SetupProblem(refusal);
}

/**
 * What the runner refused in one sentence, and how a part of the tests is run; undefined where it refused no option.
 *
 * @param {string} output the runner's own words
 */
export function refusalIn(output) {
  const [, option] = /Unknown option `(.+?)`/.exec(output) ?? [];
  const [, kind] = /No projects matched the filter "(.+?)"/.exec(output) ?? [];
  const what = option ? `The tests know no option ${option}` : kind && `There is no kind of tests called ${kind}`;
  return (
    what &&
    `${what}: one kind runs with \`npm test -- --project unit\` (or database, or browser), one file with \`npm test -- path/to/file\`.`
  );
}

/** The closing line: build servers read it, so it is alone and last. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * @param {{ exitCode: number, report: object | undefined }} run `report` is vitest's own, undefined if it wrote none
 */
export function countResults({ exitCode, report }) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const filesNotLoaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + filesNotLoaded;
  const isTroubled = exitCode !== 0 || passed === 0;
  return { passed, skipped, failed: failed === 0 && isTroubled ? 1 : failed };
}

function recordDurations(files) {
  const exists = (file) => existsSync(join(PROJECT_ROOT, file));
  const durations = updateDurations({ before: readDurations(), files, exists });
  writeFileSync(DURATIONS_FILE, `${JSON.stringify(durations, undefined, 2)}\n`);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
