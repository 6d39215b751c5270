import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { Disk, errors } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { CompanyId } from "@ridgebook/contract";

/** Where the bytes of files lie. */
export type FileStoreSettings =
  | { readonly kind: "folder"; readonly folder: string }
  /** Credentials come from the usual variables of AWS. An endpoint is for S3 of somebody else than Amazon. */
  | {
      readonly kind: "s3";
      readonly bucket: string;
      readonly region: string;
      readonly endpoint: string | undefined;
    };

/** Names the bytes of one file of one company. */
interface FileKey {
  readonly companyId: CompanyId;
  readonly id: string;
}

/** Names an archive of a company, which lies beside its files. */
interface ArchiveKey {
  readonly companyId: CompanyId;
  readonly archiveId: string;
}

/** The bytes of files. Whether somebody may see them is decided before, by the record of the file. */
export interface FileStore {
  /** Returns once the bytes will survive a failure. Written again, they are the same: the id is made of them. */
  write(key: FileKey, bytes: Uint8Array): Promise<void>;
  /** Undefined when there are none. */
  read(key: FileKey): Promise<Uint8Array | undefined>;
  /** Stores a file of this machine as an archive; it may be larger than memory. */
  writeArchive(key: ArchiveKey, path: string): Promise<void>;
  /** The archive piece by piece; undefined when none exists. */
  readArchive(key: ArchiveKey): Promise<{ readonly size: number; readonly chunks: Readable } | undefined>;
  removeArchive(key: ArchiveKey): Promise<void>;
  /** Removes all bytes of a company, archives included, but for the named files. */
  removeAll(companyId: CompanyId, kept: ReadonlySet<string>): Promise<void>;
}

/** Folders of 256: one with all of a company's files would be slow to list. */
const pathOf = ({ companyId, id }: FileKey): string => `${String(companyId)}/${id.slice(0, 2)}/${id}`;

const archivePathOf = ({ companyId, archiveId }: ArchiveKey): string =>
  `${String(companyId)}/archives/${archiveId}.tar.gz`;

/** Reading and removing, which is the same in a folder and in S3. */
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
        // A store lists what begins with a text: "1" is also how company 12 begins.
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

/** What the operating system refused, where flydrive only says that it could not write: callers answer a full disk with "later". */
const refusalOf = (error: unknown): unknown =>
  error instanceof errors.E_CANNOT_WRITE_FILE && error.cause instanceof Error ? error.cause : error;

function openFolder(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));
  return {
    async write(key, bytes) {
      // Under another name until it is whole: a reader finds all of it or nothing, also after a power cut.
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
        // What was written of it takes room that a full disk does not have.
        await disk.delete(part).catch(() => undefined);
        throw refusalOf(error);
      }
    },
    ...commonTo(disk),
  };
}

/** An archive may be some gigabytes. */
const ARCHIVE_WITHIN_MS = 3_600_000;

async function openS3({ bucket, region, endpoint }: Extract<FileStoreSettings, { kind: "s3" }>): Promise<FileStore> {
  // Loaded only where it is used: it is large, and most installations have a folder.
  const { S3Driver } = await import("flydrive/drivers/s3");
  const settings = {
    bucket,
    region,
    visibility: "private",
    // The bucket says who may read it; many that speak S3 know no lists of rights.
    supportsACL: false,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  } as const;
  const disk = new Disk(new S3Driver(settings));
  // A checksum of a stream comes in pieces behind it, which many that speak S3 do not understand; an archive has its own.
  const archives = new Disk(
    new S3Driver({
      ...settings,
      requestHandler: { ...settings.requestHandler, requestTimeout: ARCHIVE_WITHIN_MS },
      requestChecksumCalculation: "WHEN_REQUIRED",
    }),
  );
  return { write: (key, bytes) => disk.put(pathOf(key), bytes), ...commonTo(disk, archives) };
}

/** Opens the store that the settings name. */
export const openFileStore = async (settings: FileStoreSettings): Promise<FileStore> =>
  settings.kind === "s3" ? openS3(settings) : openFolder(settings.folder);
