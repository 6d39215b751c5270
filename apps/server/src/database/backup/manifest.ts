import { z } from "zod";
import { newestMigration, readKnownMigrations } from "#database/known-migrations.ts";
import { BackupError } from "./backup-error.ts";

/*
 * A backup is a compressed tar. In this order: `manifest.json`; `database/`, PostgreSQL's data folder with the write-ahead log that makes
 * it whole; `files/`, the stored files; `hashes.txt`, a line for each file before it in the form of sha256sum. A file without
 * `hashes.txt` was cut off.
 */

export const MANIFEST_ENTRY = "manifest.json";
export const HASHES_ENTRY = "hashes.txt";
export const DATABASE_ENTRY = "database";
export const FILES_ENTRY = "files";
/** On Windows the superuser's password lies beside the database. */
export const PASSWORD_ENTRY = "superuser-password.txt";

const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Of Ridgebook, such as "1.7.76". */
  release: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** The last migration that the Ridgebook knew which made it; backups of before do not say. */
  migration: z.string().max(200).optional(),
  /** "18": a database's files fit one major version only. */
  postgresMajor: z.string(),
  /** Such as "linux-x64": nor do they fit another kind of machine. */
  machine: z.string(),
  takenAt: z.iso.datetime(),
  /** The id of the key that opens the secrets in the database; null where none was sealed yet. The key is not in the backup. */
  secretsKeyId: z.string().nullable(),
  /** "elsewhere": the files are in S3. */
  files: z.enum(["included", "elsewhere"]),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const makeManifest = (facts: Omit<Manifest, "format">): Manifest => ({
  ...{ format: FORMAT, migration: newestMigration() },
  ...facts,
});

export const machineOf = ({ platform, arch }: { platform: string; arch: string }): string => `${platform}-${arch}`;

/** Throws BackupError for what is no manifest, or one of a later form. */
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
    throw new BackupError(`This is no backup of Ridgebook: its ${MANIFEST_ENTRY} is not readable.`);
  return manifest.data;
}

/** Whether the release `left` came after `right`. */
function isNewer(left: string, right: string): boolean {
  const [a, b] = [left, right].map((release) => release.split(".").map(Number));
  const differing = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return differing >= 0 && Number(a?.[differing]) > Number(b?.[differing]);
}

/** Throws BackupError where this Ridgebook, on this machine, cannot go on with the backup. One of an older release is migrated. */
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
