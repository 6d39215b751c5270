import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { clearInterval, setInterval } from "node:timers";
import { PROJECT_ROOT } from "./project-root.mjs";

/** How long after a stop signal a second one counts as the same key press, in milliseconds. */
const SAME_PRESS_MS = 1000;

/** How often a script checks whether npm still runs, in milliseconds. */
const NPM_LOOKED_FOR_MS = 500;

/** The shell that npm runs a script in, or any other parent. */
const STARTED_BY = process.ppid;

/** What `runProcess` runs at the moment. */
const running = new Set();

/**
 * Runs a program to its end. With `quiet` its output is returned and not shown, with `copies` it is returned and shown.
 *
 * @param {object} program
 * @param {string} program.command
 * @param {string[]} program.args
 * @param {Record<string, string | undefined>} [program.env]
 * @param {boolean} [program.quiet]
 * @param {boolean} [program.copies]
 * @returns {Promise<{ exitCode: number, output: string }>}
 */
export function runProcess({ command, args, env = process.env, quiet = false, copies = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: PROJECT_ROOT,
      env,
      stdio: quiet || copies ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    running.add(child);
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    if (copies) child.stdout?.pipe(process.stdout, { end: false });
    if (copies) child.stderr?.pipe(process.stderr, { end: false });
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ exitCode: toExitCode({ code, signal }), output }));
    child.once("exit", () => running.delete(child));
  });
}

/**
 * Ends what `runProcess` runs, and this script with it. What is half installed or half built counts as stale at the next start.
 *
 * @param {"SIGINT" | "SIGTERM"} signal
 */
export function endWithProcesses(signal) {
  for (const child of running) child.kill(signal);
  process.exit(toExitCode({ code: null, signal }));
}

/**
 * Runs npm itself, found the way it was found for this script.
 *
 * @param {{ args: string[], env?: Record<string, string | undefined>, quiet?: boolean, copies?: boolean }} call
 */
export function runNpm({ args, env, quiet, copies }) {
  const ownNpm = process.env.npm_execpath;
  return ownNpm?.endsWith(".js")
    ? runProcess({ command: process.execPath, args: [ownNpm, ...args], env, quiet, copies })
    : runProcess({ command: "npm", args, env, quiet, copies });
}

/**
 * Starts a Node program that serves until it is asked to stop, in a separate process group.
 *
 * The separate group makes one Ctrl+C one stop: the terminal signals its whole foreground group and npm passes the
 * signal on again, so a program in that group would get it up to three times. The caller forwards it once. The
 * price, a program that outlives a killed parent, is paid by `stop-with-parent.mjs`.
 *
 * @param {{ file: string, args?: string[], env?: Record<string, string | undefined> }} program
 */
export function startNodeProgram({ file, args = [], env = process.env }) {
  const stopWithParent = new URL("./stop-with-parent.mjs", import.meta.url).href;
  const child = spawn(process.execPath, ["--enable-source-maps", "--import", stopWithParent, file, ...args], {
    // Windows has no process groups; there `detached` would open a second console window.
    detached: process.platform !== "win32",
    env,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(toExitCode({ code, signal })));
  });
  return { ended, stop: (signal) => child.kill(signal) };
}

/**
 * Calls `stop` once for each wish to stop: Ctrl+C, a termination, or the terminal being closed. Pressing Ctrl+C again
 * after a second is a new wish, and is passed on, so that an impatient user can insist.
 *
 * npm passes a termination on to the shell that it runs scripts in, which ends without telling the script; and the shell outlives an npm
 * that is killed. Either would leave the server behind with its port taken, so the end of the shell or of npm is a wish to stop, too.
 *
 * @param {(signal: "SIGINT" | "SIGTERM") => void} stop
 */
export function onStopSignal(stop) {
  let lastSignalAt = -Infinity;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - lastSignalAt < SAME_PRESS_MS) return;
      lastSignalAt = now;
      stop(signal === "SIGINT" ? "SIGINT" : "SIGTERM");
    });
  }
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = findNpm();
  const looking = setInterval(() => {
    if (process.ppid === STARTED_BY && (npm === undefined || isRunning(npm))) return;
    clearInterval(looking);
    process.emit("SIGTERM");
  }, NPM_LOOKED_FOR_MS).unref();
}

/** The process id of npm, if it runs this script in a shell. */
function findNpm() {
  try {
    const shell = readProcess(STARTED_BY);
    const isNpm = /^\S*npm\b|npm-cli\.js/.test(readProcess(shell.parent).command);
    return isNpm ? shell.parent : undefined;
  } catch {
    // Windows, or a system that hides other users' processes: only the end of the shell is noticed.
    return undefined;
  }
}

function readProcess(pid) {
  if (process.platform === "linux") {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it is in parentheses, and may contain anything. The state comes first.
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") };
  }
  const line = execFileSync("ps", ["-o", "ppid=,args=", "-p", String(pid)], { encoding: "utf8" }).trim();
  const [parent, ...command] = line.split(/\s+/);
  return { parent: Number(parent), command: command.join(" ") };
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user, as where npm runs as another user.
    return error.code === "EPERM";
  }
}

function toExitCode({ code, signal }) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
