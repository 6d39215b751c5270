/**
 * Deletes of records that were never sent. A record that refers to one could never be sent, so a delete checks for such records and
 * a create checks for such deletes. Both checks are part of the transaction that writes, because of races between tabs.
 */
import { isLocalId, Problem } from "@ridgebook/contract";
import { dependentsOf, type Entities, type Entity } from "#local-data/database/entity.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { FieldValues, RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import { refuseIfShown } from "./unsent-files.ts";

/** More than are deleted while a page that still offers one of them is open. */
const MAX_REMEMBERED_FILES = 500;

const GONE_TITLE = "What this belongs to was deleted on this device before it was sent.";
const PHOTO_GONE_TITLE =
  "A photo that this document shows was deleted before it was sent. Choose the photos again, then save the document.";

/**
 * Before the delete of a record that was never sent: throws `inUse` if others refer to it, and remembers its file. An optional reference
 * counts only once its call is frozen: another device may have the same call, with the reference in it.
 */
export async function withdraw(
  transaction: StoreTransaction,
  { entities, key: { storeName, id } }: { entities: Entities; key: RecordKey },
): Promise<void> {
  for (const { storeName: dependent, field, isOptional } of dependentsOf(entities, storeName))
    for (const { id: dependentId } of await transaction.recordsWith({ storeName: dependent, field, value: id })) {
      const change = isOptional ? await transaction.change({ storeName: dependent, id: dependentId }) : undefined;
      if (!isOptional || change?.data.attempt) throw new Problem("inUse");
    }
  const fileId = (await transaction.record(storeName, id))?.fileId;
  if (storeName !== "lead-photos" || typeof fileId !== "string") return;
  await refuseIfShown(transaction, { entity: entities["estimate-documents"], fileId });
  const others = ((await transaction.info("withdrawn-files")) ?? []).filter((known) => known !== fileId);
  await transaction.putInfo("withdrawn-files", [...others, fileId].slice(-MAX_REMEMBERED_FILES));
}

/** Before a new record is written: throws `notFound` if it refers to a deleted record or shows a deleted photo. */
export async function refuseWithdrawn(
  transaction: StoreTransaction,
  { entity, values }: { entity: Entity; values: FieldValues },
): Promise<void> {
  for (const { field, storeName, isOptional } of entity.references) {
    const id = values[field];
    if (isOptional || typeof id !== "number" || !isLocalId(id)) continue;
    if (!(await transaction.record(storeName, id))) throw new Problem("notFound", { title: GONE_TITLE });
  }
  const { showsFile } = entity;
  if (!showsFile) return;
  const withdrawn = (await transaction.info("withdrawn-files")) ?? [];
  const shown = withdrawn.filter((fileId) => showsFile(values as StoredRecord, fileId));
  if (shown.length === 0) return;
  // The same photo may have been added again.
  const here = new Set((await transaction.records("lead-photos")).map(({ fileId }) => fileId));
  if (!shown.every((fileId) => here.has(fileId))) throw new Problem("notFound", { title: PHOTO_GONE_TITLE });
}
