import { createHash } from "node:crypto";
import { z } from "zod";
import { newestMigration } from "#database/known-migrations.ts";
import { ArchiveError } from "#features/company-archive/archive-error.ts";
import { readRelease } from "#release.ts";

/*
 * What an archive of a company is: a tar file, compressed with gzip, of
 *
 *   ridgebook.json      whose it is, when and by which release it was made
 *   files/<id>          the bytes of a file; of a PDF of a document, <id> is their SHA-256
 *   tables/<name>.json  an array with one row of the table a line
 *   manifest.json       size and SHA-256 of each of them, what is missing, and what was left out
 *
 * No name in it is ever used as a path.
 */

export const HEADER_NAME = "ridgebook.json";
export const MANIFEST_NAME = "manifest.json";
export const tableEntry = (table: string): string => `tables/${table}.json`;
export const fileEntry = (id: string): string => `files/${id}`;

const FORMAT = "Ridgebook company";
const FORMAT_VERSION = 1;

const header = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.number().int(),
  /** The release that wrote it. */
  release: z.string().max(50),
  /** The database's last migration, which determines the columns. */
  migration: z.string().max(200),
  exportedTime: z.iso.datetime(),
  company: z.object({
    travelId: z.uuid(),
    /** The company's id in its installation, named by evidence events. */
    id: z.number().int().positive(),
    name: z.string().min(1).max(200),
    createdTime: z.iso.datetime(),
  }),
});
export type ArchiveHeader = z.infer<typeof header>;

const manifest = z.object({
  entries: z.array(
    z.object({
      name: z.string().max(100),
      size: z.number().int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  /** Files that were missing in the source installation. */
  missing: z.array(z.string().max(100)),
  /** Omitted tables, each with the reason. */
  leftOut: z.record(z.string(), z.string()),
});
export type ArchiveManifest = z.infer<typeof manifest>;
export type ManifestEntry = ArchiveManifest["entries"][number];

/** This server's release and last known migration. */
export const readOwnRelease = (): { release: string; migration: string } => ({
  release: readRelease(),
  migration: newestMigration(),
});

export const writeHeader = (values: Omit<ArchiveHeader, "format" | "formatVersion">): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, ...values }, null, 2)}\n`);

export const writeManifest = (values: ArchiveManifest): Buffer => Buffer.from(`${JSON.stringify(values, null, 1)}\n`);

function parse<Shape extends z.ZodType>(shape: Shape, bytes: Uint8Array, name: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  } catch {
    throw new ArchiveError(`${name} of the archive cannot be read: this is not an archive of a company.`);
  }
}

/** Throws ArchiveError unless the archive has this release's format. */
export function readHeader(bytes: Uint8Array, own: { release: string; migration: string }): ArchiveHeader {
  const read = parse(header, bytes, HEADER_NAME);
  // Migration names start with a number, so they sort by age.
  if (read.formatVersion > FORMAT_VERSION || read.migration > own.migration)
    throw new ArchiveError(
      `The archive was made by release ${read.release}, which is newer than this one (${own.release}). Update this installation, then import.`,
    );
  if (read.migration !== own.migration)
    throw new ArchiveError(
      `The archive was made by release ${read.release}, which is older than this one (${own.release}). Update that installation and export again, or import with release ${read.release} and update afterwards.`,
    );
  return read;
}

export const readManifest = (bytes: Uint8Array): ArchiveManifest => parse(manifest, bytes, MANIFEST_NAME);

/** Passes bytes through and counts and hashes them. */
export function createHasher() {
  const hash = createHash("sha256");
  let size = 0;
  return {
    async *pass(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of stream) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    /** Call it once, after the last byte. */
    sum: (name: string): ManifestEntry => ({ name, size, sha256: hash.digest("hex") }),
  };
}
