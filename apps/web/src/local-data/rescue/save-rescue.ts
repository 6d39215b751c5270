import { isLocalId } from "@ridgebook/contract";
import { CHANGE_STATES, kindOfNextCall, needsPerson, type LocalChange } from "#local-data/database/change-record.ts";
import { entityOf } from "#local-data/database/entity.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import { isQueuedStore, type DraftedForm, type QueuedStoreName } from "#local-data/database/stored-record.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { StorageProblem, toStorageProblem } from "#local-data/device/storage-problem.ts";
import { withDocumentIds } from "#local-data/estimates/document-draft-ids.ts";
import { readRecordAndChange } from "#local-data/merging/receive.ts";
import { freezeAttempt, makeAttempt } from "#local-data/outbox/attempt.ts";
import { resolveId, resolveKeptAttempt } from "#local-data/outbox/id-map.ts";
import { localItemIdsIn, withItemIds } from "#local-data/outbox/item-ids.ts";
import { inSendingOrder } from "#local-data/outbox/sending-order.ts";
import { readNeededRecords } from "#local-data/session/held-work.ts";
import { rememberFile } from "./rescue-files.ts";
import { packWork, type RescueWork } from "./rescue-work.ts";
import type { Rescue, RescueOptions } from "./rescue.ts";
import { sealFile } from "./sealed-file.ts";

/** Creates the function that saves all unsent work of the signed-in user to a rescue file. */
export function createSaveRescue({
  store,
  device,
  entities,
  shapes,
  clock,
  random,
  iterations,
}: Omit<RescueOptions, "flush">): Rescue["save"] {
  /** Freezes a change for the file, with the key and body under which both devices send it. */
  const freeze = async (transaction: StoreTransaction, change: LocalChange): Promise<LocalChange | undefined> => {
    const { storeName, id } = change;
    const entity = entityOf(entities, storeName);
    const { attempt } = change.data;
    if (attempt) return freezeAttempt({ change, attempt: await resolveKeptAttempt(transaction, { entity, attempt }) });
    const { record } = await readRecordAndChange(transaction, { storeName, id });
    // Without its record, there is nothing to send (OFF-14).
    if (!record && change.state !== CHANGE_STATES.deleted) return undefined;
    // The user resolves such a change first. Only a create is frozen, because sending it twice would make a duplicate.
    if (needsPerson(change) && kindOfNextCall(change) !== "create") return change;
    const made = makeAttempt({ change, record, entity, key: random.key(), time: clock.now() });
    return freezeAttempt({ change, attempt: { ...made, isKeptOnly: true } });
  };

  const collect = async (transaction: StoreTransaction): Promise<Pick<RescueWork, "changes" | "records">> => {
    const changes: LocalChange[] = [];
    for (const change of inSendingOrder(await transaction.changes())) {
      const frozen = await freeze(transaction, change);
      if (frozen) changes.push(frozen);
    }
    const readRecord = (storeName: QueuedStoreName, id: number) => transaction.record(storeName, id);
    return { changes, records: await readNeededRecords({ changes, readRecord, entities }) };
  };

  const collectAndRemember = async (
    id: string,
  ): Promise<Pick<RescueWork, "changes" | "records"> & { isNoted: boolean }> => {
    try {
      return await store.write(async (transaction) => {
        const work = await collect(transaction);
        for (const change of work.changes) await transaction.putChange(change, change);
        await rememberFile(transaction, { id, changes: work.changes });
        return { ...work, isNoted: true };
      });
    } catch (error) {
      // A rescue file must work on a full device too.
      if (!(error instanceof StorageProblem)) throw error;
      return { ...(await store.read(collect)), isNoted: false };
    }
  };

  const readDrafts = async (
    owner: Owner,
    changes: readonly LocalChange[],
  ): Promise<Pick<RescueWork, "drafts" | "estimateDrafts">> => {
    const key = [owner.accountId, owner.companyId];
    const drafts = await device.drafts.where("[accountId+companyId]").equals(key).toArray();
    const estimateDrafts = await device.estimateDrafts.where("[accountId+companyId]").equals(key).toArray();
    // Leave out drafts under local ids that are not in the file: they mean nothing on the other device.
    const isNamed = (key: DraftedForm): boolean =>
      !isLocalId(key.id) || changes.some(({ storeName, id }) => storeName === key.storeName && id === key.id);
    // Use current ids: records sent in the meantime have server ids.
    return await store.read(async (transaction) => {
      const work: Pick<RescueWork, "drafts" | "estimateDrafts"> = { drafts: [], estimateDrafts: [] };
      const mappings = await transaction.mappings("estimate-documents");
      const newDocumentIds = new Map(mappings.map(({ oldId, newId }) => [oldId, newId]));
      for (const { accountId: _account, companyId: _company, ...draft } of drafts) {
        const { storeName } = draft;
        const id = isQueuedStore(storeName) ? await resolveId(transaction, { storeName, id: draft.id }) : draft.id;
        if (isNamed({ ...draft, id })) work.drafts.push({ ...draft, id });
      }
      for (const { accountId: _account, companyId: _company, ...draft } of estimateDrafts) {
        const estimateId = await resolveId(transaction, { storeName: "estimates", id: draft.estimateId });
        const values = withItemIds(draft.values, await transaction.itemIds(localItemIdsIn(draft.values)));
        if (isNamed({ storeName: "estimates", id: estimateId }))
          work.estimateDrafts.push(withDocumentIds({ ...draft, estimateId, values }, newDocumentIds));
      }
      return work;
    });
  };

  const readFiles = async (owner: Owner, changes: readonly LocalChange[]): Promise<RescueWork["files"]> => {
    const hashes = new Set(
      changes.flatMap(({ storeName, data: { attempt } }) => {
        const hash = attempt?.body && entities[storeName]?.form?.fileHash(attempt.body);
        return hash === undefined ? [] : [hash];
      }),
    );
    const files: RescueWork["files"] = [];
    for (const hash of hashes) {
      const kept = await device.documentFiles.get([owner.accountId, owner.companyId, hash]);
      if (!kept) continue;
      const { accountId: _account, companyId: _company, ...file } = kept;
      files.push(file);
    }
    return files;
  };

  return async (passphrase) => {
    const { owner } = store.session();
    const id = random.key();
    try {
      const { changes, records, isNoted } = await collectAndRemember(id);
      const drafts = await readDrafts(owner, changes);
      const files = await readFiles(owner, changes);
      const rows = {
        changes: changes.map(shapes.toChangeRow),
        records: records.map(({ storeName, record }) => ({ storeName, record: shapes.toRow(storeName, record) })),
      };
      const contents = packWork({ ...owner, id, savedTime: clock.now(), ...rows, ...drafts, files });
      return {
        file: await sealFile({ contents, passphrase, iterations }),
        changeCount: changes.length,
        draftCount: drafts.drafts.length + drafts.estimateDrafts.length,
        isNoted,
      };
    } catch (error) {
      throw toStorageProblem(error);
    }
  };
}
