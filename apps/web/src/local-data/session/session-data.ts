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

/** Another tab logged out, or opened the data of another user or company. */
type SessionEvent = "left" | "changed";

export interface LastKnownSession extends Owner {
  user: SessionUser | null;
  /** The time of the server's last confirmation, epoch milliseconds. */
  confirmedTime: number;
}

/** A user's unsent work on this device in one company. */
export interface UnsentWork extends Owner {
  changeCount: number;
  /** The number of drafts. */
  draftCount: number;
}

/** The owner of the data on this device (1.§4, AUTH-13 to AUTH-19). */
export interface SessionData {
  /**
   * Opens the device for an owner. Sets another user's unsent work aside and restores this owner's. Cheap if nothing
   * changes. `user` is set if the server confirmed the user, which allows an offline start later.
   */
  open(session: Owner & { user?: SessionUser }): Promise<void>;
  /**
   * Opens the device for its owner without the server, if `mayOpen` accepts that owner; resolves to undefined otherwise.
   * Never changes the owner. Check and opening are one step, so there is no race with another tab's login.
   */
  resume(mayOpen: (known: LastKnownSession) => boolean): Promise<LastKnownSession | undefined>;
  lastKnown(): Promise<LastKnownSession | undefined>;
  /** Counts a user's unsent changes on this device, even if this tab has not opened it; 0 if it belongs to another user. */
  countUnsent(accountId: number): Promise<number>;
  /** Lists the unsent work of these users, who are one person in several companies, also while the device belongs to another user. */
  listUnsent(accountIds: readonly number[]): Promise<UnsentWork[]>;
  /** Whether this device has data that is nowhere else: unsent changes, drafts or held work, of any user. */
  holdsUnsentWork(): Promise<boolean>;
  /** Ends reads and writes in this tab. The device's data stays. */
  close(): void;
  /** Sets unsent work aside for its owner, then empties the specified database. */
  wipe(): Promise<void>;
  /**
   * Logout: like `wipe`, but with `discardUnsent`, which the owner has confirmed, also deletes unsent work, drafts and kept PDFs. Notifies
   * the other tabs.
   */
  leave(options: { discardUnsent: boolean }): Promise<void>;
  /** Listens to session changes by other tabs; the returned function stops it. */
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
  /** Notifies that all data may have changed. */
  announceChange: () => Promise<void>;
  status: WritableSyncStatus;
}): SessionData {
  /** Runs one step at a time on this device, after recovering from an interrupted one. */
  const alone = <Result>(work: (owner: OwnerEntry | undefined) => Promise<Result>): Promise<Result> =>
    storage.trackWait(
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

  /** Switches the device to another owner, or to none. */
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

  /** Deletes the owner's drafts and signed PDFs, because the next user of this device could find them. */
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
            accountId,
            companyId,
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
