import { ProviderFailure } from "#integrations/connection/provider.ts";
import type { FileStorage, NewPlace, StoredItem, UploadAddress, UploadState } from "./stored-item.ts";

/** Both providers' steps, 256 and 320 KiB, go into it. */
const CHUNK_BYTES = 2 * 1_310_720;
/** An upload is given up, until its job runs again, where it fails so often without a step forward. */
const MAX_STANDSTILLS = 3;
const MAX_BEGINNINGS = 2;

const isPassing = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.failure === "unavailable" || error.failure === "timedOut");

/** Sends all chunks; after one whose answer was lost it asks how far the upload is. */
async function sendAll(storage: FileStorage, address: UploadAddress, bytes: Uint8Array): Promise<StoredItem | "gone"> {
  const total = bytes.length;
  let from = 0;
  for (let standstills = 0; ;) {
    let state: UploadState;
    try {
      const chunk = bytes.subarray(from, Math.min(from + CHUNK_BYTES, total));
      state = await storage.sendChunk(address, { from, bytes: chunk, total });
    } catch (error) {
      if (!isPassing(error)) throw error;
      state = await storage.readProgress(address, total);
    }
    if (state === "gone") return state;
    if ("item" in state) return state.item;
    standstills = state.next > from ? 0 : standstills + 1;
    if (standstills >= MAX_STANDSTILLS) throw new ProviderFailure("unavailable");
    from = state.next;
  }
}

/**
 * Sees to it that a folder holds a file of this name with these bytes, and answers it. A file that is so already is left as it is; of one
 * that is not, the content is replaced. So it may be called again after whatever interrupted it.
 *
 * @param known where the file was put before; people may have moved or renamed it
 */
export async function putFile(
  storage: FileStorage,
  {
    bytes,
    contentType,
    known,
    ...place
  }: NewPlace & { bytes: Uint8Array; contentType: string; known?: StoredItem | undefined },
): Promise<{ item: StoredItem; isSent: boolean }> {
  const former = known ?? (await storage.child(place));
  if (former?.hash !== undefined && former.hash === storage.hashOf(bytes)) return { item: former, isSent: false };
  for (let beginnings = 1; ; beginnings += 1) {
    const address = await storage.beginUpload({ ...place, contentType, size: bytes.length, former });
    const sent = await sendAll(storage, address, bytes);
    if (sent !== "gone") return { item: sent, isSent: true };
    // The last chunk may have arrived, and its answer not.
    const arrived = await storage.child(place);
    if (arrived?.hash !== undefined && arrived.hash === storage.hashOf(bytes)) return { item: arrived, isSent: true };
    if (beginnings === MAX_BEGINNINGS) throw new ProviderFailure("unavailable");
  }
}
