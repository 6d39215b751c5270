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
 * Drafts: unsaved input, kept per account and company so that it survives a closed tab, an update and another user's
 * login. Id 0 is the form of a new record.
 */
export interface Drafts {
  /** `key` identifies the record that the form of a new one creates; the save passes the key to the record's store. */
  save(draft: DraftedForm & { values: FieldValues; key?: string | undefined }): Promise<void>;
  /**
   * `release` is the release of the values, which only the form can upgrade. Throws `appTooOld` for values of a newer release. Undefined
   * for a draft whose record was saved.
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
  /** The record's current id; first moves a draft from the record's local id to it. */
  const follow = async ({ storeName, id: givenId }: DraftedForm): Promise<DraftKey> => {
    const { owner, read } = store.session();
    await spare.restore();
    // Settings and users are not created on devices, so their ids never change.
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

/** Keeps the newer of the two drafts, under the new id. */
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
 * Before the id map and the info entries are deleted: deletes drafts of saved records, moves drafts of sent records to their server ids and,
 * with `dropsUnsent`, deletes drafts of discarded records. A draft must never apply to another record that gets the same local id.
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
