import { ProviderFailure } from "#integrations/connection/provider.ts";
import { isUncertain } from "./read-item.ts";
import type { FileStorage, NewPlace, StoredItem, UploadAddress, UploadState } from "./stored-item.ts";

/** A multiple of both providers' steps, 256 and 320 KiB. */
const CHUNK_BYTES = 2 * 1_310_720;
/** Tries without progress before an upload fails until its job runs again. */
const MAX_STANDSTILLS = 3;
const MAX_BEGINNINGS = 2;

/** Sends all chunks; after a lost response it queries the progress. */
async function sendAll(
  storage: FileStorage,
  address: UploadAddress,
  bytes: Uint8Array,
): Promise<StoredItem | "gone" | "taken"> {
  const total = bytes.length;
  let from = 0;
  for (let standstills = 0; ;) {
    let state: UploadState;
    try {
      const chunk = bytes.subarray(from, Math.min(from + CHUNK_BYTES, total));
      state = await storage.sendChunk(address, { from, bytes: chunk, total });
    } catch (error) {
      if (!isUncertain(error)) throw error;
      state = await storage.readProgress(address, total);
    }
    if (state === "gone" || state === "taken") return state;
    if ("item" in state) return state.item;
    standstills = state.next > from ? 0 : standstills + 1;
    if (standstills >= MAX_STANDSTILLS) throw new ProviderFailure("unavailable");
    from = state.next;
  }
}

/**
 * Ensures that a folder has a file of this name with these bytes, and returns it. Idempotent: an equal file is unchanged, another's content
 * is replaced.
 *
 * @param known the file's last known item; people may have moved or renamed it
 * @param newId the id of an earlier upload attempt
 * @param noteBegun records the file to replace, or the id of a new one, when an upload starts
 */
export async function putFile(
  storage: FileStorage,
  {
    bytes,
    contentType,
    known,
    newId,
    noteBegun = () => Promise.resolve(),
    ...place
  }: NewPlace & {
    bytes: Uint8Array;
    contentType: string;
    known?: StoredItem | undefined;
    newId?: string | undefined;
    noteBegun?: (fileId: string | undefined) => Promise<void>;
  },
): Promise<{ item: StoredItem; isSent: boolean }> {
  const hash = storage.hashOf(bytes);
  const isSame = (item: StoredItem): boolean => item.hash !== undefined && item.hash === hash;
  const former = known ?? (await storage.child(place));
  if (former && isSame(former)) return { item: former, isSent: false };
  const begin = async (): Promise<string | undefined> => {
    const id = former ? undefined : await storage.newId();
    await noteBegun(former?.id ?? id);
    return id;
  };
  let id = former ? undefined : newId;
  id ??= await begin();
  for (let beginnings = 1; ; beginnings += 1) {
    const upload = { ...place, contentType, size: bytes.length, former, newId: id };
    const address = await storage.beginUpload(upload);
    const sent = address === undefined ? "taken" : await sendAll(storage, address, bytes);
    if (typeof sent !== "string") return { item: sent, isSent: true };
    // The last chunk may have arrived without its response.
    const fileId = former?.id ?? id;
    const arrived = fileId === undefined ? await storage.child(place) : await storage.find(fileId);
    if (arrived && isSame(arrived)) return { item: arrived, isSent: true };
    if (beginnings === MAX_BEGINNINGS) throw new ProviderFailure("unavailable");
    // The file with this id is in the trash.
    if (sent === "taken") id = await begin();
  }
}
