/**
 * Rescue files move unsent work from one device to another, encrypted with a passphrase, by its owner or by an admin of the company.
 *
 * Saving freezes every change as an attempt (key, body), here and in the file, and later edits here wait behind it. So either device, or
 * both, may send it: the server does each attempt once. Opening gives new local ids to records and items that the server does not know.
 *
 *     const { file } = await rescue.save("four ridges above Portage");
 *     await rescueOnAnotherDevice.open(file, "four ridges above Portage", { confirmOthers });
 */
import { fullName, isCompanyAdmin, isLocalId, Problem } from "@ridgebook/contract";
import { CHANGE_STATES, kindOfNextCall, needsPerson, type LocalChange } from "#local-data/database/change-record.ts";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import { slicesOf, type Entities, type Entity } from "#local-data/database/entity.ts";
import type { KeptShapes } from "#local-data/database/kept-shapes.ts";
import type { RescueFilesEntry } from "#local-data/database/info-entries.ts";
import type { LocalStore, StoreSession, StoreTransaction } from "#local-data/database/local-store.ts";
import {
  isQueuedStore,
  type DraftedForm,
  type QueuedStoreName,
  type RecordKey,
} from "#local-data/database/stored-record.ts";
import type { Clock, Random } from "#local-data/device/clock.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { StorageProblem, toStorageProblem } from "#local-data/device/storage-problem.ts";
import { withDocumentIds } from "#local-data/estimates/document-draft-ids.ts";
import { isRemoved, readRecordAndChange, receiveRecords, writeRecordAndChange } from "#local-data/merging/receive.ts";
import { freezeAttempt, makeAttempt } from "#local-data/outbox/attempt.ts";
import { giveLocalId, resolveId, resolveKeptAttempt } from "#local-data/outbox/id-map.ts";
import { localItemIdsIn, reserveItemIds, withItemIds } from "#local-data/outbox/item-ids.ts";
import { inSendingOrder } from "#local-data/outbox/sending-order.ts";
import { readNeededRecords } from "#local-data/session/held-work.ts";
import { askWhetherStillThere } from "#local-data/sync/load-afresh.ts";
import { localItemIdsOf, renumber, type NewIds } from "./renumber.ts";
import { RescueProblem } from "./rescue-problem.ts";
import { packWork, unpackWork, type RescueWork } from "./rescue-work.ts";
import { openSealedFile, sealFile } from "./sealed-file.ts";
import { takeIn, takeInBehindCreate, type TakenIn } from "./take-in.ts";

export interface SavedRescue {
  file: Uint8Array;
  changeCount: number;
  draftCount: number;
  /**
   * Whether this device has stored the keys of the file. It cannot without any free space: then only one of the two devices may
   * send, or new records are duplicated.
   */
  isNoted: boolean;
}

/** The numbers of changes and drafts that opening a file added or left out. */
export interface OpenedRescue {
  takenIn: number;
  alreadyHere: number;
  /** One device deletes what the other one changes; this device's version stays. */
  leftOut: number;
  draftsTakenIn: number;
  /** Drafts of which this device has a newer version. */
  draftsLeftOut: number;
}

/** What an admin confirms before another user's file is opened. */
export interface OthersWork {
  /** "Dana Whitlock"; undefined if this device has no such user of the company, such as a deleted one. */
  personName: string | undefined;
  changeCount: number;
  draftCount: number;
}

export interface Rescue {
  /** Saves all unsent work of the signed-in user, encrypted. Throws a `StorageProblem` if it cannot be read. */
  save(passphrase: string): Promise<SavedRescue>;
  /**
   * Opens a file that was saved in the same company on any device, by the same user or, for an admin, by another one.
   * Throws a `RescueProblem`.
   *
   * @param confirmOthers asks the admin; without it, files of other users are refused
   * @returns undefined if the admin declined; nothing is imported then
   */
  open(
    file: Uint8Array,
    passphrase: string,
    options?: { confirmOthers?: (work: OthersWork) => Promise<boolean> },
  ): Promise<OpenedRescue | undefined>;
}

export interface RescueOptions {
  store: LocalStore;
  device: DeviceDatabase;
  entities: Entities;
  shapes: KeptShapes;
  clock: Clock;
  random: Random;
  /** Sends the imported changes. */
  flush: () => Promise<void>;
  /** Iterations of the key derivation; only tests set fewer. */
  iterations?: number | undefined;
}

const NOTHING_NOTED: RescueFilesEntry = { ids: [], creates: {} };

export function createRescue(options: RescueOptions): Rescue {
  const { store, device, entities, shapes, clock, random, flush, iterations } = options;

  const entityOf = (storeName: QueuedStoreName): Entity => {
    const entity = entities[storeName];
    if (!entity) throw new Error(`There is no entity for ${storeName}.`);
    return entity;
  };

  /* Saving */

  /** Freezes a change for the file, with the key and body under which both devices send it. */
  const freeze = async (transaction: StoreTransaction, change: LocalChange): Promise<LocalChange | undefined> => {
    const { storeName, id } = change;
    const entity = entityOf(storeName);
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

  const rememberFile = async (
    transaction: StoreTransaction,
    { id, changes }: Pick<RescueWork, "id" | "changes">,
  ): Promise<void> => {
    const noted = (await transaction.info("rescue-files")) ?? NOTHING_NOTED;
    const creates = { ...noted.creates };
    for (const { storeName, id: recordId, data } of changes)
      if (data.attempt?.kind === "create") creates[data.attempt.key] = { storeName, id: recordId };
    await transaction.putInfo("rescue-files", { ids: [...new Set([...noted.ids, id])], creates });
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

  const save: Rescue["save"] = async (passphrase) => {
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

  /* Opening */

  /** Whether the file was saved or opened here before. */
  const isRememberedFile = async (transaction: StoreTransaction, { id }: RescueWork): Promise<boolean> =>
    ((await transaction.info("rescue-files")) ?? NOTHING_NOTED).ids.includes(id);

  /** Maps the file's record ids to ids of this device. New records that are here or were sent keep their id; others get a new one. */
  const mapRecordIds = async (
    transaction: StoreTransaction,
    { changes }: RescueWork,
  ): Promise<Pick<NewIds, "recordId" | "isUnknown"> & { isNew: (key: RecordKey) => boolean }> => {
    const noted = (await transaction.info("rescue-files")) ?? NOTHING_NOTED;
    const waiting = new Map((await transaction.changes()).map((change) => [change.data.attempt?.key, change]));
    const ids = new Map<string, { id: number; isNew: boolean }>();
    const nameOf = ({ storeName, id }: RecordKey): string => `${storeName} ${String(id)}`;
    for (const { storeName, id, data } of changes) {
      if (!isLocalId(id) || !data.attempt) continue;
      const { key } = data.attempt;
      const here = waiting.get(key)?.id ?? (await findRemembered(transaction, noted.creates[key]));
      const given = here ?? (await giveLocalId(transaction, storeName));
      ids.set(nameOf({ storeName, id }), { id: given, isNew: here === undefined });
    }
    return {
      recordId: (key) => ids.get(nameOf(key))?.id ?? key.id,
      isUnknown: (key) => isLocalId(key.id) && !ids.has(nameOf(key)),
      isNew: (key) => ids.get(nameOf(key))?.isNew ?? false,
    };
  };

  /** Finds a new record of a file that was opened here before; undefined if it was discarded since. */
  const findRemembered = async (
    transaction: StoreTransaction,
    noted: RecordKey | undefined,
  ): Promise<number | undefined> => {
    if (!noted) return undefined;
    const id = await resolveId(transaction, noted);
    return !isLocalId(id) || (await transaction.change({ ...noted, id })) ? id : undefined;
  };

  const takeInWork = async (transaction: StoreTransaction, work: RescueWork, itemIds: ReadonlyMap<number, number>) => {
    const { recordId, isUnknown, isNew } = await mapRecordIds(transaction, work);
    const isOpenedBefore = await isRememberedFile(transaction, work);
    const here = renumber(work, { newIds: { recordId, isUnknown, itemIds }, entities });
    const opened = { takenIn: 0, alreadyHere: 0, leftOut: 0 };
    const nameOf = ({ storeName, id }: RecordKey): string => `${storeName} ${String(id)}`;
    // By their ids in the file: two new records there may be one here.
    const records = new Map(
      here.records.map((kept, index) => {
        const { storeName, record } = work.records[index] ?? kept;
        return [nameOf({ storeName, id: record.id }), kept];
      }),
    );

    for (const [index, given] of work.changes.entries()) {
      const change = here.changes[index] ?? given;
      const record = records.get(nameOf(given))?.record;
      records.delete(nameOf(given));
      const isAgain = isOpenedBefore && !isNew(given);
      const outcome = isAgain ? "alreadyHere" : await takeInOne(transaction, { change, record });
      opened[outcome] += 1;
    }
    for (const { storeName, record } of records.values()) {
      const key = { storeName, id: record.id };
      const known = await readRecordAndChange(transaction, key);
      // A record that is here is as new as the change feed; the file's version may be old.
      if (isLocalId(record.id) || known.record || known.change || (await isRemoved(transaction, key))) continue;
      await askWhetherStillThere(transaction, key);
      await receiveRecords(transaction, { storeName, incoming: [record], isLate: true });
    }
    await rememberFile(transaction, here);
    return { opened, here, isOpenedBefore };
  };

  const takeInOne = async (
    transaction: StoreTransaction,
    { change, record: whole }: { change: LocalChange; record: RescueWork["records"][number]["record"] | undefined },
  ): Promise<TakenIn["outcome"]> => {
    const { storeName, id } = change;
    const key = { storeName, id };
    const entity = entities[storeName];
    const record = whole && slicesOf(entity).split(whole);
    const before = await readRecordAndChange(transaction, key);
    const time = clock.now();
    const isSentCreate = change.data.attempt?.kind === "create" && !isLocalId(id);
    const taken = isSentCreate
      ? takeInBehindCreate({ here: before, rescued: { record, change }, time })
      : takeIn({
          here: before,
          rescued: { record, change },
          entity,
          isRemoved: await isRemoved(transaction, key),
          time,
        });
    if (taken.outcome === "takenIn") await writeRecordAndChange(transaction, key, taken.entry);
    return taken.outcome;
  };

  /** Imports drafts; of two versions the newer one stays. */
  const takeInDrafts = async ({ accountId, companyId, drafts, estimateDrafts }: RescueWork) => {
    const counts = { draftsTakenIn: 0, draftsLeftOut: 0 };
    await device.transaction("rw", device.drafts, device.estimateDrafts, async () => {
      for (const draft of drafts) {
        const known = await device.drafts.get([accountId, companyId, draft.storeName, draft.id]);
        if (known && known.savedTime >= draft.savedTime)
          counts.draftsLeftOut += known.savedTime > draft.savedTime ? 1 : 0;
        else {
          await device.drafts.put({ accountId, companyId, ...draft });
          counts.draftsTakenIn += 1;
        }
      }
      for (const draft of estimateDrafts) {
        const known = await device.estimateDrafts.get([accountId, companyId, draft.estimateId, draft.copyKey]);
        if (known && known.savedTime >= draft.savedTime)
          counts.draftsLeftOut += known.savedTime > draft.savedTime ? 1 : 0;
        else {
          await device.estimateDrafts.put({ accountId, companyId, ...draft });
          counts.draftsTakenIn += 1;
        }
      }
    });
    return counts;
  };

  /** Upgrades the contents of a file from an older release. Throws a `RescueProblem` for one of a newer release. */
  const inTodaysShape = (work: RescueWork): RescueWork => {
    try {
      for (const draft of [...work.drafts, ...work.estimateDrafts]) shapes.assertReadable(draft);
      return {
        ...work,
        changes: work.changes.map(shapes.readChange),
        records: work.records.map(({ storeName, record }) => ({
          storeName,
          record: shapes.readRecord(storeName, record),
        })),
      };
    } catch (error) {
      throw error instanceof Problem ? new RescueProblem("newerVersion") : error;
    }
  };

  /** Describes another user's file. Throws a `RescueProblem` unless the signed-in user is an admin of the company. */
  const describeOthers = (session: StoreSession, { accountId, changes, drafts, estimateDrafts }: RescueWork) =>
    session.read(async (transaction): Promise<OthersWork> => {
      const asker = (await transaction.info("owner"))?.user;
      if (!isCompanyAdmin(asker ?? undefined)) throw new RescueProblem("otherPerson");
      const person = await transaction.record("users", accountId);
      return {
        personName: person && fullName(person),
        changeCount: changes.length,
        draftCount: drafts.length + estimateDrafts.length,
      };
    });

  /**
   * Drafts are kept per user, so the file's draft of a form would conflict with the admin's own. Throws a `RescueProblem` then,
   * before anything is imported.
   */
  const assertNoFormOpen = async ({ accountId, companyId }: Owner, { drafts, estimateDrafts }: RescueWork) => {
    // New records get new local ids here, so no form is open for them yet.
    const formKeys = drafts.filter(({ id }) => !isLocalId(id)).map(({ storeName, id }) => [storeName, id] as const);
    const copyKeys = estimateDrafts.filter(({ estimateId }) => !isLocalId(estimateId));
    const open = [
      ...(await device.drafts.bulkGet(formKeys.map(([storeName, id]) => [accountId, companyId, storeName, id]))),
      ...(await device.estimateDrafts.bulkGet(
        copyKeys.map(({ estimateId, copyKey }) => [accountId, companyId, estimateId, copyKey]),
      )),
    ];
    if (open.some((draft) => draft !== undefined)) throw new RescueProblem("formsOpen");
  };

  const open: Rescue["open"] = async (file, passphrase, { confirmOthers } = {}) => {
    const session = store.session();
    const { owner, write } = session;
    const saved = inTodaysShape(unpackWork(await openSealedFile({ file, passphrase })));
    if (saved.companyId !== owner.companyId) throw new RescueProblem("otherCompany");
    const isOthers = saved.accountId !== owner.accountId;
    if (isOthers) {
      const others = await describeOthers(session, saved);
      if (!confirmOthers) throw new RescueProblem("otherPerson");
      if (!(await confirmOthers(others))) return undefined;
    }
    // From here on, the work belongs to the user who opens the file.
    const work: RescueWork = { ...saved, ...owner };
    try {
      const isKnown = await session.read((transaction) => isRememberedFile(transaction, work));
      if (isOthers && !isKnown) await assertNoFormOpen(owner, work);
      // Store the bytes first: the documents refer to them.
      await device.documentFiles.bulkPut(work.files.map((kept) => ({ ...owner, ...kept })));
      const nextItemId = await reserveItemIds(device);
      const itemIds = new Map(localItemIdsOf(work).map((id) => [id, nextItemId()]));
      const { opened, here, isOpenedBefore } = await write((transaction) => takeInWork(transaction, work, itemIds));
      const drafts = isOpenedBefore ? { draftsTakenIn: 0, draftsLeftOut: 0 } : await takeInDrafts(here);
      void flush();
      return { ...opened, ...drafts };
    } catch (error) {
      throw toStorageProblem(error);
    }
  };

  return { save, open };
}
