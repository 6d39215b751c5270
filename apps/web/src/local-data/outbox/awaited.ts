import { isLocalId } from "@ridgebook/contract";
import { kindOfNextCall, localValuesOf, type LocalChange } from "#local-data/database/change-record.ts";
import type { Entity } from "#local-data/database/entity.ts";
import type { StoreTransaction } from "#local-data/database/local-store.ts";
import type { RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import { localItemIdsIn } from "./item-ids.ts";
import { findUnsentFile } from "./unsent-files.ts";

/**
 * What has to reach the server before this change goes out: a record that it names, the estimate of a line that it names, or a photo
 * that it shows.
 */
export async function findAwaited(
  transaction: StoreTransaction,
  {
    change,
    record: shown,
    entity,
  }: { change: LocalChange; record: StoredRecord | undefined; entity: Entity | undefined },
): Promise<RecordKey | undefined> {
  // A new record that was deleted here goes out all the same, when another device may have sent it: no sooner than if it were shown.
  const record = kindOfNextCall(change) === "create" ? localValuesOf(change, shown) : shown;
  if (!record || !entity) return undefined;
  // What is frozen names lines as it did.
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

/** New lines of other records that a record names, as far as the server has given them no ids. */
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
