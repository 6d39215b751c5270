import type { SessionUser } from "@ridgebook/contract";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { Entities } from "#local-data/database/entity.ts";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import type { OwnerEntry } from "#local-data/database/info-entries.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import {
  ITEM_IDS,
  openSpecifiedDatabase,
  type LocalIdMapping,
  type SpecifiedDatabase,
} from "#local-data/database/specified-database.ts";
import type { PageStorage } from "#local-data/database/page-storage.ts";
import type { TabChannel } from "#local-data/database/tab-channel.ts";
import type { Clock, Random } from "#local-data/device/clock.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { toStorageProblem } from "#local-data/device/storage-problem.ts";
import type { WritableSyncStatus } from "#local-data/device/sync-status.ts";
import { forgetPhotos } from "#local-data/documents/document-files.ts";
import { forgetMeasurements } from "#local-data/measurements/measurements.ts";
import { keepPriceBookOfHeldWork } from "#local-data/price-book/kept-price-books.ts";
import { settleKeptLeads } from "#local-data/working-set/kept-leads.ts";
import { forgetImportDraft } from "./import-draft.ts";
import { settleDrafts } from "./drafts.ts";
import { holdWork, readInfo, refill, repairTransfers } from "./held-work.ts";
import type { SpareDrafts } from "#local-data/database/spare-drafts.ts";
import { forgetAccountDrafts } from "#local-data/session/account-drafts.ts";

const SESSION_LOCK = "ridgebook-session";

/** Another tab logged out, or opened the data of somebody else or of another company. */
type SessionEvent = "left" | "changed";

export interface LastKnownSession extends Owner {
  user: SessionUser | null;
  /** When the server last confirmed them, epoch milliseconds. */
  confirmedTime: number;
}

/** What one person left unsent here in one company. */
export interface UnsentWork extends Owner {
  changeCount: number;
  /** Forms that were typed in and not saved. */
  draftCount: number;
}

/** Whose data this device holds (1.§4, AUTH-13 to AUTH-19). */
export interface SessionData {
  /**
   * Makes the device an owner's. Somebody else's unsent work is held aside for them, this owner's comes back. Cheap when
   * nothing changes. `user` says that the server confirmed the person; it is what an offline start goes by.
   */
  open(session: Owner & { user?: SessionUser }): Promise<void>;
  /**
   * Opens the device as its owner without asking the server, if `mayOpen` accepts that owner; resolves to undefined otherwise.
   * Never changes the owner: check and opening are one step, so another tab's login cannot come in between.
   */
  resume(mayOpen: (known: LastKnownSession) => boolean): Promise<LastKnownSession | undefined>;
  lastKnown(): Promise<LastKnownSession | undefined>;
  /** How much of somebody's work is stored here and not sent, whether or not this tab has opened it; none where it is another's. */
  countUnsent(accountId: number): Promise<number>;
  /** What waits here for any of these people, who are one person in several companies; also while the device is another's. */
  listUnsent(accountIds: readonly number[]): Promise<UnsentWork[]>;
  /** Whether this device holds what is nowhere else: unsent changes, drafts or held work, of anyone. */
  holdsUnsentWork(): Promise<boolean>;
  /** Ends reading and writing in this tab. What is on the device stays as it is. */
  close(): void;
  /** Empties the specified database, after unsent work was held aside for its owner. */
  wipe(): Promise<void>;
  /**
   * Logout: as `wipe`; with `discardUnsent`, which the owner has confirmed, unsent work, drafts and kept PDFs go too. Tells the
   * other tabs.
   */
  leave(options: { discardUnsent: boolean }): Promise<void>;
  /** Hears what other tabs did to the session; the result stops listening. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
}

const toKnown = ({ accountId, companyId, user, confirmedTime }: OwnerEntry): LastKnownSession => ({
  accountId,
  companyId,
  user,
  confirmedTime,
});

export function createSessionData({
  databases: { specified, device },
  storage,
  spare,
  store,
  entities,
  locks,
  channel,
  clock,
  random,
  announceChange,
  status,
}: {
  databases: { specified: SpecifiedDatabase; device: DeviceDatabase };
  storage: PageStorage;
  spare: SpareDrafts;
  store: LocalStore;
  entities: Entities;
  locks: ExclusiveLocks;
  channel: TabChannel;
  clock: Clock;
  random: Random;
  /** Everything may be different now. */
  announceChange: () => Promise<void>;
  status: WritableSyncStatus;
}): SessionData {
  /** One step at a time on this device, in a database that no interrupted step left half-done. */
  const alone = <Result>(work: (owner: OwnerEntry | undefined) => Promise<Result>): Promise<Result> =>
    storage.noteWait(
      locks.run(SESSION_LOCK, async () => {
        try {
          await openSpecifiedDatabase(specified, storage);
          await repairTransfers({ specified, device });
          return await work(await readInfo(specified, "owner"));
        } catch (error) {
          throw toStorageProblem(error);
        }
      }),
    );

  /** Makes room for another owner, or for nobody. */
  const handOver = async ({
    from,
    to,
    discardUnsent,
  }: {
    from: OwnerEntry | undefined;
    to: OwnerEntry | undefined;
    discardUnsent: boolean;
  }): Promise<void> => {
    if (from) {
      const transferId = random.key();
      if (!discardUnsent)
        await holdWork({ specified, device, owner: from, transferId, heldTime: clock.now(), entities });
      const isNothingUnsent = (await specified["local-changes"].count()) === 0;
      if (isNothingUnsent && !discardUnsent) await forgetPhotos({ database: device, owner: from });
      await settleAllDrafts({ owner: from, dropsUnsent: discardUnsent || isNothingUnsent });
      if (discardUnsent) await forgetEntered(from);
      await forgetMeasurements({ database: device, owner: from });
      await keepPriceBookOfHeldWork({ specified, device, companyId: from.companyId });
    }
    await refill({ specified, device, owner: to });
  };

  /** Nothing stays that the owner typed, or signed for: the next person at this device may know how to look for it. */
  const forgetEntered = async ({ accountId, companyId }: Owner): Promise<void> => {
    spare.forget({ accountId, companyId });
    await device.transaction("rw", device.drafts, device.estimateDrafts, device.documentFiles, async () => {
      for (const table of [device.drafts, device.estimateDrafts, device.documentFiles])
        await table.where("[accountId+companyId]").equals([accountId, companyId]).delete();
    });
  };

  const settleAllDrafts = async ({ owner, dropsUnsent }: { owner: Owner; dropsUnsent: boolean }): Promise<void> => {
    await spare.restore();
    const mappings = await specified["local-ids-map"].toArray();
    const newIds = mappings.flatMap(({ storeName, oldId, newId }) =>
      storeName === ITEM_IDS ? [] : [{ storeName, id: oldId, newId }],
    );
    const newIdsOf = (name: LocalIdMapping["storeName"]): ReadonlyMap<number, number> =>
      new Map(mappings.filter(({ storeName }) => storeName === name).map(({ oldId, newId }) => [oldId, newId]));
    const saved = await readInfo(specified, "saved-drafts");
    await settleDrafts({ database: device, owner, newIds, saved, dropsUnsent });
    await settleKeptLeads({ database: device, owner, newIds: newIdsOf("leads"), dropsUnsent });
    const { settleEstimateDrafts } = await import("#local-data/estimates/estimate-drafts.ts");
    await settleEstimateDrafts({
      database: device,
      owner,
      newIds: newIdsOf("estimates"),
      newItemIds: newIdsOf(ITEM_IDS),
      newDocumentIds: newIdsOf("estimate-documents"),
      dropsUnsent,
    });
  };

  const empty = (options: { discardUnsent: boolean }): Promise<void> =>
    alone(async (from) => {
      await handOver({ from, to: undefined, ...options });
      store.setOwner(undefined);
    });

  return {
    async open({ accountId, companyId, user }) {
      const { isChanged, isBegun } = await alone(async (from) => {
        const isSameOwner = from?.accountId === accountId && from.companyId === companyId;
        const to: OwnerEntry = {
          accountId,
          companyId,
          user: user ?? (isSameOwner ? from.user : null),
          confirmedTime: user ? clock.now() : isSameOwner ? from.confirmedTime : 0,
        };
        if (!isSameOwner) await handOver({ from, to, discardUnsent: false });
        else if (user) await specified.info.put({ key: "owner", value: to });
        return { isChanged: !isSameOwner, isBegun: store.setOwner({ accountId, companyId }) };
      });
      if (isChanged) channel.post({ type: "session", event: "changed" });
      if (isChanged || isBegun) await announceChange();
      if (user) status.set({ signInNeeded: false });
    },

    async resume(mayOpen) {
      const resumed = await alone(async (owner) => {
        await Promise.resolve();
        const known = owner && toKnown(owner);
        if (!known || !mayOpen(known)) return undefined;
        const { accountId, companyId } = known;
        return { known, isBegun: store.setOwner({ accountId, companyId }) };
      });
      if (resumed?.isBegun) await announceChange();
      return resumed?.known;
    },

    lastKnown: () =>
      alone(async (owner) => {
        await Promise.resolve();
        return owner && toKnown(owner);
      }),

    countUnsent: (accountId) =>
      alone(async (owner) => (owner?.accountId === accountId ? await specified["local-changes"].count() : 0)),

    listUnsent: (accountIds) =>
      alone(async (owner) => {
        await spare.restore();
        const found = new Map<string, UnsentWork>();
        const add = ({ accountId, companyId }: Owner, count: { changes?: number; drafts?: number }): void => {
          if (!accountIds.includes(accountId)) return;
          const key = `${String(accountId)} ${String(companyId)}`;
          const { changeCount, draftCount } = found.get(key) ?? { changeCount: 0, draftCount: 0 };
          found.set(key, {
            ...{ accountId, companyId },
            changeCount: changeCount + (count.changes ?? 0),
            draftCount: draftCount + (count.drafts ?? 0),
          });
        };
        if (owner) add(owner, { changes: await specified["local-changes"].count() });
        for (const held of await device.heldWork.toArray()) add(held, { changes: held.changes.length });
        for (const draft of await device.drafts.toArray()) add(draft, { drafts: 1 });
        for (const draft of await device.estimateDrafts.toArray()) add(draft, { drafts: 1 });
        return [...found.values()].filter(({ changeCount, draftCount }) => changeCount + draftCount > 0);
      }),

    holdsUnsentWork: () =>
      alone(async () => {
        const tables = [specified["local-changes"], device.drafts, device.estimateDrafts, device.heldWork];
        for (const table of tables) if ((await table.count()) > 0) return true;
        return false;
      }),

    close() {
      store.setOwner(undefined);
    },

    async wipe() {
      await empty({ discardUnsent: false });
      await announceChange();
    },

    async leave(options) {
      await alone(async (owner) => {
        if (owner) await forgetImportDraft({ database: device, owner });
      });
      await empty(options);
      forgetAccountDrafts();
      channel.post({ type: "session", event: "left" });
      await announceChange();
    },

    subscribe: (listener) =>
      channel.listen((message) => {
        if (message.type === "session") listener(message.event);
      }),
  };
}
