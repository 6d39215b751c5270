/**
 * Records that go before the server has ever heard of them. What names them could not be sent any more, so neither may happen while
 * the other does: both are asked in the transaction that writes, because two tabs may be at it in the same moment.
 */
import { isLocalId, Problem } from "@ridgebook/contract";
import { dependentsOf, type Entities, type Entity } from "#local-data/database/entity.ts";
import type { StoreTransaction } from "#local-data/database/local-store.ts";
import type { FieldValues, RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import { refuseIfShown } from "./unsent-files.ts";

/** Pages that still offer a photo are not open for longer than it takes to withdraw so many. */
const MAX_REMEMBERED_FILES = 500;

const GONE_TITLE = "What this belongs to was deleted on this device before it was sent.";
const PHOTO_GONE_TITLE =
  "A photo that this document shows was deleted before it was sent. Choose the photos again, then save the document.";

/**
 * Before a record goes that the server does not know: throws `inUse` while others name it, and remembers its file. What could also do
 * without it counts once its call is frozen: another device may have the same call, and name the record in it.
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

/** Before a new record is written: throws `notFound` when it names or shows what was withdrawn. */
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
  // Taken again it is the same photo.
  const here = new Set((await transaction.records("lead-photos")).map(({ fileId }) => fileId));
  if (!shown.every((fileId) => here.has(fileId))) throw new Problem("notFound", { title: PHOTO_GONE_TITLE });
}
