import type { DeviceDatabase, DocumentFile } from "#local-data/database/device-database.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { onDevice } from "#local-data/device/storage-problem.ts";

/*
 * PDFs of documents that were signed on this device, and photos that were taken here. Files are keyed by their hash and stored before
 * their record, which is in another database and cannot share a transaction: so the record finds exactly the signed file, or none.
 */

/** SHA-256, hexadecimal. */
export async function hashBytes(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes.slice().buffer);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type FileOwner = { readonly database: DeviceDatabase; readonly owner: Owner };

/** Stores the bytes and resolves with their hash; throws a `StorageProblem` if there is no space. */
export async function keepDocumentFile(
  { database, owner: { accountId, companyId } }: FileOwner,
  { bytes, savedTime }: { bytes: Uint8Array; savedTime: number },
): Promise<{ hash: string; isNew: boolean }> {
  const hash = await hashBytes(bytes);
  const count = await onDevice(() => database.documentFiles.where(":id").equals([accountId, companyId, hash]).count());
  await onDevice(() => database.documentFiles.put({ accountId, companyId, hash, bytes, savedTime }));
  return { hash, isNew: count === 0 };
}

export const dropDocumentFile = (
  { database, owner: { accountId, companyId } }: FileOwner,
  hash: string,
): Promise<void> => database.documentFiles.delete([accountId, companyId, hash]);

/** Stores the picture of a photo under the id of its file. */
export async function keepPhoto(
  { database, owner: { accountId, companyId } }: FileOwner,
  { fileId, bytes, savedTime }: { fileId: string; bytes: Uint8Array; savedTime: number },
): Promise<void> {
  const photo = { accountId, companyId, hash: fileId, bytes, savedTime, isPhoto: true } as const;
  await onDevice(() => database.documentFiles.put(photo));
}

export async function readDocumentFile(
  { database, owner: { accountId, companyId } }: FileOwner,
  hash: string,
): Promise<Uint8Array | undefined> {
  return (await onDevice(() => database.documentFiles.get([accountId, companyId, hash])))?.bytes;
}

/** The number of files to keep. Older ones are fetched from the server again. */
const KEPT_FILES = 50;

/** Deletes the oldest files that no unsent document needs. */
export const pruneDocumentFiles = (owner: FileOwner, unsent: ReadonlySet<string>): Promise<void> =>
  prune(owner, { isPruned: ({ hash, isPhoto }) => !isPhoto && !unsent.has(hash), keptCount: KEPT_FILES });

/** Younger pictures are kept, because a picture is stored before its record. */
const NEW_PHOTO_MS = 3_600_000;

/** Deletes pictures that are on the server; they are shown from there and from the browser's cache. */
export const prunePhotos = (
  owner: FileOwner,
  { unsent, now }: { unsent: ReadonlySet<string>; now: number },
): Promise<void> =>
  prune(owner, {
    isPruned: ({ hash, isPhoto = false, savedTime }) => isPhoto && !unsent.has(hash) && savedTime < now - NEW_PHOTO_MS,
    keptCount: 0,
  });

async function prune(
  { database, owner: { accountId, companyId } }: FileOwner,
  { isPruned, keptCount }: { isPruned: (file: DocumentFile) => boolean; keptCount: number },
): Promise<void> {
  const own = await database.documentFiles
    .where("[accountId+companyId]")
    .equals([accountId, companyId])
    .filter(isPruned)
    .toArray();
  const oldest = own.sort((one, other) => other.savedTime - one.savedTime).slice(keptCount);
  await database.documentFiles.bulkDelete(
    oldest.map(({ hash }): [number, number, string] => [accountId, companyId, hash]),
  );
}

/** Deletes an owner's pictures, sent or not. */
export const forgetPhotos = (owner: FileOwner): Promise<void> =>
  prune(owner, { isPruned: ({ isPhoto = false }) => isPhoto, keptCount: 0 });
