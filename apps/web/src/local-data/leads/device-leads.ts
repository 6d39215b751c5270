import { TIME_ZONES } from "@ridgebook/contract";
import type { LocalChange } from "#local-data/database/change-record.ts";
import { countRequests } from "#local-data/database/key-runs.ts";
import type { LocalStore, RecordListener, StoreSession } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import { indexLead, type ListedLead } from "./lead-query.ts";
import type { StoredLead } from "./stored-lead.ts";

/** Above this number of requests, the whole store is read instead, which is one. */
const MAX_REQUESTS = 500;

/** The data for lists of leads. */
export interface DeviceLeads {
  leadsById: ReadonlyMap<number, ListedLead>;
  /** The unsent changes, by the lead's id. */
  changesById: ReadonlyMap<number, LocalChange>;
  /** The company's time zone; the first of the list until it has chosen one. */
  timeZone: string;
}

/**
 * Caches the leads of this device for lists, and reads only changed leads again: while a queue of thousands is sent, the list
 * follows without reading all leads each time.
 */
export function createDeviceLeads({
  store,
  subscribe,
  canKeep,
}: {
  store: LocalStore;
  subscribe: (listener: RecordListener) => void;
  /** Whether the cache is notified of every change. */
  canKeep: () => boolean;
}): { read(): Promise<DeviceLeads> } {
  let kept: Promise<DeviceLeads> | undefined;
  /** The session of the cached leads, so that no user ever sees the leads of the one before. */
  let keptFor: StoreSession | undefined;
  /** The ids of leads that changed since `kept` was read. */
  let outdated = new Set<number>();
  subscribe((storeName, ids) => {
    if (storeName === "settings" || (storeName === "leads" && !ids)) kept = undefined;
    else if (storeName === "leads" && ids) for (const id of ids) outdated.add(Number(id));
  });

  const read = async (): Promise<DeviceLeads> => {
    const session = store.session();
    if (session !== keptFor) kept = undefined;
    keptFor = session;
    if (kept && outdated.size === 0) return await kept;
    const ids = [...outdated];
    const former = countRequests(ids) > MAX_REQUESTS ? undefined : kept;
    outdated = new Set();
    const reading = former ? former.then((known) => readAgain(session, known, ids)) : session.read(readAll);
    kept = canKeep() ? reading : undefined;
    reading.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return await reading;
  };

  const readAgain = (session: StoreSession, known: DeviceLeads, ids: readonly number[]): Promise<DeviceLeads> =>
    session.read(async (transaction) => {
      const leads = await transaction.recordsByIds("leads", ids);
      const changes = await transaction.changesByKeys(ids.map((id) => ({ storeName: "leads", id })));
      const leadsById = new Map(known.leadsById);
      const changesById = new Map(known.changesById);
      for (const [index, id] of ids.entries()) {
        const lead = leads[index] as StoredLead | undefined;
        setOrDelete(leadsById, id, lead && indexLead(lead));
        setOrDelete(changesById, id, changes[index]);
      }
      return { ...known, leadsById, changesById };
    });

  return { read };
}

async function readAll(transaction: StoreTransaction): Promise<DeviceLeads> {
  const leads = (await transaction.records("leads")) as StoredLead[];
  const changes = await transaction.changes("leads");
  const timeZone = (await transaction.record("settings", 1))?.timeZone;
  return {
    leadsById: new Map(leads.map((lead) => [lead.id, indexLead(lead)])),
    changesById: new Map(changes.map((change) => [change.id, change])),
    timeZone: TIME_ZONES.find((known) => known === timeZone) ?? TIME_ZONES[0],
  };
}

function setOrDelete<Value>(map: Map<number, Value>, id: number, value: Value | undefined): void {
  if (value === undefined) map.delete(id);
  else map.set(id, value);
}
