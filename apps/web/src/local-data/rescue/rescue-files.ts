import type { RescueFilesEntry } from "#local-data/database/info-entries.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { RescueWork } from "./rescue-work.ts";

/* Which rescue files were saved or opened on this device, and under which ids their new records are here. */

const NO_FILES: RescueFilesEntry = { ids: [], creates: {} };

export const readRescueFiles = async (transaction: StoreTransaction): Promise<RescueFilesEntry> =>
  (await transaction.info("rescue-files")) ?? NO_FILES;

/** Remembers a file and the ids of its new records. */
export async function rememberFile(
  transaction: StoreTransaction,
  { id, changes }: Pick<RescueWork, "id" | "changes">,
): Promise<void> {
  const known = await readRescueFiles(transaction);
  const creates = { ...known.creates };
  for (const { storeName, id: recordId, data } of changes)
    if (data.attempt?.kind === "create") creates[data.attempt.key] = { storeName, id: recordId };
  await transaction.putInfo("rescue-files", { ids: [...new Set([...known.ids, id])], creates });
}

/** Whether the file was saved or opened here before. */
export const isRememberedFile = async (transaction: StoreTransaction, { id }: RescueWork): Promise<boolean> =>
  (await readRescueFiles(transaction)).ids.includes(id);
