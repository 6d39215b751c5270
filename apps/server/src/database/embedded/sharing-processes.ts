import { randomUUID } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { identifyProcess, isRunning } from "./running-process.ts";
import { makeFolder } from "./server-account.ts";

/**
 * The processes that use one server, each an empty file in a folder. The file's name says which process, so that a
 * file cut short by a crash cannot exist. Call these functions under the start lock only.
 */
interface SharingProcesses {
  /** Adds this process once more; returns how to take that one share away. */
  join(): Promise<{ leave(): Promise<void> }>;
  /** Whether a living process still has a share; shares of dead ones are cleared away. */
  isAnyLeft(): Promise<boolean>;
}

export function sharingProcesses({ folder }: { folder: string }): SharingProcesses {
  return {
    async join() {
      await makeFolder(folder);
      const self = await identifyProcess(process.pid);
      const path = join(folder, shareName({ pid: process.pid, startedAt: self?.startedAt ?? "" }));
      await writeFile(path, "", { flag: "wx" });
      return { leave: () => rm(path, { force: true }) };
    },

    async isAnyLeft() {
      await makeFolder(folder);
      let isAnyLeft = false;
      for (const name of await readdir(folder)) {
        const [pid, startedAt] = name.split("_");
        if (await isRunning({ pid: Number(pid), startedAt: decodeURIComponent(startedAt ?? "") })) isAnyLeft = true;
        else await rm(join(folder, name), { force: true, recursive: true });
      }
      return isAnyLeft;
    },
  };
}

const shareName = ({ pid, startedAt }: { pid: number; startedAt: string }) =>
  // A colon, as in the time of a process on macOS, is no file name on Windows; a percent sign is one everywhere.
  `${pid}_${encodeURIComponent(startedAt)}_${randomUUID()}`;
