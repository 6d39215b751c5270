import { z } from "zod";
import { newestMigration, readKnownMigrations } from "#database/known-migrations.ts";
import { BackupError } from "./backup-error.ts";

/*
 * A backup is a compressed tar with, in this order: `manifest.json`; `database/`, PostgreSQL's data folder with the write-ahead log to
 * recover it; `files/`, the stored files; `hashes.txt`, a line per earlier file in the format of sha256sum. A backup without `hashes.txt`
 * was cut off.
 */

export const MANIFEST_ENTRY = "manifest.json";
export const HASHES_ENTRY = "hashes.txt";
export const DATABASE_ENTRY = "database";
export const FILES_ENTRY = "files";
/** On Windows the superuser's password is stored next to the database. */
export const PASSWORD_ENTRY = "superuser-password.txt";

const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Of Ridgebook, such as "1.7.76". */
  release: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** The newest migration known to the Ridgebook that made the backup; missing in old backups. */
  migration: z.string().max(200).optional(),
  /** "18": database files only work with one major version. */
  postgresMajor: z.string(),
  /** Such as "linux-x64": database files only work on one kind of machine. */
  machine: z.string(),
  takenAt: z.iso.datetime(),
  /** Identifies the key of the database's secrets; null if nothing was sealed yet. The key itself is not in the backup. */
  secretsKeyId: z.string().nullable(),
  /** "elsewhere": the files are in S3. */
  files: z.enum(["included", "elsewhere"]),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const makeManifest = (facts: Omit<Manifest, "format">): Manifest => ({
  format: FORMAT,
  migration: newestMigration(),
  ...facts,
});

export const machineOf = ({ platform, arch }: { platform: string; arch: string }): string => `${platform}-${arch}`;

/** Throws BackupError if the text is not a manifest, or one of a later format. */
export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const format = z.object({ format: z.number() }).safeParse(value);
  if (format.success && format.data.format > FORMAT)
    throw new BackupError("A newer Ridgebook made this backup. Restore it with that one.");
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success)
    throw new BackupError(`This is not a Ridgebook backup: its ${MANIFEST_ENTRY} is not readable.`);
  return manifest.data;
}

/** Whether release `left` is newer than `right`. */
function isNewer(left: string, right: string): boolean {
  const [a, b] = [left, right].map((release) => release.split(".").map(Number));
  const differing = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return differing >= 0 && Number(a?.[differing]) > Number(b?.[differing]);
}

/** Throws BackupError if this Ridgebook on this machine cannot use the backup. A backup of an older release will be migrated. */
export function assertRestorable(
  manifest: Manifest,
  here: { release: string; postgresMajor: string; machine: string },
): void {
  if (isNewer(manifest.release, here.release))
    throw new BackupError(
      `Ridgebook ${manifest.release} made this backup, and this is Ridgebook ${here.release}. ` +
        `Install ${manifest.release} or newer, and restore it with that one.`,
    );
  const { migration } = manifest;
  if (migration !== undefined && !readKnownMigrations().some(({ tag }) => tag === migration))
    throw new BackupError(
      `A newer state of Ridgebook ${manifest.release} made this backup: its database had ${migration}, which this one does not know. ` +
        "Install the one that made it or a newer one, and restore it with that.",
    );
  if (manifest.postgresMajor !== here.postgresMajor)
    throw new BackupError(
      `PostgreSQL ${manifest.postgresMajor} made the database of this backup, and this Ridgebook brings ${here.postgresMajor}. ` +
        `Restore it with Ridgebook ${manifest.release}.`,
    );
  if (manifest.machine !== here.machine)
    throw new BackupError(
      `This backup was made on ${manifest.machine}, and a database's files fit that kind of machine only; this is ${here.machine}.`,
    );
}
