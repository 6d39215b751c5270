import { Problem } from "@ridgebook/contract";
import { kindOfNextCall, type LocalChange } from "#local-data/database/change-record.ts";
import type { Entity } from "#local-data/database/entity.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";

const SHOWN_TITLE = "A document that waits to be sent shows this photo.";

/**
 * Finds the first photo that a record shows and that is not on the server yet: files are sent before records that show them. A record with its
 * own file, such as a signed paper with its PDF, does not wait for a photo that the server refused.
 */
export async function findUnsentFile(
  transaction: StoreTransaction,
  { entity, record }: { entity: Entity | undefined; record: StoredRecord | undefined },
): Promise<RecordKey | undefined> {
  if (!record || !entity?.showsFile) return undefined;
  const needsAll = entity.form?.fileHash(record) === undefined;
  for (const { id, fileId, error } of await readUnsentPhotos(transaction))
    if ((needsAll || !error) && entity.showsFile(record, fileId)) return { storeName: "lead-photos", id };
  return undefined;
}

interface UnsentPhoto extends Pick<LocalChange, "id" | "error"> {
  readonly fileId: string;
}

/** The photos that the server has not confirmed, with the ids of their files. */
async function readUnsentPhotos(transaction: StoreTransaction): Promise<UnsentPhoto[]> {
  const photos: UnsentPhoto[] = [];
  for (const change of await transaction.changes("lead-photos")) {
    if (kindOfNextCall(change) !== "create") continue;
    const fileId = ((await transaction.record("lead-photos", change.id)) ?? change.data.removed)?.fileId;
    if (typeof fileId === "string") photos.push({ id: change.id, fileId, error: change.error });
  }
  return photos;
}

/** Before a photo is deleted: throws `inUse` if an unsent document shows its file. */
export async function refuseIfShown(
  transaction: StoreTransaction,
  { entity, fileId }: { entity: Entity | undefined; fileId: string },
): Promise<void> {
  for (const { id } of await transaction.changes("estimate-documents")) {
    const record = await transaction.record("estimate-documents", id);
    if (record && entity?.showsFile?.(record, fileId)) throw new Problem("inUse", { title: SHOWN_TITLE });
  }
}
