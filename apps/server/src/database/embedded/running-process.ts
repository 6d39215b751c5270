import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { isSystemError } from "./database-start-error.ts";

const execute = promisify(execFile);

/** One run of a process. A pid is not enough: restarted containers reuse small numbers, often for the same program. */
export interface ProcessIdentity {
  readonly pid: number;
  /** In the operating system's own format, for comparison only; empty if unknown. */
  readonly startedAt: string;
}

/** Finds the process with this pid; undefined if no process has it or it is a zombie. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  if (!isPidTaken(pid)) return undefined;
  if (process.platform === "linux") return identifyLinuxProcess(pid);
  if (process.platform === "win32") return { pid, startedAt: "" };
  const shown = await showProcess({ pid, columns: ["state=", "lstart="] });
  return shown === undefined || shown.startsWith("Z") ? undefined : { pid, startedAt: shown.replace(/^\S+\s+/, "") };
}

/** Whether this very run is still going. */
export async function isRunning({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  const current = await identifyProcess(pid);
  if (!current) return false;
  return current.startedAt === startedAt || current.startedAt === "" || startedAt === "";
}

/** The command line, separated by single spaces; undefined if the system hides it. */
export async function readCommandLine(pid: number): Promise<string | undefined> {
  if (process.platform === "win32") return undefined;
  if (process.platform !== "linux") return (await showProcess({ pid, columns: ["command="] })) ?? "";
  try {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
  } catch {
    return undefined;
  }
}

function isPidTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // "Not permitted" means that the process exists and belongs to someone else.
    return isSystemError(error, "EPERM");
  }
}

async function identifyLinuxProcess(pid: number): Promise<ProcessIdentity | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second column, the program's name, may contain spaces and brackets.
    const columnsFromThird = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = columnsFromThird;
    const startTicks = columnsFromThird[22 - 3];
    if (state === "Z" || state === "X" || startTicks === undefined) return undefined;
    const bootId = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
    return { pid, startedAt: `${bootId.trim()} ${startTicks}` };
  } catch {
    // It has ended, or the system hides other users' processes.
    return isPidTaken(pid) ? { pid, startedAt: "" } : undefined;
  }
}

async function showProcess({ pid, columns }: { pid: number; columns: string[] }): Promise<string | undefined> {
  try {
    const options = columns.flatMap((column) => ["-o", column]);
    const { stdout } = await execute("ps", [...options, "-p", String(pid)], { env: { ...process.env, LC_ALL: "C" } });
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
