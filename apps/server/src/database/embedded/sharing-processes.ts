import { randomUUID } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { identifyProcess, isRunning } from "./running-process.ts";
import { makeFolder } from "./server-account.ts";

/**
 * The processes that share one server, each an empty file in a folder. The file name identifies the process, so a crash cannot leave a
 * truncated file. Call these functions under the start lock only.
 */
interface SharingProcesses {
  /** Adds a share of this process; the result removes it. */
  join(): Promise<{ leave(): Promise<void> }>;
  /** Whether a living process has a share; removes shares of dead ones. */
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
  // Windows file names cannot contain a colon, which macOS process times do.
  `${pid}_${encodeURIComponent(startedAt)}_${randomUUID()}`;
