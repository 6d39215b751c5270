import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { CompanyId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { ARCHIVED_TABLES, EVIDENCE_TABLES, LEFT_OUT } from "./archived-tables.ts";
import {
  createHasher,
  fileEntry,
  HEADER_NAME,
  MANIFEST_NAME,
  readOwnRelease,
  tableEntry,
  writeHeader,
  writeManifest,
  type ManifestEntry,
} from "./format/archive-parts.ts";
import { writeRows } from "./format/row-lines.ts";
import { writeTar, type TarEntry } from "./format/tar.ts";
import { listStoredIds, PEOPLE, readChangeNumber, readPeople, readTable, type CompanyAtHand } from "./read-company.ts";

/** Photos and PDFs are already compressed. */
const GZIP_LEVEL = 1;

interface ArchiveParts {
  /** An empty folder for the output. */
  readonly folder: string;
  readonly snapshot: <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;
  readonly readFile: (key: { companyId: CompanyId; id: string }) => Promise<Uint8Array | undefined>;
  readonly now: () => Date;
  /** Called with the progress. Throws to cancel. */
  readonly report: (progress: { done: number; total: number }) => Promise<void>;
}

interface WrittenArchive {
  readonly path: string;
  readonly size: number;
  readonly missing: readonly string[];
  readonly count: number;
  readonly changeNumber: number;
}

async function writeTables({ folder, snapshot }: ArchiveParts) {
  const tables = [PEOPLE, ...ARCHIVED_TABLES, ...EVIDENCE_TABLES];
  const pathOf = (table: string): string => path.join(folder, `${table}.json`);
  const read = await snapshot(async (scope) => {
    for (const table of tables)
      await pipeline(
        Readable.from(writeRows(table === PEOPLE ? readPeople(scope) : readTable(scope, table))),
        createWriteStream(pathOf(table.name)),
      );
    return { ids: await listStoredIds(scope), changeNumber: await readChangeNumber(scope) };
  });
  return { ...read, tables: tables.map(({ name }) => ({ name, path: pathOf(name) })) };
}

const bytesOf = (bytes: Uint8Array): AsyncIterable<Uint8Array> => Readable.from([bytes]);

/** Writes a company's archive into the folder, streaming. Its rows are one snapshot; the bytes of files never change. */
export async function writeArchive(company: CompanyAtHand, parts: ArchiveParts): Promise<WrittenArchive> {
  const { folder, readFile, now, report } = parts;
  const exportedTime = now().toISOString();
  const own = readOwnRelease();
  const { ids, tables, changeNumber } = await writeTables(parts);
  const total = ids.length + tables.length;
  const summed: ManifestEntry[] = [];
  const missing: string[] = [];
  let done = 0;

  async function* entries(): AsyncGenerator<TarEntry> {
    const add = async function* (name: string, size: number, body: AsyncIterable<Uint8Array>) {
      const hasher = createHasher();
      yield { name, size, body: hasher.pass(body) };
      summed.push(hasher.sum(name));
    };
    const header = writeHeader({
      ...own,
      exportedTime,
      company: { ...company, createdTime: company.createdTime.toISOString() },
    });
    yield* add(HEADER_NAME, header.length, bytesOf(header));
    for (const id of ids) {
      const bytes = await readFile({ companyId: company.id, id });
      if (bytes) yield* add(fileEntry(id), bytes.length, bytesOf(bytes));
      else missing.push(id);
      done += 1;
      await report({ done, total });
    }
    for (const table of tables) {
      yield* add(tableEntry(table.name), (await stat(table.path)).size, createReadStream(table.path));
      done += 1;
      await report({ done, total });
    }
    const manifest = writeManifest({ entries: summed, missing, leftOut: LEFT_OUT });
    yield { name: MANIFEST_NAME, size: manifest.length, body: bytesOf(manifest) };
  }

  const archive = path.join(folder, "archive.tar.gz");
  await pipeline(Readable.from(writeTar(entries())), createGzip({ level: GZIP_LEVEL }), createWriteStream(archive));
  return { path: archive, size: (await stat(archive)).size, missing, changeNumber, count: total };
}
