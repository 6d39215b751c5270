import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How long a process may take to end before it is killed. */
const STOP_WITHIN_MS = 15_000;

/** Ends a program when its parent is gone, also after `kill -9`. */
const STOP_WITH_PARENT = fileURLToPath(new URL("../../scripts/stop-with-parent.mjs", import.meta.url));

/**
 * Starts a Node program with a channel for messages, and ends it with the bench.
 *
 * @param {object} program
 * @param {import("./held-resources.mjs").HeldResources} program.resources
 * @param {string} program.file
 * @param {string[]} [program.imports] modules loaded before it
 * @param {Record<string, string>} [program.env] beside PATH and the temporary folder
 * @param {"inherit" | number} [program.output] a file descriptor that takes what it prints
 */
export function startProgram({ resources, file, imports = [], env = {}, output = "inherit" }) {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(
    process.execPath,
    [...[STOP_WITH_PARENT, ...imports].flatMap((module) => ["--import", module]), file],
    { env: { PATH, HOME, TMPDIR, ...env }, stdio: ["ignore", output, output, "ipc"] },
  );
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  ended.catch(() => undefined);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  };
  resources.hold(stop);
  return { child, ended, stop };
}
