import { SetupProblem } from "./install-if-needed.mjs";

/** Ends a script with a message for a problem that a person can fix, and with the full stack for a defect. */
export function showProblem(problem) {
  console.error(problem instanceof SetupProblem ? problem.message : problem);
  process.exitCode = 1;
}
