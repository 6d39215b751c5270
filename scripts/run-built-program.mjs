import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildIfStale, SERVER_PROGRAM } from "./build-if-stale.mjs";
import { installIfNeeded, requireNodeVersion, SetupProblem } from "./install-if-needed.mjs";
import { endWithProcesses, onStopSignal, startNodeProgram } from "./run-process.mjs";
import { showProblem } from "./show-problem.mjs";

/**
 * Brings packages and build up to date, then runs one built program of the server until it ends, as if it had been
 * called directly: same terminal, same current folder, same exit code, and one stop for one Ctrl+C.
 *
 * @param {{ program: string, args: string[] }} call `program` is its path in the build without `.js`.
 */
export async function runBuiltProgram({ program, args }) {
  let running;
  onStopSignal((signal) => (running ? running.stop(signal) : endWithProcesses(signal)));
  try {
    requireNodeVersion();
    await installIfNeeded();
    await buildIfStale();
    const file = join(dirname(SERVER_PROGRAM), `${program}.js`);
    if (!existsSync(file)) throw new SetupProblem(`There is no ${program} in apps/server/src.`);
    running = startNodeProgram({ file, args });
    process.exitCode = await running.ended;
  } catch (problem) {
    showProblem(problem);
  }
}
