import { expect, test } from "vitest";
import { closingLine, countResults, refusalIn } from "./run-tests.mjs";

const passedFile = { status: "passed", assertionResults: [{ status: "passed" }] };
const failedFile = { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] };
const brokenFile = { status: "failed", assertionResults: [] };
const report = (given) => ({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, ...given });

test.each([
  {
    run: "in which all passed",
    exitCode: 0,
    report: report({ numPassedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [passedFile] }),
    line: "1 passed, 0 failed, 3 skipped",
  },
  {
    run: "with a failed test",
    exitCode: 1,
    report: report({ numPassedTests: 1, numFailedTests: 1, testResults: [failedFile] }),
    line: "1 passed, 1 failed, 0 skipped",
  },
  {
    run: "with a file that could not be loaded",
    exitCode: 1,
    report: report({ numPassedTests: 1, testResults: [passedFile, brokenFile] }),
    line: "1 passed, 1 failed, 0 skipped",
  },
  {
    run: "that failed outside every test",
    exitCode: 1,
    report: report({ numPassedTests: 1, testResults: [passedFile] }),
    line: "1 passed, 1 failed, 0 skipped",
  },
  {
    run: "without a test",
    exitCode: 0,
    report: report({ testResults: [] }),
    line: "0 passed, 1 failed, 0 skipped",
  },
  { run: "that ended before its report", exitCode: 139, report: undefined, line: "0 passed, 1 failed, 0 skipped" },
])("a run $run closes with $line", ({ exitCode, report, line }) => {
  expect(closingLine(countResults({ exitCode, report }))).toBe(line);
});

test.each([
  {
    runner:
      "node_modules/cac.js:406\n  throw new CACError(...)\nCACError: Unknown option `--bogus`\n    at Command.check",
    begins: "The tests know no option --bogus: ",
  },
  {
    runner: 'Error: No projects matched the filter "units".\n    at createServer',
    begins: "There is no kind of tests called units: ",
  },
])("an option that the runner refuses is reported in one sentence: $begins", ({ runner, begins }) => {
  expect(refusalIn(runner)).toBe(
    `${begins}one kind runs with \`npm test -- --project unit\` (or database, or browser), one file with \`npm test -- path/to/file\`.`,
  );
});

test("the runner's output about files is no refusal", () => {
  expect(refusalIn("[unit] scripts/run-tests.test.mjs\n")).toBeUndefined();
});
