import { firstDownloadLimit, isLocalId, SYNCED_STORES } from "@ridgebook/contract";
import type { Afresh } from "#local-data/database/info-entries.ts";
import type { StoreTransaction } from "#local-data/database/local-store.ts";
import { QUEUED_STORES, type RecordId, type RecordKey } from "#local-data/database/stored-record.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import { receiveRemovals } from "#local-data/merging/receive.ts";
import type { ChangesPage } from "./changes-page.ts";

/*
 * A load from the beginning, where there is no cursor to go on from: the first download, and again after a cursor that is too old. What
 * stood here before it and does not come again is gone on the server, without a word of it in the change feed.
 */

/** Notes what is there before everything comes again. */
export async function beginAfresh(transaction: StoreTransaction): Promise<void> {
  // Another tab has loaded everything meanwhile: what it brought will not come again, and is not to be missed.
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
 * Has the server tell whether it still has a record that came here past the change feed: it may be gone since before this device
 * loaded its records. Everything is loaded anew, or the record is looked for in what is being loaded.
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

/** What is known of a load from the beginning after this page; undefined when none is under way. */
export async function noteSeen(transaction: StoreTransaction, page: ChangesPage): Promise<Afresh | undefined> {
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
  // What left out the older ones cannot be known to hold everything of any lead.
  await transaction.putInfo("whole-leads", undefined);
  await noteWhatIsWhole(transaction, after.received);
  return undefined;
}

/**
 * What has not come again is gone on the server, or it is one of the older records that a first download leaves out.
 * In doubt it goes here, where it comes back when it is opened; but what waits to be sent then stays.
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

/** How far a load from the beginning has come. */
export function downloadOf(afresh: Afresh | undefined): SyncStatus["download"] {
  if (afresh?.total === undefined) return null;
  const received = QUEUED_STORES.reduce((sum, storeName) => sum + (afresh.received[storeName] ?? 0), 0);
  // Records that were made meanwhile are not among those that were counted.
  return { received: Math.min(received, afresh.total), total: afresh.total };
}

/**
 * The first download leaves out what is beyond its limits; below them, it has brought everything. How much it brought is not what is
 * here then: a delete that waits hides a record. Only a device of an older version knows no better.
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

/** Whether nothing is left of a price book from before a load from the beginning. */
export const isPriceBookSeen = (afresh: Afresh | undefined): boolean => !afresh?.unseen["estimate-fields"]?.length;
