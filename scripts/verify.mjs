// `npm run verify`: what the build server runs. Every check runs even after one failed, so that one round shows all
// there is to mend; the sum stands at the end, where it is seen.
import { installIfNeeded, requireNodeVersion } from "./install-if-needed.mjs";
import { runNpm } from "./run-process.mjs";
import { closingLine, runTests } from "./run-tests.mjs";
import { showProblem } from "./show-problem.mjs";

const CHECKS = ["format:check", "lint", "types", "boundaries"];

try {
  requireNodeVersion();
  await installIfNeeded();

  const failedChecks = [];
  for (const check of CHECKS) {
    console.log(`\n${check}`);
    const { exitCode } = await runNpm({ args: ["run", "--silent", check] });
    if (exitCode !== 0) failedChecks.push(check);
  }
  const counts = await runTests({ vitestArgs: [] });

  console.log();
  for (const check of CHECKS) console.log(`${check}: ${failedChecks.includes(check) ? "failed" : "ok"}`);
  console.log(`tests: ${counts.failed > 0 ? "failed" : "ok"}`);
  // A failed check counts as one failure, so that the line and the exit code say the same.
  const failed = counts.failed + failedChecks.length;
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`\n${closingLine({ ...counts, failed })}`);
} catch (problem) {
  showProblem(problem);
}
