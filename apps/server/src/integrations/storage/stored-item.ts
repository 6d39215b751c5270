import type { ConnectedProvider, StorageFile } from "@ridgebook/contract";

/** The providers of file storages; a company is connected with one of them at most. */
export type StorageProviderId = Extract<ConnectedProvider, "google" | "microsoft">;

/** A file or folder as its storage knows it. */
export interface StoredItem extends StorageFile {
  /** Of its content, as `hashOf` makes it; undefined of a folder, and where the storage does not say. */
  readonly hash: string | undefined;
  /** What the storage calls its kind. */
  readonly contentType: string;
}

/** Where a new file or folder goes. */
export interface NewPlace {
  readonly parentId: string;
  readonly name: string;
}

export interface NewUpload extends NewPlace {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** The file whose content is replaced; undefined for a new one. */
  readonly former: StoredItem | undefined;
  /** The id of a new one, of `newId`. */
  readonly newId: string | undefined;
}

/**
 * How far an upload is: done, or which byte comes next; "gone" where it has to begin again. "taken": there is, or was, a file of the new id,
 * which may lie in the trash.
 */
export type UploadState = { readonly item: StoredItem } | { readonly next: number } | "gone" | "taken";

/** The address of an upload that was begun. */
export type UploadAddress = string;

/**
 * What the product needs of a storage. Everything throws ProviderFailure. Calls that make something are not tried twice by themselves:
 * `makeFolder` and `putFile`, over this, look before they create.
 */
export interface FileStorage {
  readonly provider: StorageProviderId;
  /** By id or by a link that somebody copied. Undefined for what is not there, or lies in the trash. */
  find(idOrLink: string): Promise<StoredItem | undefined>;
  /** The file or folder of this very name. */
  child(place: NewPlace): Promise<StoredItem | undefined>;
  children(parentId: string): Promise<StoredItem[]>;
  /**
   * An id for something that is made later: made twice with it, it is there once, whatever the storage's lists say. Undefined where the
   * storage has none, and takes each name once in a folder instead.
   */
  newId(): Promise<string | undefined>;
  /** Where the name, or the id, is taken, nothing is made. */
  addFolder(place: NewPlace, newId: string | undefined): Promise<void>;
  /** Copies a file, not a folder; the same of what is taken. */
  copyFile(item: StoredItem, place: NewPlace, newId: string | undefined): Promise<void>;
  hashOf(bytes: Uint8Array): string;
  /** Undefined where the new id is taken. */
  beginUpload(upload: NewUpload): Promise<UploadAddress | undefined>;
  sendChunk(
    address: UploadAddress,
    chunk: { readonly from: number; readonly bytes: Uint8Array; readonly total: number },
  ): Promise<UploadState>;
  readProgress(address: UploadAddress, total: number): Promise<UploadState>;
  /** Throws tooLarge for more than `maxBytes`. */
  download(item: StoredItem, maxBytes: number): Promise<Buffer>;
}
