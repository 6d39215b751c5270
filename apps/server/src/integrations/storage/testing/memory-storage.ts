import { createHash, randomUUID } from "node:crypto";
import type { FileStorage, NewUpload, StoredItem } from "#integrations/storage/stored-item.ts";

/** An in-memory storage that meets the contract tests. */
export function createMemoryStorage(): { storage: FileStorage; rootId: string } {
  const items = new Map<string, StoredItem & { bytes: Buffer }>();
  const uploads = new Map<string, { upload: NewUpload; stored: Buffer }>();
  const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

  function add({ parentId, name }: { parentId: string; name: string }, bytes?: Buffer): StoredItem {
    const id = randomUUID();
    const item = {
      id,
      name,
      parents: [parentId],
      url: `https://files.test/${id}`,
      canDownload: bytes !== undefined,
      lastModified: new Date().toISOString(),
      isFolder: bytes === undefined,
      contentType: "",
      hash: bytes && hashOf(bytes),
      bytes: bytes ?? Buffer.alloc(0),
    };
    items.set(id, item);
    return item;
  }
  const childrenOf = (parentId: string): StoredItem[] =>
    [...items.values()].filter(({ parents }) => parents[0] === parentId);
  const bytesOf = (id: string): Buffer => items.get(id)?.bytes ?? Buffer.alloc(0);
  const rootId = add({ parentId: "", name: "Root" }).id;

  const storage: FileStorage = {
    provider: "google",
    find: (id) => Promise.resolve(items.get(id)),
    child: ({ parentId, name }) => Promise.resolve(childrenOf(parentId).find((item) => item.name === name)),
    children: (parentId) => Promise.resolve(childrenOf(parentId)),
    newId: () => Promise.resolve(undefined),
    addFolder(place) {
      add(place);
      return Promise.resolve();
    },
    copyFile(item, place) {
      add(place, bytesOf(item.id));
      return Promise.resolve();
    },
    hashOf,
    beginUpload(upload) {
      const address = randomUUID();
      uploads.set(address, { upload, stored: Buffer.alloc(0) });
      return Promise.resolve(address);
    },
    sendChunk(address, { from, bytes, total }) {
      const begun = uploads.get(address);
      if (!begun || begun.stored.length !== from) return Promise.resolve("gone");
      begun.stored = Buffer.concat([begun.stored, bytes]);
      if (begun.stored.length < total) return Promise.resolve({ next: begun.stored.length });
      uploads.delete(address);
      const { upload, stored } = begun;
      if (upload.former) items.delete(upload.former.id);
      return Promise.resolve({ item: add(upload, stored) });
    },
    readProgress(address) {
      const begun = uploads.get(address);
      return Promise.resolve(begun ? { next: begun.stored.length } : "gone");
    },
    download: ({ id }) => Promise.resolve(bytesOf(id)),
  };
  return { storage, rootId };
}
