import { fullName, isCompanyAdmin, isLocalId, Problem } from "@ridgebook/contract";
import type { LocalChange } from "#local-data/database/change-record.ts";
import { slicesOf } from "#local-data/database/entity.ts";
import type { StoreSession } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { RecordKey } from "#local-data/database/stored-record.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { toStorageProblem } from "#local-data/device/storage-problem.ts";
import { isRemoved, readRecordAndChange, receiveRecords, writeRecordAndChange } from "#local-data/merging/receive.ts";
import { giveLocalId, resolveId } from "#local-data/outbox/id-map.ts";
import { reserveItemIds } from "#local-data/outbox/item-ids.ts";
import { askWhetherStillThere } from "#local-data/sync/load-afresh.ts";
import { localItemIdsOf, renumber, type NewIds } from "./renumber.ts";
import { isRememberedFile, readRescueFiles, rememberFile } from "./rescue-files.ts";
import { RescueProblem } from "./rescue-problem.ts";
import { unpackWork, type RescueWork } from "./rescue-work.ts";
import type { OthersWork, Rescue, RescueOptions } from "./rescue.ts";
import { openSealedFile } from "./sealed-file.ts";
import { takeIn, takeInBehindCreate, type TakenIn } from "./take-in.ts";

/** Creates the function that imports a rescue file. */
export function createOpenRescue({
  store,
  device,
  entities,
  shapes,
  clock,
  flush,
}: Omit<RescueOptions, "random" | "iterations">): Rescue["open"] {
  /** Maps the file's record ids to ids of this device. New records that are here or were sent keep their id; others get a new one. */
  const mapRecordIds = async (
    transaction: StoreTransaction,
    { changes }: RescueWork,
  ): Promise<Pick<NewIds, "recordId" | "isUnknown"> & { isNew: (key: RecordKey) => boolean }> => {
    const known = await readRescueFiles(transaction);
    const waiting = new Map((await transaction.changes()).map((change) => [change.data.attempt?.key, change]));
    const ids = new Map<string, { id: number; isNew: boolean }>();
    const nameOf = ({ storeName, id }: RecordKey): string => `${storeName} ${String(id)}`;
    for (const { storeName, id, data } of changes) {
      if (!isLocalId(id) || !data.attempt) continue;
      const { key } = data.attempt;
      const here = waiting.get(key)?.id ?? (await findRemembered(transaction, known.creates[key]));
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

  return async (file, passphrase, { confirmOthers } = {}) => {
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
      // Store the bytes first: the records refer to them. They count as new, because old files without a record are deleted.
      const savedTime = clock.now();
      await device.documentFiles.bulkPut(work.files.map((kept) => ({ ...owner, ...kept, savedTime })));
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
}
