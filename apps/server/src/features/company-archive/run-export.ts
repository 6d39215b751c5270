import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Database } from "#database/database.ts";
import type { ArchiveStore } from "./archive-store.ts";
import { changeUnderWay, holdCompany, listOldExports, removeExport, type ExportKey } from "./export-repository.ts";
import { writeArchive } from "./write-archive.ts";

interface ExportParts {
  readonly database: Pick<Database, "onPlatform" | "inSnapshot">;
  readonly store: ArchiveStore;
  readonly now: () => Date;
  readonly reportFailure: (error: unknown) => void;
}

/** The least time between two notes of the progress. */
const NOTE_EVERY_MS = 1_000;

/** Somebody cancelled the export. */
class ExportCancelled extends Error {}

/**
 * The job of an export. It may end and begin again at any moment: the archive is seen with the state that says it is done, and one that was
 * begun is written afresh.
 */
export async function runExport(key: ExportKey, { database, store, now, reportFailure }: ExportParts): Promise<void> {
  const { onPlatform, inSnapshot } = database;
  const change = (values: Parameters<typeof changeUnderWay>[2]) =>
    onPlatform((platform) => changeUnderWay(platform, key, values));
  const at = { companyId: key.companyId, archiveId: key.id };
  const company = await onPlatform((platform) => holdCompany(platform, key.companyId));
  if (!company || !(await change({ state: "writing", doneCount: 0, totalCount: 0 }))) return;
  const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-export-"));
  let notedAt = 0;
  try {
    const written = await writeArchive(company, {
      folder,
      snapshot: (work) => inSnapshot(key.companyId, work),
      readFile: (file) => store.read(file),
      now,
      async report({ done, total }) {
        if (performance.now() - notedAt < NOTE_EVERY_MS) return;
        notedAt = performance.now();
        if (!(await change({ doneCount: done, totalCount: total }))) throw new ExportCancelled();
      },
    });
    await store.writeArchive(at, written.path);
    const { size, changeNumber, missing, count } = written;
    const isKept = await change({
      ...{ state: "done", size, changeNumber, missingCount: missing.length, finishedTime: now() },
      ...{ doneCount: count, totalCount: count },
    });
    if (!isKept) await store.removeArchive(at);
  } catch (error) {
    if (error instanceof ExportCancelled) return;
    reportFailure(error);
    await change({ state: "failed", finishedTime: now() });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes archives that can no longer be downloaded, and exports that came to nothing. */
export async function removeOldExports({ database, store, now }: Omit<ExportParts, "reportFailure">): Promise<void> {
  const old = await database.onPlatform((platform) => listOldExports(platform, now()));
  for (const key of old) {
    await store.removeArchive({ companyId: key.companyId, archiveId: key.id });
    await database.onPlatform((platform) => removeExport(platform, key));
  }
}
