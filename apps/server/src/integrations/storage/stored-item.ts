import type { CompanyId, ConnectedProvider, StorageFile } from "@ridgebook/contract";
import type { CallProvider, ProviderRequest } from "#integrations/connection/provider-calls.ts";
import type { Provider } from "#integrations/connection/provider.ts";

/** How a storage of a company is called. */
export interface StorageAccess {
  readonly call: CallProvider;
  readonly companyId: CompanyId;
  readonly provider: Provider;
  /** The total timeout of all tries, in milliseconds. */
  readonly withinMs: number;
}

/** A call below the provider's address. */
export type StorageRequest<Result> = Omit<ProviderRequest<Result>, "urlOn" | "maxBytes"> & {
  readonly path: string;
  readonly maxBytes?: number;
};

/** The file storage providers; a company is connected with at most one. */
export type StorageProviderId = Extract<ConnectedProvider, "google" | "microsoft">;

/** A file or folder as its storage describes it. */
export interface StoredItem extends StorageFile {
  /** A content hash as made by `hashOf`; undefined for a folder, and if the storage has none. */
  readonly hash: string | undefined;
  readonly contentType: string;
}

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
  /** A new file's id, from `newId`. */
  readonly newId: string | undefined;
}

/**
 * An upload's progress: done, or the next byte; "gone" if it must restart. "taken": a file with the new id exists, perhaps in the trash.
 */
export type UploadState = { readonly item: StoredItem } | { readonly next: number } | "gone" | "taken";

export type UploadAddress = string;

/**
 * The interface to a file storage. All methods throw ProviderFailure. Creating calls are not retried automatically: `makeFolder` and
 * `putFile`, built on this, look before they create.
 */
export interface FileStorage {
  readonly provider: StorageProviderId;
  /** By id or by a copied link. Undefined if missing or in the trash. */
  find(idOrLink: string): Promise<StoredItem | undefined>;
  /** The file or folder with exactly this name. */
  child(place: NewPlace): Promise<StoredItem | undefined>;
  children(parentId: string): Promise<StoredItem[]>;
  /**
   * Reserves an id that makes a later creation idempotent, however stale the storage's listings are. Undefined if names are unique in a
   * folder instead.
   */
  newId(): Promise<string | undefined>;
  /** A no-op if the name or id is taken. */
  addFolder(place: NewPlace, newId: string | undefined): Promise<void>;
  /** Copies a file, not a folder; a no-op if the name or id is taken. */
  copyFile(item: StoredItem, place: NewPlace, newId: string | undefined): Promise<void>;
  hashOf(bytes: Uint8Array): string;
  /** Undefined if the new id is taken. */
  beginUpload(upload: NewUpload): Promise<UploadAddress | undefined>;
  sendChunk(
    address: UploadAddress,
    chunk: { readonly from: number; readonly bytes: Uint8Array; readonly total: number },
  ): Promise<UploadState>;
  readProgress(address: UploadAddress, total: number): Promise<UploadState>;
  /** Throws tooLarge for more than `maxBytes`. */
  download(item: StoredItem, maxBytes: number): Promise<Buffer>;
}
