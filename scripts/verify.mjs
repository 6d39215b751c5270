// `npm run verify`: what the build server runs. Every check runs even after one failed, so that one round shows
// everything to mend. The summary comes last, where people look.
import { installIfNeeded, requireNodeVersion } from "./install-if-needed.mjs";
import { runNpm } from "./run-process.mjs";
import { closingLine, runTests } from "./run-tests.mjs";
import { showProblem } from "./show-problem.mjs";

/** The build is the one that the tests run. The longest come first, so that the others run beside them. */
const CHECKS = ["lint:rest", "build", "lint:typescript", "types", "boundaries", "format:check"];

/** As many as the build server has cores. */
const CHECKS_AT_ONCE = 2;

try {
  requireNodeVersion();
  await installIfNeeded();

  const failedChecks = [];
  const waiting = [...CHECKS];
  const runWaiting = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { exitCode, output } = await runNpm({ args: ["run", "--silent", check], quiet: true });
      // Printed when it ends, so that the output of two checks never mixes.
      console.log(`\n${check}\n${output.trimEnd()}`);
      if (exitCode !== 0) failedChecks.push(check);
    }
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, runWaiting));
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
