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
}

/** How far an upload is: done, or which byte comes next; "gone" where it has to begin again. */
export type UploadState = { readonly item: StoredItem } | { readonly next: number } | "gone";

/** The address of an upload that was begun. */
export type UploadAddress = string;

/**
 * What the product needs of a storage. Everything raises ProviderFailure. Calls that make something are not tried twice by themselves:
 * `makeFolder` and `putFile`, over this, look before they create.
 */
export interface FileStorage {
  readonly provider: StorageProviderId;
  /** By id or by a link that somebody copied. Undefined for what is not there, or lies in the trash. */
  find(idOrLink: string): Promise<StoredItem | undefined>;
  /** The file or folder of this very name. */
  child(place: NewPlace): Promise<StoredItem | undefined>;
  children(parentId: string): Promise<StoredItem[]>;
  addFolder(place: NewPlace): Promise<StoredItem>;
  /** Copies a file, not a folder. */
  copyFile(item: StoredItem, place: NewPlace): Promise<void>;
  hashOf(bytes: Uint8Array): string;
  beginUpload(upload: NewUpload): Promise<UploadAddress>;
  sendChunk(
    address: UploadAddress,
    chunk: { readonly from: number; readonly bytes: Uint8Array; readonly total: number },
  ): Promise<UploadState>;
  readProgress(address: UploadAddress, total: number): Promise<UploadState>;
  /** Raises tooLarge for more than `maxBytes`. */
  download(item: StoredItem, maxBytes: number): Promise<Buffer>;
}
