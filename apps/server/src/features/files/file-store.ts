import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { Disk, errors } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { CompanyId } from "@ridgebook/contract";

export type FileStoreSettings =
  | { readonly kind: "folder"; readonly folder: string }
  /** Credentials come from AWS's usual variables. An endpoint is for S3-compatible services. */
  | {
      readonly kind: "s3";
      readonly bucket: string;
      readonly region: string;
      readonly endpoint: string | undefined;
    };

interface FileKey {
  readonly companyId: CompanyId;
  readonly id: string;
}

interface ArchiveKey {
  readonly companyId: CompanyId;
  readonly archiveId: string;
}

/** The bytes of files. Access is checked earlier, by the file's record. */
export interface FileStore {
  /** Resolves once the bytes are durable. Idempotent: the id is derived from them. */
  write(key: FileKey, bytes: Uint8Array): Promise<void>;
  /** Undefined if missing. */
  read(key: FileKey): Promise<Uint8Array | undefined>;
  /** Stores a local file as an archive; it may exceed memory. */
  writeArchive(key: ArchiveKey, path: string): Promise<void>;
  /** Streams an archive; undefined if missing. */
  readArchive(key: ArchiveKey): Promise<{ readonly size: number; readonly chunks: Readable } | undefined>;
  removeArchive(key: ArchiveKey): Promise<void>;
  /** Removes all files and archives of a company, except the named files. */
  removeAll(companyId: CompanyId, kept: ReadonlySet<string>): Promise<void>;
}

/** Sharded into 256 folders, since a single one would be slow to list. */
const pathOf = ({ companyId, id }: FileKey): string => `${String(companyId)}/${id.slice(0, 2)}/${id}`;

const archivePathOf = ({ companyId, archiveId }: ArchiveKey): string =>
  `${String(companyId)}/archives/${archiveId}.tar.gz`;

/** Reading and removing work the same for a folder and S3. */
const commonTo = (disk: Disk, archives = disk): Omit<FileStore, "write"> => ({
  read: readFrom(disk),
  writeArchive: (key, archive) => archives.putStream(archivePathOf(key), createReadStream(archive)),
  async readArchive(key) {
    const at = archivePathOf(key);
    if (!(await disk.exists(at))) return undefined;
    const { contentLength: size } = await disk.getMetaData(at);
    return { size, chunks: await disk.getStream(at) };
  },
  removeArchive: (key) => disk.delete(archivePathOf(key)),
  async removeAll(companyId, kept) {
    const folder = `${String(companyId)}/`;
    let token: string | undefined;
    do {
      const page = await disk.listAll(folder, {
        recursive: true,
        ...(token !== undefined && { paginationToken: token }),
      });
      for (const each of page.objects)
        // Listing matches prefixes: "1" is also a prefix of company 12.
        if (each.isFile && each.key.startsWith(folder) && !kept.has(path.posix.basename(each.key)))
          await disk.delete(each.key);
      token = page.paginationToken;
    } while (token !== undefined);
  },
});

const readFrom =
  (disk: Disk): FileStore["read"] =>
  async (key) => {
    try {
      return await disk.getBytes(pathOf(key));
    } catch (error) {
      if (await disk.exists(pathOf(key))) throw error;
      return undefined;
    }
  };

/** The system error behind flydrive's generic one: callers report a full disk as temporary. */
const refusalOf = (error: unknown): unknown =>
  error instanceof errors.E_CANNOT_WRITE_FILE && error.cause instanceof Error ? error.cause : error;

function openFolder(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));
  return {
    async write(key, bytes) {
      // A temporary name until complete: readers never see a partial file, even after a power cut.
      const part = `${pathOf(key)}.${randomUUID()}.part`;
      try {
        await disk.put(part, bytes);
        const written = await open(path.join(folder, part), "r+");
        try {
          await written.sync();
        } finally {
          await written.close();
        }
        await disk.move(part, pathOf(key));
      } catch (error) {
        // Frees the partial file's space on a full disk.
        await disk.delete(part).catch(() => undefined);
        throw refusalOf(error);
      }
    },
    ...commonTo(disk),
  };
}

/** An archive may have several gigabytes. */
const ARCHIVE_WITHIN_MS = 3_600_000;

async function openS3({ bucket, region, endpoint }: Extract<FileStoreSettings, { kind: "s3" }>): Promise<FileStore> {
  // Lazy: it is large, and most installations use a folder.
  const { S3Driver } = await import("flydrive/drivers/s3");
  const settings = {
    bucket,
    region,
    visibility: "private",
    // The bucket controls access; many S3-compatible services lack ACLs.
    supportsACL: false,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  } as const;
  const disk = new Disk(new S3Driver(settings));
  // Many S3-compatible services reject a stream's trailing checksum; an archive has its own.
  const archives = new Disk(
    new S3Driver({
      ...settings,
      requestHandler: { ...settings.requestHandler, requestTimeout: ARCHIVE_WITHIN_MS },
      requestChecksumCalculation: "WHEN_REQUIRED",
    }),
  );
  return { write: (key, bytes) => disk.put(pathOf(key), bytes), ...commonTo(disk, archives) };
}

export const openFileStore = async (settings: FileStoreSettings): Promise<FileStore> =>
  settings.kind === "s3" ? openS3(settings) : openFolder(settings.folder);
