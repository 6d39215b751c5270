import { fileIdPrefix, fileUrl, isLocalId, PHOTO_NAMES, Problem, type PhotoName, isObject } from "@ridgebook/contract";
import type { LocalChange } from "#local-data/database/change-record.ts";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { DOCUMENT_ENTITY } from "#local-data/documents/document-entity.ts";
import { hashBytes, keepPhoto, prunePhotos, readDocumentFile } from "#local-data/documents/document-files.ts";
import { receiveRecords, receiveRemovals } from "#local-data/merging/receive.ts";
import { asRefusal } from "#local-data/outbox/device-refusal.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import type { Outbox, PrepareEdit } from "#local-data/outbox/outbox.ts";
import type { PendingChanges } from "#local-data/outbox/pending-changes.ts";
import { readSyncState } from "#local-data/outbox/record-sync-state.ts";
import { refuseIfShown } from "#local-data/outbox/unsent-files.ts";
import { LEAD_PHOTO_ENTITY, PHOTO_CONTENT_TYPES } from "./lead-photo-entity.ts";
import type { LeadPhotoStore, LocalLeadPhoto, WaitingPicture } from "./lead-photo-store.ts";

const storeName = "lead-photos";

/** A stored photo; other members from the server are stored too, but not used. */
interface KeptPhoto extends StoredRecord {
  leadId: number;
  fileId: string;
  name: string;
  caption: string;
  takenAt: string;
}

interface Entry {
  photo: KeptPhoto;
  change: LocalChange | undefined;
}

/** The id that the server will give the file (`fileIdPrefix`). */
async function idOfFile({ companyId }: Owner, { name, bytes }: { name: string; bytes: Uint8Array }): Promise<string> {
  const prefix = new TextEncoder().encode(fileIdPrefix({ companyId, name }));
  const whole = new Uint8Array(prefix.length + bytes.length);
  whole.set(prefix);
  whole.set(bytes, prefix.length);
  return await hashBytes(whole);
}

function nameOf(contentType: string): PhotoName {
  const name = PHOTO_NAMES.find((known) => PHOTO_CONTENT_TYPES[known] === contentType);
  if (!name) throw new Error(`${contentType} is no type of a photo.`);
  return name;
}

export function createLeadPhotoStore({
  store,
  device,
  connection,
  outbox,
  changes,
  clock,
}: {
  store: LocalStore;
  device: DeviceDatabase;
  connection: Connection;
  outbox: Outbox;
  changes: PendingChanges;
  clock: Clock;
}): LeadPhotoStore {
  /* Reading */

  const toLocalPhoto = ({ photo, change }: Entry): LocalLeadPhoto => {
    const { id, leadId, fileId, caption, takenAt } = photo;
    const url = fileUrl({ id: fileId, companyId: store.session().owner.companyId });
    const sync = readSyncState(change, { isSending: change !== undefined && outbox.isSending(change) });
    return { id, leadId, fileId, caption, takenAt, url, sync };
  };

  const readOfLead = (givenId: number): Promise<Entry[]> =>
    store.read(async (transaction) => {
      const leadId = await resolveId(transaction, { storeName: "leads", id: givenId });
      const entries: Entry[] = [];
      for (const record of await transaction.recordsWith({ storeName, field: "leadId", value: leadId }))
        entries.push({ photo: asPhoto(record), change: await transaction.change({ storeName, id: record.id }) });
      return inOrder(withoutDoubles(entries));
    });

  const listOfLead: LeadPhotoStore["listOfLead"] = async (leadId) => (await readOfLead(leadId)).map(toLocalPhoto);

  const fetchOfLead: LeadPhotoStore["fetchOfLead"] = async (givenId) => {
    const session = store.session();
    const leadId = await session.read((transaction) => resolveId(transaction, { storeName: "leads", id: givenId }));
    // The server does not have an unsent lead.
    if (isLocalId(leadId)) return await listOfLead(leadId);
    const before = await readSettledIds(leadId);
    const query = { id: String(leadId) };
    const { body } = await connection.call({ method: "GET", path: "/api/leads/photos", query, session: session.owner });
    const listed = readPhotoList(body);
    await session.write(async (transaction) => {
      await receiveRecords(transaction, { storeName, incoming: listed, isLate: true });
      // The change feed has no deletes of photos. `before` excludes photos that were sent during the call.
      const listedIds = new Set(listed.map(({ id }) => id));
      const goneIds = before.filter((id) => !listedIds.has(id));
      await receiveRemovals(transaction, { storeName, ids: goneIds });
    });
    return await listOfLead(leadId);
  };

  /** The ids of a lead's photos without unsent changes. */
  const readSettledIds = async (leadId: number): Promise<number[]> =>
    (await readOfLead(leadId)).filter(({ change }) => !change).map(({ photo }) => photo.id);

  const waitingPictures: LeadPhotoStore["waitingPictures"] = async () => {
    const { owner, read } = store.session();
    const photos = await read(async (transaction) => {
      const records: KeptPhoto[] = [];
      for (const { id } of await transaction.changes(storeName)) {
        const record = await transaction.record(storeName, id);
        if (record) records.push(asPhoto(record));
      }
      return records;
    });
    const pictures: WaitingPicture[] = [];
    for (const { fileId, name } of photos) {
      const bytes = await readDocumentFile({ database: device, owner }, fileId);
      const url = fileUrl({ id: fileId, companyId: owner.companyId });
      if (bytes) pictures.push({ url, contentType: PHOTO_CONTENT_TYPES[name] ?? "", bytes });
    }
    return pictures;
  };

  /* Writing */

  const watchOwner: LeadPhotoStore["watchOwner"] = () => {
    const { owner } = store.session();
    return () => {
      try {
        const { accountId, companyId } = store.session().owner;
        return accountId === owner.accountId && companyId === owner.companyId;
      } catch {
        return false;
      }
    };
  };

  const addressOf: LeadPhotoStore["addressOf"] = async ({ bytes, contentType }) => {
    const { owner } = store.session();
    const id = await idOfFile(owner, { name: nameOf(contentType), bytes });
    return fileUrl({ id, companyId: owner.companyId });
  };

  const add: LeadPhotoStore["add"] = async ({ leadId, bytes, contentType, takenAt, caption = "" }) => {
    const { owner } = store.session();
    const name = nameOf(contentType);
    const fileId = await idOfFile(owner, { name, bytes });
    const known = (await readOfLead(leadId)).find(({ photo }) => photo.fileId === fileId);
    if (known) return { photo: toLocalPhoto(known), isKnown: true };
    // Store the picture first: an entry without it would have nothing to send.
    await keepPhoto({ database: device, owner }, { fileId, bytes, savedTime: clock.now() });
    const { id } = await outbox.create({ storeName, values: { leadId, fileId, name, caption, takenAt } });
    void outbox.flush();
    // The photo is stored: a later failure must not look as if it were not.
    await unsentFileIds()
      .then((unsent) => prunePhotos({ database: device, owner }, { unsent, now: clock.now() }))
      .catch(() => undefined);
    const entry = await store.read((transaction) => readEntry(transaction, id)).catch(() => undefined);
    const url = fileUrl({ id: fileId, companyId: owner.companyId });
    const photo = entry ? toLocalPhoto(entry) : { id, leadId, fileId, caption, takenAt, url, sync: "waiting" as const };
    return { photo, isKnown: false };
  };

  const readEntry = async (transaction: StoreTransaction, givenId: number): Promise<Entry | undefined> => {
    const id = await resolveId(transaction, { storeName, id: givenId });
    const record = await transaction.record(storeName, id);
    return record && { photo: asPhoto(record), change: await transaction.change({ storeName, id }) };
  };

  /** The file ids of pictures that may not be on the server. */
  const unsentFileIds = (): Promise<ReadonlySet<string>> =>
    store.read(async (transaction) => {
      const ids = new Set<string>();
      for (const { id, data } of await transaction.changes(storeName)) {
        const fileId = ((await transaction.record(storeName, id)) ?? data.removed)?.fileId;
        if (typeof fileId === "string") ids.add(fileId);
      }
      return ids;
    });

  const setCaption: LeadPhotoStore["setCaption"] = async (id, caption, { from }) => {
    try {
      const edit = { kind: "update" as const, changed: { caption }, from: { caption: from } };
      return await outbox.sendNow(await outbox.edit({ storeName, id, edit }));
    } catch (error) {
      return asRefusal(id, error);
    }
  };

  const remove: LeadPhotoStore["remove"] = async (givenId) => {
    try {
      // Checked in the transaction of the delete, because another tab may be saving such a document.
      const deleteUnlessShown: PrepareEdit = async (transaction, { record, change }) => {
        if (change) await refuseIfShown(transaction, { entity: DOCUMENT_ENTITY, fileId: asPhoto(record).fileId });
        return { kind: "delete" };
      };
      const result = await outbox.sendNow(await outbox.edit({ storeName, id: givenId, edit: deleteUnlessShown }));
      if (result.outcome === "refused") await changes.takeBackDelete({ storeName, id: result.id });
      return result;
    } catch (error) {
      return asRefusal(givenId, error);
    }
  };

  return { listOfLead, fetchOfLead, watchOwner, addressOf, add, setCaption, remove, waitingPictures };
}

const asPhoto = (record: StoredRecord): KeptPhoto => record as KeptPhoto;

/** Leaves out server photos that are the result of a pending create whose reply was lost. */
const withoutDoubles = (entries: readonly Entry[]): Entry[] =>
  entries.filter(
    (entry) =>
      entry.change !== undefined ||
      !entries.some((other) => other.change !== undefined && other.photo.fileId === entry.photo.fileId),
  );

const inOrder = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort(
    ({ photo: one }, { photo: other }) =>
      one.takenAt.localeCompare(other.takenAt) || one.fileId.localeCompare(other.fileId),
  );

const isPhoto = (value: unknown): value is StoredRecord =>
  isObject(value) &&
  [value.id, value.revision, value.leadId].every(Number.isInteger) &&
  LEAD_PHOTO_ENTITY.fields.every((field) => value[field] !== undefined);

/** Throws `unavailable` for a body that cannot come from our server. */
function readPhotoList(body: unknown): StoredRecord[] {
  if (!Array.isArray(body) || !body.every(isPhoto)) throw new Problem("unavailable");
  return body;
}
