import { isLocalId, workOf } from "@ridgebook/contract";
import { Dexie } from "dexie";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { KeptShapes } from "#local-data/database/kept-shapes.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { onDevice } from "#local-data/device/storage-problem.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import { localItemIdsIn, withItemIds } from "#local-data/outbox/item-ids.ts";
import type { SpareDrafts } from "#local-data/database/spare-drafts.ts";
import { isDocumentDraft, keyWithDocumentIds, localDocumentIdsIn, withDocumentIds } from "./document-draft-ids.ts";
import type { EstimateDraftKey, EstimateStore } from "./estimate-store.ts";

const storeName = "estimates";

/** Server ids by the local ids that they replace. */
type NewIds = ReadonlyMap<number, number>;

type DraftKey = [number, number, number, string];

const keyOfDraft = ({ accountId, companyId }: Owner, { estimateId, copyKey }: EstimateDraftKey): DraftKey => [
  accountId,
  companyId,
  estimateId,
  copyKey,
];

/**
 * Drafts of estimates' forms, one for each workflow copy. Like drafts of leads (`drafts.ts`), they survive a closed tab and
 * another user's login, and move to their estimate's server id. Ids of new items and of documents in them are replaced too.
 */
export function createEstimateDrafts({
  database,
  store,
  clock,
  spare,
  shapes,
}: {
  database: DeviceDatabase;
  store: LocalStore;
  clock: Clock;
  spare: SpareDrafts;
  shapes: KeptShapes;
}): EstimateStore["drafts"] {
  /** The draft's current key; first moves drafts under local ids of the estimate and its documents. */
  const follow = async (given: EstimateDraftKey): Promise<{ key: DraftKey; newDocumentIds: NewIds }> => {
    const { owner, read } = store.session();
    await spare.restore();
    const { id, formerIds, newDocumentIds } = await read(async (transaction) => {
      const resolved = await resolveId(transaction, { storeName, id: given.estimateId });
      const mappings = await transaction.mappings(storeName);
      const documents = isDocumentDraft(given) ? await transaction.mappings("estimate-documents") : [];
      return {
        id: resolved,
        formerIds: mappings.filter(({ newId }) => newId === resolved).map(({ oldId }) => oldId),
        newDocumentIds: new Map(documents.map(({ oldId, newId }) => [oldId, newId])),
      };
    });
    const to = { database, owner, to: id, newDocumentIds };
    for (const formerId of formerIds) await moveDrafts({ ...to, from: formerId });
    if (newDocumentIds.size > 0) await moveDrafts({ ...to, from: id });
    const copyKey = keyWithDocumentIds(given.copyKey, newDocumentIds);
    return { key: keyOfDraft(owner, { estimateId: id, copyKey }), newDocumentIds };
  };

  return {
    save: async (given, values) => {
      const stamp = shapes.stamp("estimate-drafts");
      const row = { ...given, ...store.session().owner, values, savedTime: clock.now(), ...stamp };
      await spare.put({ table: "estimateDrafts", row }, async () => {
        const [, , estimateId, copyKey] = (await follow(given)).key;
        return { table: "estimateDrafts", row: { ...row, estimateId, copyKey } };
      });
    },
    read: (given) =>
      onDevice(async () => {
        const { key, newDocumentIds } = await follow(given);
        const row = await database.estimateDrafts.get(key);
        if (!row) return undefined;
        const draft = { ...row, values: shapes.read("estimate-drafts", row.values, row) };
        const newItemIds = await store.read((transaction) => transaction.itemIds(localItemIdsIn(draft.values)));
        return {
          values: withDocumentIds({ ...draft, values: withItemIds(draft.values, newItemIds) }, newDocumentIds).values,
          savedTime: draft.savedTime,
        };
      }),
    drop: (given) =>
      onDevice(async () => {
        await database.estimateDrafts.delete((await follow(given)).key);
      }),
    list: (givenId) =>
      onDevice(async () => {
        const { owner } = store.session();
        const [, , estimateId] = (await follow({ estimateId: givenId, copyKey: "" })).key;
        const drafts = await draftsOf({ database, owner, estimateId }).primaryKeys();
        return drafts.map(([, , , copyKey]) => copyKey);
      }),
    followCopies: ({ before, after }) =>
      onDevice(async () => {
        const { findRenumberedCopies, renumberDrafts } = await import("./estimate-engine.ts");
        const renumbered = findRenumberedCopies(workOf(before), workOf(after));
        if (renumbered.length === 0) return;
        const { owner } = store.session();
        const [, , estimateId] = (await follow({ estimateId: after.id, copyKey: "" })).key;
        await database.transaction("rw", database.estimateDrafts, async () => {
          const drafts = await draftsOf({ database, owner, estimateId }).toArray();
          for (const { draft, moved } of renumberDrafts(drafts, renumbered)) {
            await database.estimateDrafts.put(moved);
            await database.estimateDrafts.delete(keyOfDraft(owner, draft));
          }
        });
      }),
  };
}

const draftsOf = ({ database, owner, estimateId }: { database: DeviceDatabase; owner: Owner; estimateId: number }) => {
  const prefix = [owner.accountId, owner.companyId, estimateId];
  return database.estimateDrafts
    .where("[accountId+companyId+estimateId+copyKey]")
    .between([...prefix, Dexie.minKey], [...prefix, Dexie.maxKey]);
};

/**
 * Moves drafts to the new ids of their estimate and their source documents. Of two drafts under one key, the newer one
 * stays.
 */
async function moveDrafts({
  database,
  owner,
  from,
  to,
  newDocumentIds,
}: {
  database: DeviceDatabase;
  owner: Owner;
  from: number;
  to: number;
  newDocumentIds: NewIds;
}): Promise<void> {
  await database.transaction("rw", database.estimateDrafts, async () => {
    for (const key of await draftsOf({ database, owner, estimateId: from }).primaryKeys()) {
      const [, , , copyKey] = key;
      const moved = { estimateId: to, copyKey: keyWithDocumentIds(copyKey, newDocumentIds) };
      if (from === to && moved.copyKey === copyKey) continue;
      const draft = await database.estimateDrafts.get(key);
      if (!draft) continue;
      const other = await database.estimateDrafts.get(keyOfDraft(owner, moved));
      if (!other || other.savedTime < draft.savedTime) await database.estimateDrafts.put({ ...draft, ...moved });
      await database.estimateDrafts.delete(key);
    }
  });
}

/** Deletes the drafts of a deleted estimate. */
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
 * Before the id map is deleted: gives drafts, and their items and documents, the server's ids and, with `dropsUnsent`, deletes drafts of
 * discarded estimates and documents. A local id must never refer to another document later.
 */
export async function settleEstimateDrafts({
  database,
  owner,
  newIds,
  newItemIds,
  newDocumentIds,
  dropsUnsent,
}: {
  database: DeviceDatabase;
  owner: Owner;
  newIds: NewIds;
  newItemIds: NewIds;
  newDocumentIds: NewIds;
  dropsUnsent: boolean;
}): Promise<void> {
  const { accountId, companyId } = owner;
  const own = () => database.estimateDrafts.where("[accountId+companyId]").equals([accountId, companyId]);
  const move = { database, owner, newDocumentIds };
  for (const [from, to] of newIds) await moveDrafts({ ...move, from, to });
  if (newDocumentIds.size > 0)
    for (const id of new Set((await own().primaryKeys()).map(([, , estimateId]) => estimateId)))
      await moveDrafts({ ...move, from: id, to: id });
  if (newItemIds.size > 0 || newDocumentIds.size > 0)
    await own().modify((draft) => {
      draft.values = withDocumentIds(
        { ...draft, values: withItemIds(draft.values, newItemIds) },
        newDocumentIds,
      ).values;
    });
  if (dropsUnsent)
    await own()
      .filter((draft) => isLocalId(draft.estimateId) || localDocumentIdsIn(draft).length > 0)
      .delete();
}
