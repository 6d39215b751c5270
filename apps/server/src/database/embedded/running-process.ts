import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { isSystemError } from "./database-start-error.ts";

const execute = promisify(execFile);

/**
 * One run of one process. A pid alone is not enough: after a restart of a container the same small numbers come
 * again at once, often for the very same program.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the operating system's own form; only compared, empty where it cannot be learnt. */
  readonly startedAt: string;
}

/** Who runs under this pid now; undefined when nobody does, or only the remains of an ended process. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  if (!isPidTaken(pid)) return undefined;
  if (process.platform === "linux") return identifyLinuxProcess(pid);
  if (process.platform === "win32") return { pid, startedAt: "" };
  const shown = await showProcess({ pid, columns: ["state=", "lstart="] });
  return shown === undefined || shown.startsWith("Z") ? undefined : { pid, startedAt: shown.replace(/^\S+\s+/, "") };
}

/** Whether exactly this run still goes on. */
export async function isRunning({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  const current = await identifyProcess(pid);
  if (!current) return false;
  return current.startedAt === startedAt || current.startedAt === "" || startedAt === "";
}

/** The command with its arguments, separated by one blank; undefined where the system does not tell. */
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
    // Not permitted means that the process exists and belongs to somebody else.
    return isSystemError(error, "EPERM");
  }
}

async function identifyLinuxProcess(pid: number): Promise<ProcessIdentity | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second column, the program's name, may hold blanks and brackets; the third and all later ones do not.
    const columnsFromThird = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = columnsFromThird;
    const startTicks = columnsFromThird[22 - 3];
    if (state === "Z" || state === "X" || startTicks === undefined) return undefined;
    const bootId = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
    return { pid, startedAt: `${bootId.trim()} ${startTicks}` };
  } catch {
    // It ended meanwhile, or the system hides other people's processes.
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
