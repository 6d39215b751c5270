import { isLocalId } from "@ridgebook/contract";
import { kindOfNextCall, localValuesOf, type LocalChange } from "#local-data/database/change-record.ts";
import type { Entity } from "#local-data/database/entity.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import { localItemIdsIn } from "./item-ids.ts";
import { findUnsentFile } from "./unsent-files.ts";

/**
 * Finds an unsent record that must reach the server before this change: one that it refers to, the estimate of a line that it refers to,
 * or a photo that it shows.
 */
export async function findAwaited(
  transaction: StoreTransaction,
  {
    change,
    record: shown,
    entity,
  }: { change: LocalChange; record: StoredRecord | undefined; entity: Entity | undefined },
): Promise<RecordKey | undefined> {
  // A create whose record was deleted here is still sent if another device may have sent it, but no earlier than without the delete.
  const record = kindOfNextCall(change) === "create" ? localValuesOf(change, shown) : shown;
  if (!record || !entity) return undefined;
  // A frozen attempt keeps the ids of lines that it was frozen with.
  const items = change.data.attempt ? new Set<number>() : await unsentItemsIn(transaction, { entity, record });
  for (const { field, storeName } of entity.references) {
    const id = record[field];
    if (typeof id !== "number" || !(isLocalId(id) || items.size > 0)) continue;
    const key = { storeName, id };
    if (!(await transaction.change(key))) continue;
    if (isLocalId(id) || hasOneOf(await transaction.record(storeName, id), items)) return key;
  }
  return await findUnsentFile(transaction, { entity, record });
}

/** The lines of other records that a record refers to and that have no server id yet. */
async function unsentItemsIn(
  transaction: StoreTransaction,
  { entity, record }: { entity: Entity; record: StoredRecord },
): Promise<ReadonlySet<number>> {
  const named = entity.itemIdsIn?.(record) ?? [];
  if (named.length === 0) return new Set();
  const sent = await transaction.itemIds(named);
  return new Set(named.filter((id) => !sent.has(id)));
}

const hasOneOf = (record: StoredRecord | undefined, ids: ReadonlySet<number>): boolean =>
  localItemIdsIn(record).some((id) => ids.has(id));
