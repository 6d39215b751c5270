import { isLocalId, type WorkflowSummary } from "@ridgebook/contract";
import type { LocalStore, RecordListener, StoreSession } from "#local-data/database/local-store.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";

/** Estimates hold hundreds of lines: a transaction that reads more of them keeps the page from drawing. */
const READ_AT_ONCE = 20;

/**
 * The total of each lead's newest estimate on this device, in dollars, by the lead's id. Cached until the estimate changes.
 */
export function createNewestTotals({
  store,
  subscribe,
  canKeep,
  calculateTotal,
}: {
  store: LocalStore;
  subscribe: (listener: RecordListener) => void;
  /** Whether the cache is notified of every change. */
  canKeep: () => boolean;
  /** Calculates the total of an estimate with an unsent change, whose stored totals are stale. */
  calculateTotal: (record: StoredRecord) => Promise<number>;
}): (leadIds: readonly number[]) => Promise<ReadonlyMap<number, number>> {
  const totals = new Map<number, number>();
  let newestByLead: ReadonlyMap<number, number> | undefined;
  let keptFor: StoreSession | undefined;
  /** Counts changes, so that a total that was read before a change is not cached after it. */
  let changeCount = 0;

  const forget = (ids?: Iterable<string | number>): void => {
    changeCount += 1;
    newestByLead = undefined;
    if (ids) for (const id of ids) totals.delete(Number(id));
    else totals.clear();
  };
  subscribe((storeName, ids) => {
    if (storeName === "estimates") forget(ids);
  });

  const readNewest = async (session: StoreSession): Promise<ReadonlyMap<number, number>> => {
    if (newestByLead) return newestByLead;
    const readAt = changeCount;
    const idsByLead = await session.read((transaction) => transaction.idsByLead("estimates"));
    const newest = new Map([...idsByLead].map(([leadId, ids]) => [leadId, newestOf(ids)]));
    if (readAt === changeCount && canKeep()) newestByLead = newest;
    return newest;
  };

  const readTotals = async (session: StoreSession, ids: readonly number[]): Promise<ReadonlyMap<number, number>> => {
    const readAt = changeCount;
    const { records, changes } = await session.read(async (transaction) => ({
      records: await transaction.recordsByIds("estimates", ids),
      changes: await transaction.changesByKeys(ids.map((id) => ({ storeName: "estimates", id }))),
    }));
    const read = new Map<number, number>();
    for (const [index, record] of records.entries())
      if (record) read.set(record.id, changes[index] ? await calculateTotal(record) : storedTotal(record));
    if (readAt === changeCount && canKeep()) for (const [id, total] of read) totals.set(id, total);
    return read;
  };

  return async (leadIds) => {
    const session = store.session();
    if (session !== keptFor) forget();
    keptFor = session;
    const newest = await readNewest(session);
    const found = new Map<number, number>();
    const unread: { leadId: number; id: number }[] = [];
    for (const leadId of leadIds) {
      const id = newest.get(leadId);
      if (id === undefined) continue;
      const total = totals.get(id);
      if (total === undefined) unread.push({ leadId, id });
      else found.set(leadId, total);
    }
    for (let start = 0; start < unread.length; start += READ_AT_ONCE) {
      const part = unread.slice(start, start + READ_AT_ONCE);
      const read = await readTotals(
        session,
        part.map(({ id }) => id),
      );
      for (const { leadId, id } of part) {
        const total = read.get(id);
        if (total !== undefined) found.set(leadId, total);
      }
    }
    return found;
  };
}

/** Local ids count down and are newer than the server's, which count up. */
function newestOf(ids: readonly number[]): number {
  const local = ids.filter(isLocalId);
  return local.length > 0 ? Math.min(...local) : Math.max(...ids);
}

const storedTotal = ({ workflowSummaries = {} }: StoredRecord): number =>
  Object.values(workflowSummaries as Record<string, WorkflowSummary>).reduce(
    (sum, { totalWithMargin }) => sum + totalWithMargin,
    0,
  );
