import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/** Ends by itself when its parent is gone, for any reason. */
const BUSY_LOOP =
  "const parent = process.ppid; while (process.ppid === parent) for (let turn = 0; turn < 1e7; turn += 1);";

/**
 * Keeps each core busy while something runs.
 *
 * @template Result
 * @param {(pids: readonly number[]) => Promise<Result>} run
 * @returns {Promise<Result>}
 */
export async function underLoad(run) {
  const processes = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["--eval", BUSY_LOOP], { stdio: "ignore" }),
  );
  try {
    return await run(processes.map(({ pid }) => pid));
  } finally {
    await Promise.all(
      processes.map(
        (busy) =>
          new Promise((resolve) => {
            if (busy.exitCode !== null || busy.signalCode !== null) resolve();
            busy.once("exit", resolve);
            busy.kill("SIGKILL");
          }),
      ),
    );
  }
}
