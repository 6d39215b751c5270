import { isLocalId, Problem } from "@ridgebook/contract";
import type { Table } from "dexie";
import type { DeviceDatabase, OpenedLead, PinnedLead } from "#local-data/database/device-database.ts";
import type { WholeLeads } from "#local-data/database/info-entries.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { TabChannel } from "#local-data/database/tab-channel.ts";
import type { Clock } from "#local-data/device/clock.ts";
import { inOwnTask } from "#local-data/device/own-task.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { createSignal } from "#local-data/device/signal.ts";
import { onDevice, StorageProblem, toStorageProblem } from "#local-data/device/storage-problem.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import { MAX_PINNED_LEADS } from "./working-set.ts";

const storeName = "leads";

/** The leads that the user pinned to this device, and the leads that are complete here. */
export interface KeptLeadsState {
  /** All ids that the leads have had on this device. */
  readonly pinnedIds: ReadonlySet<number>;
  readonly pinnedCount: number;
  /** Undefined until the first download is complete. */
  readonly wholeLeads: WholeLeads | undefined;
}

export interface KeptLeads {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => KeptLeadsState;
  /** "tooMany" means that the lead was not pinned. */
  pin(leadId: number): Promise<"pinned" | "tooMany">;
  unpin(leadId: number): Promise<void>;
}

/** The kept leads for the rest of the local data. */
export interface KeptLeadsKeeper extends KeptLeads {
  /** Reads the state again after a change by another tab, a sync or another session. */
  refresh(): Promise<void>;
  /** Updates ids after leads changed in any tab: a lead that was pinned before it was sent may have its server id now. */
  noteLeadsChanged(): Promise<void>;
  /** Marks a lead as opened, so that it stays on the device for a while. */
  noteOpened(leadId: number): Promise<void>;
  pinnedIds(): Promise<number[]>;
  /** Listens to pins and unpins of this tab; the returned function stops it. */
  listenToPins(listener: () => void): () => void;
  /** Leads that must not be evicted: pinned, opened recently, or with a draft. */
  protectedIds(): Promise<{ pinnedIds: number[]; openedTimes: Map<number, number>; draftKeys: DraftKeys }>;
}

/** The current ids of records with a draft. */
interface DraftKeys {
  leadIds: number[];
  estimateIds: number[];
}

const NOTHING: KeptLeadsState = { pinnedIds: new Set(), pinnedCount: 0, wholeLeads: undefined };

/** Whether all estimates and documents of a lead are on this device. Also true while it is not known: until the first download is complete. */
export function isWholeLead(wholeLeads: WholeLeads | undefined, leadId: number): boolean {
  if (isLocalId(leadId) || !wholeLeads) return true;
  const { everything, newestLeadId, exceptions } = wholeLeads;
  return (everything || leadId > newestLeadId) !== exceptions.includes(leadId);
}

/** The number of exceptions that are remembered; a lead that is not known to be complete is fetched again. */
const MAX_EXCEPTIONS = 5_000;

/** Updates the state after leads became complete, or stopped being so. */
export function noteWhole(
  before: WholeLeads,
  { leadIds, isWhole }: { leadIds: readonly number[]; isWhole: boolean },
): WholeLeads {
  const exceptions = new Set(before.exceptions);
  for (const leadId of leadIds) {
    const isWholeByRule = before.everything || leadId > before.newestLeadId;
    if (isWholeByRule === isWhole) exceptions.delete(leadId);
    else exceptions.add(leadId);
  }
  if (exceptions.size > MAX_EXCEPTIONS)
    return { everything: false, newestLeadId: Number.MAX_SAFE_INTEGER, exceptions: [] };
  return { ...before, exceptions: [...exceptions] };
}

type LeadMark = PinnedLead | OpenedLead;

export function createKeptLeads({
  store,
  device,
  clock,
  channel,
}: {
  store: LocalStore;
  device: DeviceDatabase;
  clock: Clock;
  channel: TabChannel;
}): KeptLeadsKeeper {
  let state = NOTHING;
  let isUnsentPinned = false;
  const stateChanged = createSignal();
  const pinsChanged = createSignal();

  const ownPins = ({ accountId, companyId }: Owner): Promise<PinnedLead[]> =>
    device.pinnedLeads.where("[accountId+companyId]").equals([accountId, companyId]).toArray();

  /** All ids of a lead, the current one first. */
  const idsOf = (givenId: number): Promise<number[]> =>
    store.read(async (transaction) => {
      const mappings = await transaction.mappings(storeName);
      const id = mappings.find(({ oldId }) => oldId === givenId)?.newId ?? givenId;
      return [id, ...mappings.filter(({ newId }) => newId === id).map(({ oldId }) => oldId)];
    });

  /** The current ids of these records, in their order. */
  const latestOf = async (recordStore: "leads" | "estimates", ids: number[]): Promise<number[]> => {
    if (!ids.some(isLocalId)) return ids;
    return await store.read(async (transaction) => {
      const latest: number[] = [];
      for (const id of ids) latest.push(await resolveId(transaction, { storeName: recordStore, id }));
      return latest;
    });
  };
  const latestIds = (marks: readonly LeadMark[]): Promise<number[]> =>
    latestOf(
      storeName,
      marks.map(({ leadId }) => leadId),
    );

  const readState = async (): Promise<KeptLeadsState> => {
    try {
      const pins = await ownPins(store.session().owner);
      const wholeLeads = await store.read((transaction) => transaction.info("whole-leads"));
      const ids = await latestIds(pins);
      isUnsentPinned = ids.some(isLocalId);
      const pinnedIds = new Set([...pins.map(({ leadId }) => leadId), ...ids]);
      return { pinnedIds, pinnedCount: new Set(ids).size, wholeLeads };
    } catch (error) {
      // Nothing is known if no user is signed in or the device cannot be read.
      if (error instanceof Problem || toStorageProblem(error) instanceof StorageProblem) return NOTHING;
      throw error;
    }
  };

  const refresh = async (): Promise<void> => {
    const next = await readState();
    if (isSameState(state, next)) return;
    state = next;
    stateChanged.send();
  };

  const announcePins = (): void => {
    channel.post({ type: "kept-leads" });
    pinsChanged.send();
  };

  return {
    subscribe: (listener) => stateChanged.listen(() => inOwnTask(listener)),
    listenToPins: pinsChanged.listen,
    getSnapshot: () => state,
    refresh,
    noteLeadsChanged: async () => {
      if (isUnsentPinned) await refresh();
    },

    pin: (givenId) =>
      onDevice(async () => {
        const { accountId, companyId } = store.session().owner;
        const [leadId = givenId] = await idsOf(givenId);
        const pins = await ownPins({ accountId, companyId });
        if (pins.length >= MAX_PINNED_LEADS && !state.pinnedIds.has(leadId)) return "tooMany";
        await device.pinnedLeads.put({ accountId, companyId, leadId, pinnedTime: clock.now() });
        await refresh();
        announcePins();
        return "pinned";
      }),

    unpin: (givenId) =>
      onDevice(async () => {
        const { accountId, companyId } = store.session().owner;
        const ids = await idsOf(givenId);
        await device.pinnedLeads.bulkDelete(ids.map((id): [number, number, number] => [accountId, companyId, id]));
        await refresh();
        announcePins();
      }),

    noteOpened: (leadId) =>
      onDevice(async () => {
        const { accountId, companyId } = store.session().owner;
        await device.openedLeads.put({ accountId, companyId, leadId, openedTime: clock.now() });
      }),

    pinnedIds: async () => {
      const pins = await ownPins(store.session().owner);
      return [...new Set(await latestIds(pins))];
    },

    protectedIds: async () => {
      const { accountId, companyId } = store.session().owner;
      const pins = await ownPins({ accountId, companyId });
      const own = { index: "[accountId+companyId]", owner: [accountId, companyId] };
      const opened = await device.openedLeads.where(own.index).equals(own.owner).toArray();
      const openedIds = await latestIds(opened);
      const formDrafts = await device.drafts.where(own.index).equals(own.owner).primaryKeys();
      const draftsOf = (wanted: string): number[] =>
        formDrafts.filter(([, , name]) => name === wanted).map(([, , , id]) => id);
      const estimateDrafts = await device.estimateDrafts.where(own.index).equals(own.owner).primaryKeys();
      const draftedEstimates = [...draftsOf("estimates"), ...estimateDrafts.map(([, , estimateId]) => estimateId)];
      return {
        pinnedIds: await latestIds(pins),
        openedTimes: new Map(openedIds.map((id, index) => [id, opened[index]?.openedTime ?? 0])),
        draftKeys: {
          leadIds: await latestOf("leads", draftsOf("leads")),
          estimateIds: await latestOf("estimates", draftedEstimates),
        },
      };
    },
  };
}

const isSameState = (one: KeptLeadsState, other: KeptLeadsState): boolean =>
  one.pinnedCount === other.pinnedCount &&
  one.pinnedIds.size === other.pinnedIds.size &&
  [...one.pinnedIds].every((id) => other.pinnedIds.has(id)) &&
  JSON.stringify(one.wholeLeads) === JSON.stringify(other.wholeLeads);

/**
 * Before the id map is deleted: moves the marks of sent leads to their server ids and, with `dropsUnsent`, deletes those of discarded
 * leads. A mark must never apply to another lead that gets the same local id.
 */
export async function settleKeptLeads({
  database,
  owner: { accountId, companyId },
  newIds,
  dropsUnsent,
}: {
  database: DeviceDatabase;
  owner: Owner;
  newIds: ReadonlyMap<number, number>;
  dropsUnsent: boolean;
}): Promise<void> {
  const settle = <Mark extends LeadMark>(table: Table<Mark, [number, number, number]>): Promise<void> =>
    database.transaction("rw", table, async () => {
      const own = table.where("[accountId+companyId]").equals([accountId, companyId]);
      for (const mark of await own.filter(({ leadId }) => isLocalId(leadId)).toArray()) {
        const newId = newIds.get(mark.leadId);
        if (newId !== undefined) await table.put({ ...mark, leadId: newId });
        if (newId !== undefined || dropsUnsent) await table.delete([accountId, companyId, mark.leadId]);
      }
    });
  await settle(database.pinnedLeads);
  await settle(database.openedLeads);
}
