import { isLocalId } from "@ridgebook/contract";
import type { Attempt } from "#local-data/database/change-record.ts";
import { slicesOf, type Entity } from "#local-data/database/entity.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { FieldValues, QueuedStoreName, RecordKey } from "#local-data/database/stored-record.ts";

/** Local ids count down in twos from -2; odd negatives stay free for markers (1.§4, OFF-15, OP-30). */
export const ID_STEP = -2;

export const idAfter = (lastId: number | undefined): number => (lastId ?? 0) + ID_STEP;

/** Takes the next local id of a store; it stays free if the transaction fails. */
export async function giveLocalId(transaction: StoreTransaction, storeName: QueuedStoreName): Promise<number> {
  const id = idAfter((await transaction.counter(storeName))?.lastId);
  await transaction.putCounter({ storeName, lastId: id });
  return id;
}

/** The server's id if the local one has been replaced, else the same id. */
export async function resolveId(transaction: StoreTransaction, { storeName, id }: RecordKey): Promise<number> {
  if (!isLocalId(id)) return id;
  return (await transaction.mapping({ storeName, id }))?.newId ?? id;
}

/** The same values with the server's ids in place of local ones, where the server has given them. */
export async function resolveReferences(
  transaction: StoreTransaction,
  { entity, values }: { entity: Entity; values: FieldValues },
): Promise<FieldValues> {
  const resolved = { ...values };
  for (const { field, storeName } of entity.references) {
    const id = resolved[field];
    if (typeof id === "number") resolved[field] = await resolveId(transaction, { storeName, id });
  }
  return resolved;
}

/** Updates the ids in an attempt that was saved to a rescue file and never sent here: its create may refer to records that have server ids now. */
export async function resolveKeptAttempt(
  transaction: StoreTransaction,
  { entity, attempt }: { entity: Entity; attempt: Attempt },
): Promise<Attempt> {
  if (!attempt.isKeptOnly || attempt.kind !== "create") return attempt;
  const former = await resolveReferences(transaction, { entity, values: attempt.former });
  if (entity.references.every(({ field }) => former[field] === attempt.former[field])) return attempt;
  return { ...attempt, former, body: slicesOf(entity).toBody(former) };
}
