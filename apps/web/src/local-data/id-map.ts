import { isLocalId } from "@ridgebook/contract";
import type { StoreTransaction } from "./local-store.ts";
import type { QueuedStoreName, RecordKey } from "./stored-record.ts";

/** Local ids count down in twos from -2; odd negatives stay free for markers (1.§4, OFF-15, OP-30). */
export const ID_STEP = -2;

export const idAfter = (lastId: number | undefined): number => (lastId ?? 0) + ID_STEP;

/** Gives the next local id of a store; it counts as given once the transaction is through. */
export async function giveLocalId(transaction: StoreTransaction, storeName: QueuedStoreName): Promise<number> {
  const id = idAfter((await transaction.counter(storeName))?.lastId);
  await transaction.putCounter({ storeName, lastId: id });
  return id;
}

/** The server's id where a local one has been replaced, else the same id. */
export async function resolveId(transaction: StoreTransaction, { storeName, id }: RecordKey): Promise<number> {
  if (!isLocalId(id)) return id;
  return (await transaction.mapping({ storeName, id }))?.newId ?? id;
}
