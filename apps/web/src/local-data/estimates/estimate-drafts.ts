import { isLocalId } from "@ridgebook/contract";
import { Dexie } from "dexie";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { toStorageProblem } from "#local-data/device/storage-problem.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import { localItemIdsIn, withItemIds } from "#local-data/outbox/item-ids.ts";
import type { EstimateDraftKey, EstimateStore } from "./estimate-store.ts";

const storeName = "estimates";

type DraftKey = [number, number, number, string];

const keyOfDraft = ({ accountId, companyId }: Owner, { estimateId, copyKey }: EstimateDraftKey): DraftKey => [
  accountId,
  companyId,
  estimateId,
  copyKey,
];

/**
 * Forms of estimates that were not saved yet, one draft a workflow copy. As drafts of leads (`drafts.ts`) they outlive a closed
 * tab and somebody else's login, and follow their estimate to its server id. New items in them follow theirs too.
 */
export function createEstimateDrafts({
  database,
  store,
  clock,
}: {
  database: DeviceDatabase;
  store: LocalStore;
  clock: Clock;
}): EstimateStore["drafts"] {
  /** The estimate's id by now; drafts under the local id that it had before move along first. */
  const follow = async (givenId: number): Promise<{ owner: Owner; estimateId: number }> => {
    const { owner, read } = store.session();
    const { id, formerIds } = await read(async (transaction) => {
      const resolved = await resolveId(transaction, { storeName, id: givenId });
      const mappings = await transaction.mappings(storeName);
      return { id: resolved, formerIds: mappings.filter(({ newId }) => newId === resolved).map(({ oldId }) => oldId) };
    });
    for (const formerId of formerIds) await moveDrafts({ database, owner, from: formerId, to: id });
    return { owner, estimateId: id };
  };

  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw toStorageProblem(error);
    }
  };

  return {
    save: ({ copyKey, ...key }, values) =>
      guarded(async () => {
        const { owner, estimateId } = await follow(key.estimateId);
        const { accountId, companyId } = owner;
        const savedTime = clock.now();
        await database.estimateDrafts.put({ accountId, companyId, estimateId, copyKey, values, savedTime });
      }),
    read: ({ copyKey, ...key }) =>
      guarded(async () => {
        const { owner, estimateId } = await follow(key.estimateId);
        const draft = await database.estimateDrafts.get(keyOfDraft(owner, { estimateId, copyKey }));
        if (!draft) return undefined;
        const newItemIds = await store.read((transaction) => transaction.itemIds(localItemIdsIn(draft.values)));
        return { values: withItemIds(draft.values, newItemIds), savedTime: draft.savedTime };
      }),
    drop: ({ copyKey, ...key }) =>
      guarded(async () => {
        const { owner, estimateId } = await follow(key.estimateId);
        await database.estimateDrafts.delete(keyOfDraft(owner, { estimateId, copyKey }));
      }),
    list: (givenId) =>
      guarded(async () => {
        const { owner, estimateId } = await follow(givenId);
        const drafts = await draftsOf({ database, owner, estimateId }).primaryKeys();
        return drafts.map(([, , , copyKey]) => copyKey);
      }),
  };
}

const draftsOf = ({ database, owner, estimateId }: { database: DeviceDatabase; owner: Owner; estimateId: number }) => {
  const prefix = [owner.accountId, owner.companyId, estimateId];
  return database.estimateDrafts
    .where("[accountId+companyId+estimateId+copyKey]")
    .between([...prefix, Dexie.minKey], [...prefix, Dexie.maxKey]);
};

/** Whichever of two drafts of one copy was saved later stays, under the new id. */
async function moveDrafts({
  database,
  owner,
  from,
  to,
}: {
  database: DeviceDatabase;
  owner: Owner;
  from: number;
  to: number;
}): Promise<void> {
  await database.transaction("rw", database.estimateDrafts, async () => {
    for (const draft of await draftsOf({ database, owner, estimateId: from }).toArray()) {
      const { copyKey } = draft;
      const other = await database.estimateDrafts.get(keyOfDraft(owner, { estimateId: to, copyKey }));
      if (!other || other.savedTime < draft.savedTime) await database.estimateDrafts.put({ ...draft, estimateId: to });
      await database.estimateDrafts.delete(keyOfDraft(owner, { estimateId: from, copyKey }));
    }
  });
}

/** Nothing stays of what was not saved of an estimate that is gone. */
export async function dropEstimateDrafts({
  database,
  store,
  estimateId,
}: {
  database: DeviceDatabase;
  store: LocalStore;
  estimateId: number;
}): Promise<void> {
  await draftsOf({ database, owner: store.session().owner, estimateId }).delete();
}

/**
 * Before the id map goes: drafts and the items in them take the server's ids, and with `dropsUnsent` those of estimates that
 * are given up go.
 */
export async function settleEstimateDrafts({
  database,
  owner,
  newIds,
  newItemIds,
  dropsUnsent,
}: {
  database: DeviceDatabase;
  owner: Owner;
  newIds: ReadonlyMap<number, number>;
  newItemIds: ReadonlyMap<number, number>;
  dropsUnsent: boolean;
}): Promise<void> {
  for (const [from, to] of newIds) await moveDrafts({ database, owner, from, to });
  const { accountId, companyId } = owner;
  const own = () => database.estimateDrafts.where("[accountId+companyId]").equals([accountId, companyId]);
  if (dropsUnsent)
    await own()
      .filter(({ estimateId }) => isLocalId(estimateId))
      .delete();
  if (newItemIds.size > 0)
    await own().modify((draft) => {
      draft.values = withItemIds(draft.values, newItemIds);
    });
}
