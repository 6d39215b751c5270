import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Database } from "#database/database.ts";
import { isDiskFull } from "#disk-full.ts";
import type { ArchiveStore } from "./archive-store.ts";
import {
  changeUnderWay,
  holdCompany,
  listIdsUnderWay,
  listOldExports,
  removeExport,
  type ExportKey,
} from "./export-repository.ts";
import { writeArchive } from "./write-archive.ts";

interface ExportParts {
  readonly database: Pick<Database, "onPlatform" | "inSnapshot">;
  readonly store: ArchiveStore;
  /** On the data disk, because /tmp is often small or in memory. */
  readonly workFolder: string;
  readonly now: () => Date;
  readonly reportFailure: (error: unknown) => void;
  /** Aborted at shutdown; the job restarts elsewhere or at the next start. */
  readonly cutOff?: AbortSignal | undefined;
  /** The minimum interval of progress updates; overridden in tests only. */
  readonly noteEveryMs?: number;
}

const NOTE_EVERY_MS = 1_000;

class ExportCancelled extends Error {}

/**
 * The job of an export. It can be interrupted and restarted: the archive becomes visible with the state "done", and an unfinished one is
 * rewritten.
 */
export async function runExport(
  key: ExportKey,
  { database, store, workFolder, now, reportFailure, cutOff, noteEveryMs = NOTE_EVERY_MS }: ExportParts,
): Promise<void> {
  const { onPlatform, inSnapshot } = database;
  const change = (values: Parameters<typeof changeUnderWay>[2]) =>
    onPlatform((platform) => changeUnderWay(platform, key, values));
  const at = { companyId: key.companyId, archiveId: key.id };
  const company = await onPlatform((platform) => holdCompany(platform, key.companyId));
  if (!company || !(await change({ state: "writing", doneCount: 0, totalCount: 0 }))) return;
  const folder = path.join(workFolder, key.id);
  let notedAt = Number.NEGATIVE_INFINITY;
  try {
    // Left by a killed process.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const written = await writeArchive(company, {
      folder,
      snapshot: (work) => inSnapshot(key.companyId, work),
      readFile: (file) => store.read(file),
      now,
      async report({ done, total }) {
        cutOff?.throwIfAborted();
        if (performance.now() - notedAt < noteEveryMs) return;
        notedAt = performance.now();
        if (!(await change({ doneCount: done, totalCount: total }))) throw new ExportCancelled();
      },
    });
    await store.writeArchive(at, written.path);
    const { size, changeNumber, missing, count } = written;
    const isKept = await change({
      state: "done",
      size,
      changeNumber,
      missingCount: missing.length,
      finishedTime: now(),
      doneCount: count,
      totalCount: count,
    });
    if (!isKept) await store.removeArchive(at);
  } catch (error) {
    if (error instanceof ExportCancelled) return;
    if (cutOff?.aborted) throw error;
    reportFailure(error);
    await change({ state: isDiskFull(error) ? "noRoom" : "failed", finishedTime: now() });
    // It may be partly stored.
    await store.removeArchive(at);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes expired archives, failed exports, and work files of killed processes. */
export async function removeOldExports({
  database,
  store,
  workFolder,
  now,
}: Omit<ExportParts, "reportFailure" | "cutOff" | "noteEveryMs">): Promise<void> {
  const old = await database.onPlatform((platform) => listOldExports(platform, now()));
  for (const key of old) {
    await store.removeArchive({ companyId: key.companyId, archiveId: key.id });
    await database.onPlatform((platform) => removeExport(platform, key));
  }
  const left = await readdir(workFolder).catch(() => []);
  const underWay = left.length === 0 ? [] : await database.onPlatform(listIdsUnderWay);
  for (const name of left)
    if (!underWay.includes(name)) await rm(path.join(workFolder, name), { recursive: true, force: true });
}
