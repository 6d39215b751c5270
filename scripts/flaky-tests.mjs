import { relative, sep } from "node:path";
import { PROJECT_ROOT } from "./project-root.mjs";

/**
 * The tests that failed in at least one round, most failures first. A file that could not be loaded or failed outside
 * its tests counts under its own name, and so does a round that failed outside of all files.
 *
 * @param {readonly { exitCode: number, report: object | undefined }[]} rounds `report` is vitest's own, undefined if it wrote none
 * @returns {{ name: string, failures: number }[]}
 */
export function findFlakyTests(rounds) {
  const failures = new Map();
  for (const { exitCode, report } of rounds) {
    const failed = failedNames(report ?? { testResults: [] });
    const names = failed.length === 0 && (exitCode !== 0 || report === undefined) ? ["outside of all files"] : failed;
    for (const name of names) failures.set(name, (failures.get(name) ?? 0) + 1);
  }
  return [...failures]
    .map(([name, count]) => ({ name, failures: count }))
    .sort((one, other) => other.failures - one.failures || (one.name < other.name ? -1 : 1));
}

function failedNames({ testResults }) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(PROJECT_ROOT, name).replaceAll(sep, "/");
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed") return [file];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
}

/**
 * @param {{ rounds: number, tests: number, flaky: readonly { name: string, failures: number }[] }} result `tests` of one round
 */
export function describeFlakes({ rounds, tests, flaky }) {
  if (flaky.length === 0) return `${rounds} rounds of ${tests} tests under load: none failed.`;
  return [
    `${rounds} rounds of ${tests} tests under load: ${flaky.length} failed at least once.`,
    ...flaky.map(({ name, failures }) => `  ${failures} of ${rounds}: ${name}`),
  ].join("\n");
}
