import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale } from "./build-if-stale.mjs";
import { findBrowser } from "./find-browser.mjs";
import { installIfNeeded, requireNodeVersion, SetupProblem } from "./install-if-needed.mjs";
import { PROJECT_ROOT } from "./project-root.mjs";
import { runProcess } from "./run-process.mjs";

const REPORT_FILE = join(PROJECT_ROOT, "test-results/vitest.json");

/**
 * Runs every test, in all projects, headless, and counts. A file that could not be loaded counts as one failure, and so
 * does a run that failed outside every test or had none: the closing line never looks better than the run was.
 *
 * @param {{ vitestArgs: string[] }} options passed on to vitest, for example a file name or `--project unit`
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runTests({ vitestArgs }) {
  try {
    requireNodeVersion();
    await installIfNeeded();
    const browser = findBrowser();
    await buildIfStale();

    rmSync(REPORT_FILE, { force: true });
    mkdirSync(join(PROJECT_ROOT, "test-results"), { recursive: true });
    const { exitCode } = await runProcess({
      command: process.execPath,
      args: [
        join(PROJECT_ROOT, "node_modules/vitest/vitest.mjs"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${REPORT_FILE}`,
        ...vitestArgs,
      ],
      env: { ...process.env, CHROME_PATH: browser },
    });
    return countResults({ exitCode, report: readReport() });
  } catch (problem) {
    console.error(problem instanceof SetupProblem ? problem.message : problem);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** The closing line: what build servers read, so it stands alone and last. */
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

function readReport() {
  return existsSync(REPORT_FILE) ? JSON.parse(readFileSync(REPORT_FILE, "utf8")) : undefined;
}
