import { isLocalId } from "@ridgebook/contract";
import type { DeviceDatabase, Draft } from "#local-data/database/device-database.ts";
import type { KeptShapes } from "#local-data/database/kept-shapes.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import {
  isQueuedStore,
  type DraftedForm,
  type DraftStoreName,
  type FieldValues,
  type RecordKey,
} from "#local-data/database/stored-record.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { onDevice } from "#local-data/device/storage-problem.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import type { SpareDrafts } from "#local-data/database/spare-drafts.ts";

/**
 * Input that was typed and not saved, kept per account and company so that it survives a closed tab, an update and
 * somebody else's login. Id 0 stands for the form of a new record.
 */
export interface Drafts {
  save(draft: DraftedForm & { values: FieldValues }): Promise<void>;
  /** `release` is that of the values, which the form reads: only it knows them. Throws `appTooOld` for those of a newer release. */
  read(key: DraftedForm): Promise<{ values: FieldValues; savedTime: number; release?: number | undefined } | undefined>;
  drop(key: DraftedForm): Promise<void>;
}

type DraftKey = [number, number, DraftStoreName, number];

const keyOfDraft = ({ accountId, companyId }: Owner, { storeName, id }: DraftedForm): DraftKey => [
  accountId,
  companyId,
  storeName,
  id,
];

export function createDrafts({
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
}): Drafts {
  /** The record's id by now; a draft under the local id that the record had before moves along first. */
  const follow = async ({ storeName, id: givenId }: DraftedForm): Promise<DraftKey> => {
    const { owner, read } = store.session();
    await spare.restore();
    // Settings are no records: nothing of theirs ever gets another id.
    if (!isQueuedStore(storeName)) return keyOfDraft(owner, { storeName, id: givenId });
    const { id, formerIds } = await read(async (transaction) => {
      const resolved = await resolveId(transaction, { storeName, id: givenId });
      const mappings = await transaction.mappings(storeName);
      return { id: resolved, formerIds: mappings.filter(({ newId }) => newId === resolved).map(({ oldId }) => oldId) };
    });
    for (const formerId of formerIds)
      await moveDraft({ database, owner, from: { storeName, id: formerId }, to: { storeName, id } });
    return keyOfDraft(owner, { storeName, id });
  };

  return {
    save: async ({ values, ...form }) => {
      const row = {
        ...form,
        ...store.session().owner,
        values,
        savedTime: clock.now(),
        ...shapes.stamp(form.storeName),
      };
      await spare.put({ table: "drafts", row }, async () => {
        const [, , storeName, id] = await follow(form);
        return { table: "drafts", row: { ...row, storeName, id } };
      });
    },
    read: (key) =>
      onDevice(async () => {
        const draft = await database.drafts.get(await follow(key));
        if (!draft) return undefined;
        const { values, savedTime, release } = draft;
        shapes.assertReadable(draft);
        return { values, savedTime, ...(release !== undefined && { release }) };
      }),
    drop: (key) =>
      onDevice(async () => {
        await database.drafts.delete(await follow(key));
      }),
  };
}

/** Whichever of the two was saved later stays, under the new id. */
async function moveDraft({
  database,
  owner,
  from,
  to,
}: {
  database: DeviceDatabase;
  owner: Owner;
  from: RecordKey;
  to: RecordKey;
}): Promise<void> {
  await database.transaction("rw", database.drafts, async () => {
    const draft = await database.drafts.get(keyOfDraft(owner, from));
    if (!draft) return;
    const other = await database.drafts.get(keyOfDraft(owner, to));
    if (!other || other.savedTime < draft.savedTime) await database.drafts.put({ ...draft, id: to.id });
    await database.drafts.delete(keyOfDraft(owner, from));
  });
}

/**
 * Before the id map goes: drafts of records that were sent move to their server ids, and with `dropsUnsent` those of
 * records that are given up go too. A local id must never name another record's draft later.
 */
export async function settleDrafts({
  database,
  owner,
  newIds,
  dropsUnsent,
}: {
  database: DeviceDatabase;
  owner: Owner;
  newIds: readonly (RecordKey & { newId: number })[];
  dropsUnsent: boolean;
}): Promise<void> {
  for (const { storeName, id, newId } of newIds)
    await moveDraft({ database, owner, from: { storeName, id }, to: { storeName, id: newId } });
  if (!dropsUnsent) return;
  const isGivenUp = ({ id }: Draft): boolean => isLocalId(id);
  await database.drafts
    .where("[accountId+companyId]")
    .equals([owner.accountId, owner.companyId])
    .filter(isGivenUp)
    .delete();
}
