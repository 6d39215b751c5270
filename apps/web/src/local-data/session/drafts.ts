import { isLocalId } from "@ridgebook/contract";
import type { DeviceDatabase, Draft } from "#local-data/database/device-database.ts";
import type { SavedDraft } from "#local-data/database/info-entries.ts";
import type { KeptShapes } from "#local-data/database/kept-shapes.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import { wasSaved } from "#local-data/database/saved-drafts.ts";
import type { SpareDrafts } from "#local-data/database/spare-drafts.ts";
import {
  isQueuedStore,
  type DraftedForm,
  type DraftStoreName,
  type FieldValues,
  type RecordKey,
} from "#local-data/database/stored-record.ts";
import type { Clock, Random } from "#local-data/device/clock.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { onDevice } from "#local-data/device/storage-problem.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";

/**
 * Input that was typed and not saved, kept per account and company so that it survives a closed tab, an update and
 * somebody else's login. Id 0 stands for the form of a new record.
 */
export interface Drafts {
  /** `key` names the record that the form of a new one makes; whoever saves it gives the key to the record's store. */
  save(draft: DraftedForm & { values: FieldValues; key?: string | undefined }): Promise<void>;
  /**
   * `release` is that of the values, which the form reads: only it knows them. Throws `appTooOld` for those of a newer release. A draft
   * whose record was saved is none.
   */
  read(form: DraftedForm): Promise<KeptDraft | undefined>;
  drop(form: DraftedForm): Promise<void>;
  newKey(): string;
}

type KeptDraft = Pick<Draft, "values" | "savedTime" | "key"> & { readonly release?: number | undefined };

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
  random,
  spare,
  shapes,
}: {
  database: DeviceDatabase;
  store: LocalStore;
  clock: Clock;
  random: Random;
  spare: SpareDrafts;
  shapes: KeptShapes;
}): Drafts {
  /** The record's id by now; a draft under the local id that the record had before moves along first. */
  const follow = async ({ storeName, id: givenId }: DraftedForm): Promise<DraftKey> => {
    const { owner, read } = store.session();
    await spare.restore();
    // Settings and users are not made on devices: nothing of theirs ever gets another id.
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
    newKey: () => random.key(),
    save: async ({ values, key, ...form }) => {
      const row = {
        ...form,
        ...store.session().owner,
        values,
        ...(key !== undefined && { key }),
        savedTime: clock.now(),
        ...shapes.stamp(form.storeName),
      };
      await spare.put({ table: "drafts", row }, async () => {
        const [, , storeName, id] = await follow(form);
        return { table: "drafts", row: { ...row, storeName, id } };
      });
    },
    read: (form) =>
      onDevice(async () => {
        const place = await follow(form);
        const draft = await database.drafts.get(place);
        if (!draft) return undefined;
        if (wasSaved(draft, await store.read((transaction) => transaction.info("saved-drafts"), { records: [] }))) {
          await database.drafts.delete(place);
          return undefined;
        }
        const { values, savedTime, key, release } = draft;
        shapes.assertReadable(draft);
        return { values, savedTime, ...(key !== undefined && { key }), ...(release !== undefined && { release }) };
      }),
    drop: (form) =>
      onDevice(async () => {
        await database.drafts.delete(await follow(form));
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
 * Before the id map and the info entries go: drafts of records that were saved are removed, those of records that were sent move to their
 * server ids, and with `dropsUnsent` those of records that are given up go too. A local id must never name another record's draft later.
 */
export async function settleDrafts({
  database,
  owner,
  newIds,
  saved,
  dropsUnsent,
}: {
  database: DeviceDatabase;
  owner: Owner;
  newIds: readonly (RecordKey & { newId: number })[];
  saved: readonly SavedDraft[] | undefined;
  dropsUnsent: boolean;
}): Promise<void> {
  for (const { storeName, id, newId } of newIds)
    await moveDraft({ database, owner, from: { storeName, id }, to: { storeName, id: newId } });
  const isOver = (draft: Draft): boolean => wasSaved(draft, saved) || (dropsUnsent && isLocalId(draft.id));
  await database.drafts
    .where("[accountId+companyId]")
    .equals([owner.accountId, owner.companyId])
    .filter(isOver)
    .delete();
}
