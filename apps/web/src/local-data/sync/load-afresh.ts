import { firstDownloadLimit, isLocalId, SYNCED_STORES } from "@ridgebook/contract";
import type { Afresh } from "#local-data/database/info-entries.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import { QUEUED_STORES, type RecordId, type RecordKey } from "#local-data/database/stored-record.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import { receiveRemovals } from "#local-data/merging/receive.ts";
import type { ChangesPage } from "./changes-page.ts";

/*
 * A full reload, when there is no cursor: the first download, and again if the cursor is too old. A former record that does not arrive
 * again was deleted on the server, because the change feed no longer has that delete.
 */

/** Begins a full reload: remembers the former records. */
export async function beginAfresh(transaction: StoreTransaction): Promise<void> {
  // Another tab has finished a reload: its records will not arrive again and must not count as deleted.
  if ((await transaction.info("cursor")) !== undefined) return;
  const changes = await transaction.changes();
  const unseen: Afresh["unseen"] = {};
  for (const storeName of SYNCED_STORES) {
    const changedIds = changes.filter((change) => change.storeName === storeName).map(({ id }) => id);
    const ids = new Set<RecordId>([...(await transaction.recordIds(storeName)), ...changedIds]);
    unseen[storeName] = [...ids].filter((id) => typeof id === "string" || !isLocalId(id));
  }
  await transaction.putInfo("afresh", { unseen, received: {} });
}

/**
 * Checks by a full reload whether the server still has a record that did not come through the change feed and may have been deleted
 * before this device loaded its records. Uses the current reload if there is one.
 */
export async function askWhetherStillThere(transaction: StoreTransaction, { storeName, id }: RecordKey): Promise<void> {
  const afresh = await transaction.info("afresh");
  if (!afresh) {
    await transaction.putInfo("cursor", undefined);
    return;
  }
  const unseen = { ...afresh.unseen, [storeName]: [...(afresh.unseen[storeName] ?? []), id] };
  await transaction.putInfo("afresh", { ...afresh, unseen });
}

/** Updates the progress of a full reload after a page; undefined if none is under way. */
export async function updateReload(transaction: StoreTransaction, page: ChangesPage): Promise<Afresh | undefined> {
  const before = await transaction.info("afresh");
  if (!before) return undefined;
  const total = page.total ?? before.total;
  const after: Afresh = { unseen: {}, received: {}, ...(total !== undefined && { total }) };
  for (const storeName of SYNCED_STORES) {
    const seen = new Set((page.changed[storeName] ?? []).map(({ id }) => id));
    after.unseen[storeName] = (before.unseen[storeName] ?? []).filter((id) => !seen.has(id));
    after.received[storeName] = (before.received[storeName] ?? 0) + seen.size;
  }
  if (page.more) {
    await transaction.putInfo("afresh", after);
    return after;
  }
  await dropUnseen(transaction, after);
  await transaction.putInfo("afresh", undefined);
  // A first download leaves out older records, so no lead is known to be complete.
  await transaction.putInfo("whole-leads", undefined);
  await noteWhatIsWhole(transaction, after.received);
  return undefined;
}

/**
 * Deletes records that did not arrive again: the server deleted them, or the first download leaves them out because they are old. The
 * latter return when they are opened. Unsent changes stay.
 */
async function dropUnseen(transaction: StoreTransaction, { unseen, received }: Afresh): Promise<void> {
  const waiting = new Set((await transaction.changes()).map(({ storeName, id }) => `${storeName} ${String(id)}`));
  for (const storeName of SYNCED_STORES) {
    const ids = unseen[storeName] ?? [];
    const isAllThereIs = (received[storeName] ?? 0) < firstDownloadLimit(storeName);
    if (isAllThereIs) await receiveRemovals(transaction, { storeName, ids });
    else
      for (const id of ids)
        if (!waiting.has(`${storeName} ${String(id)}`)) await transaction.deleteRecord(storeName, id);
  }
}

/** The progress of a full reload for the status. */
export function downloadOf(afresh: Afresh | undefined): SyncStatus["download"] {
  if (afresh?.total === undefined) return null;
  const received = QUEUED_STORES.reduce((sum, storeName) => sum + (afresh.received[storeName] ?? 0), 0);
  // Records that were created during the reload are not in the total.
  return { received: Math.min(received, afresh.total), total: afresh.total };
}

/**
 * Remembers after the first download whether it was complete: it leaves out records beyond its limits. Counts received records, because
 * pending deletes hide some of them; without a count, as on a device of an older version, counts the records here.
 */
export async function noteWhatIsWhole(transaction: StoreTransaction, received?: Afresh["received"]): Promise<void> {
  if (await transaction.info("whole-leads")) return;
  const isBelowLimit = async (storeName: "estimates" | "estimate-documents"): Promise<boolean> => {
    const count = received ? (received[storeName] ?? 0) : await transaction.count(storeName);
    return count < firstDownloadLimit(storeName);
  };
  const everything = (await isBelowLimit("estimates")) && (await isBelowLimit("estimate-documents"));
  const newestLeadId = Math.max(0, ...(await transaction.recordIds("leads")));
  await transaction.putInfo("whole-leads", { everything, newestLeadId, exceptions: [] });
}

/** Whether no entry of the price book from before a full reload is left to arrive. */
export const isPriceBookSeen = (afresh: Afresh | undefined): boolean => !afresh?.unseen["estimate-fields"]?.length;
