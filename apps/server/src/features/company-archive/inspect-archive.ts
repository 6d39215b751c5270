import { ROLES } from "@ridgebook/contract";
import { z } from "zod";
import { ArchiveError } from "./archive-error.ts";
import { ARCHIVED_TABLES, enterRow, EVIDENCE_TABLES, type ArchivedTable } from "./archived-tables.ts";
import type { ChainEnd, EvidenceParts, LogEnd, WrittenEvent } from "./evidence-parts.ts";
import {
  createHasher,
  fileEntry,
  HEADER_NAME,
  MANIFEST_NAME,
  readHeader,
  readManifest,
  tableEntry,
  type ArchiveHeader,
  type ArchiveManifest,
  type ManifestEntry,
} from "./format/archive-parts.ts";
import { readRows, type ArchivedRow } from "./format/row-lines.ts";
import { readTar, type TarEntry } from "./format/tar.ts";
import { PEOPLE } from "./read-company.ts";

/** The limit of `keep_ids_above`. */
const GREATEST_ID = 1_000_000_000_000;
const MAX_HEADER_BYTES = 100_000;
const MAX_MANIFEST_BYTES = 256_000_000;
/** Above the limits of uploads and papers; a file is stored in one piece. */
const MAX_FILE_BYTES = 128_000_000;
const FILE_NAME = /^files\/([0-9a-f]{64})$/;

const TABLES_IN_ORDER: readonly ArchivedTable[] = [PEOPLE, ...ARCHIVED_TABLES, ...EVIDENCE_TABLES];
const [IMPORTED, OWN] = EVIDENCE_TABLES;

const personRow = z.strictObject({
  id: z.number().int().positive(),
  email: z.string().min(3).max(320),
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  role: z.enum(ROLES),
  active: z.boolean(),
  external_id: z.string().nullable(),
  folder_id: z.string().nullable(),
});
type PersonRow = z.infer<typeof personRow>;

const eventRow = z.object({
  sequence: z.number().int().positive(),
  document_id: z.number().int().nonnegative(),
  kind: z.string(),
  payload: z.record(z.string(), z.unknown()),
  time: z.iso.datetime({ offset: true }),
  file_hash: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
  chain: z.number().int().positive().optional(),
  former_company_id: z.number().int().positive().optional(),
});

/** Facts needed before an import writes anything. */
export interface InspectedArchive {
  readonly header: ArchiveHeader;
  readonly manifest: ArchiveManifest;
  readonly people: readonly PersonRow[];
  /** Ids of everyone named anywhere, including those who left, ascending. */
  readonly personIds: readonly number[];
  /** The greatest id of each table whose ids continue above it. */
  readonly greatestIds: ReadonlyMap<string, number>;
  /** The end of the last log; undefined without evidence. */
  readonly evidence: ChainEnd | undefined;
}

async function readWhole(entry: TarEntry, limit: number): Promise<Buffer> {
  if (entry.size > limit) throw new ArchiveError(`${entry.name.slice(0, 100)} of the archive is too large.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.body) pieces.push(piece);
  return Buffer.concat(pieces);
}

export const readFileEntry = async (entry: TarEntry): Promise<{ id: string; bytes: Buffer } | undefined> => {
  const id = FILE_NAME.exec(entry.name)?.[1];
  return id === undefined ? undefined : { id, bytes: await readWhole(entry, MAX_FILE_BYTES) };
};

export const tableOfEntry = (name: string): ArchivedTable | undefined =>
  TABLES_IN_ORDER.find((table) => tableEntry(table.name) === name);

const refuseRow = (table: ArchivedTable, row: number, why: string): ArchiveError =>
  new ArchiveError(`Row ${String(row)} of table ${table.name} ${why}.`);

/** Reads a log's events in order; all logs but the last are from earlier moves. */
function createEvidenceReader({ follow }: EvidenceParts, header: ArchiveHeader) {
  let ownChain: number | undefined;
  let before: ChainEnd | undefined;
  let at: (LogEnd & { chain: number; companyId: number }) | undefined;
  const read = (table: ArchivedTable, row: ArchivedRow): WrittenEvent => {
    const parsed = eventRow.safeParse(row);
    if (!parsed.success) throw new ArchiveError(`The evidence log (${table.name}) cannot be read.`);
    const { data } = parsed;
    // The company's own log is the last one.
    if (table === OWN) ownChain ??= (at?.chain ?? 0) + 1;
    const [chain = 0, companyId = 0] =
      table === OWN ? [ownChain, header.company.id] : [data.chain, data.former_company_id];
    if (chain !== at?.chain) {
      if (chain !== (at?.chain ?? 0) + 1) throw new ArchiveError(`The evidence log ${String(chain)} is out of order.`);
      before = at;
      at = { chain, companyId, sequence: 0, hash: "" };
    }
    const event: WrittenEvent = {
      companyId,
      sequence: data.sequence,
      documentId: data.document_id,
      kind: data.kind,
      payload: data.payload,
      time: new Date(data.time),
      fileHash: data.file_hash,
      previousHash: data.previous_hash,
      hash: data.hash,
    };
    const next = at.companyId === companyId ? follow(event, { reached: at, before }) : undefined;
    if (!next)
      throw new ArchiveError(`The evidence log ${String(chain)} was changed at event ${String(at.sequence + 1)}.`);
    at = { ...at, ...next };
    return event;
  };
  return { read, end: (): ChainEnd | undefined => at && { chain: at.chain, sequence: at.sequence, hash: at.hash } };
}

/** Compares files that rows name with files that exist. */
function createFileCheck() {
  const sums = new Map<string, string>();
  /** Required SHA-256 by id; null if no row has one. */
  const named = new Map<string, string | null>();
  return {
    add(id: string, { sha256, name }: ManifestEntry): void {
      if (sums.has(id)) throw new ArchiveError(`${name} is in the archive twice.`);
      sums.set(id, sha256);
    },
    name(table: ArchivedTable, row: ArchivedRow): void {
      const take = (id: unknown, hash: unknown): void => {
        if (typeof id === "string" && id !== "") named.set(id, typeof hash === "string" ? hash : null);
      };
      if (table.name === "file") take(row["id"], row["bytes_hash"]);
      if (table.name === "document") take(row["pdf_hash"], row["pdf_hash"]);
      if (EVIDENCE_TABLES.includes(table)) take(row["file_hash"], row["file_hash"]);
    },
    assertWhole(missing: readonly string[]): void {
      for (const [id, hash] of named) {
        const sum = sums.get(id);
        if (sum === undefined && !missing.includes(id))
          throw new ArchiveError(`${fileEntry(id)} is not in the archive.`);
        if (sum !== undefined && hash !== null && sum !== hash)
          throw new ArchiveError(`${fileEntry(id)} is not the file that it was.`);
      }
      for (const id of sums.keys())
        if (!named.has(id)) throw new ArchiveError(`${fileEntry(id)} is in the archive, and no record names it.`);
    },
  };
}

function assertSameEntries(written: readonly ManifestEntry[], { entries }: ArchiveManifest): void {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  for (const { name, size, sha256 } of written) {
    const stated = byName.get(name);
    if (stated?.size !== size || stated.sha256 !== sha256)
      throw new ArchiveError(`${name} was changed since the archive was made.`);
  }
  if (entries.length !== written.length) throw new ArchiveError("The archive lacks parts that its manifest names.");
}

/** Collects facts from the rows of all tables. */
function createRowReader(header: ArchiveHeader, evidence: EvidenceParts) {
  const files = createFileCheck();
  const log = createEvidenceReader(evidence, header);
  const people: PersonRow[] = [];
  const personIds = new Set<number>();
  const greatestIds = new Map<string, number>();
  const addPerson = (id: number): number => {
    personIds.add(id);
    return id;
  };
  const { id: companyId } = header.company;
  const context = { person: addPerson, formerCompanyId: companyId, companyId };
  function read(table: ArchivedTable, row: ArchivedRow, number: number): void {
    const columns = Object.keys(row);
    const odd =
      columns.find((column) => !table.columns.includes(column)) ??
      table.columns.find((column) => !columns.includes(column));
    if (odd !== undefined)
      throw refuseRow(table, number, `does not have the columns that it should have: ${odd.slice(0, 60)}`);
    for (const column of [...table.people, ...(table.hasOwnIds ? ["id"] : [])]) {
      const id = row[column];
      if (id !== null && !(Number.isSafeInteger(id) && Number(id) > 0 && Number(id) <= GREATEST_ID))
        throw refuseRow(table, number, `has an id that no record has, in ${column}`);
    }
    if (table === PEOPLE) {
      const person = personRow.safeParse(row);
      if (!person.success) throw refuseRow(table, number, "is no person");
      people.push(person.data);
    }
    if (table.hasOwnIds) greatestIds.set(table.name, Math.max(greatestIds.get(table.name) ?? 0, Number(row["id"])));
    if (EVIDENCE_TABLES.includes(table)) log.read(table, row);
    else enterRow(table, row, context);
    files.name(table, row);
  }
  return {
    files,
    read,
    people,
    greatestIds,
    end: () => ({ personIds: [...personIds].sort((left, right) => left - right), evidence: log.end() }),
  };
}

/**
 * Reads an archive completely and checks everything that needs no database. Throws ArchiveError with the problem and its place. `stream` is
 * decompressed.
 */
export async function inspectArchive(
  stream: AsyncIterable<Uint8Array>,
  { own, evidence }: { own: { release: string; migration: string }; evidence: EvidenceParts },
): Promise<InspectedArchive> {
  const written: ManifestEntry[] = [];
  let header: ArchiveHeader | undefined;
  let rows: ReturnType<typeof createRowReader> | undefined;
  let manifest: ArchiveManifest | undefined;
  let nextTable = 0;
  for await (const entry of readTar(stream)) {
    const { name } = entry;
    const hasher = createHasher();
    const hashed = { ...entry, body: hasher.pass(entry.body) };
    if (manifest) throw new ArchiveError("The archive goes on after its manifest.");
    if (!header || !rows) {
      if (name !== HEADER_NAME) throw new ArchiveError("The file is not an archive of a company.");
      header = readHeader(await readWhole(hashed, MAX_HEADER_BYTES), own);
      rows = createRowReader(header, evidence);
    } else if (name === MANIFEST_NAME) {
      manifest = readManifest(await readWhole(entry, MAX_MANIFEST_BYTES));
      continue;
    } else if (FILE_NAME.test(name)) {
      await readFileEntry(hashed);
    } else {
      const table = TABLES_IN_ORDER[nextTable];
      if (!table || name !== tableEntry(table.name))
        throw new ArchiveError(`The archive holds "${name.slice(0, 100)}", which does not belong there.`);
      nextTable += 1;
      let number = 0;
      for await (const row of readRows(hashed.body, table.name)) rows.read(table, row, (number += 1));
    }
    const sum = hasher.sum(name);
    written.push(sum);
    const id = FILE_NAME.exec(name)?.[1];
    if (id !== undefined) rows.files.add(id, sum);
  }
  if (!header || !rows || !manifest || nextTable < TABLES_IN_ORDER.length)
    throw new ArchiveError("The archive is not whole: it lacks its manifest or tables.");
  assertSameEntries(written, manifest);
  rows.files.assertWhole(manifest.missing);
  const { people, greatestIds } = rows;
  return { header, manifest, people, greatestIds, ...rows.end() };
}

/** The imported log that an evidence table's row belongs to. */
export const chainOfEvidence = (table: ArchivedTable, row: ArchivedRow, evidence: ChainEnd): number =>
  table === IMPORTED ? Number(row["chain"]) : evidence.chain;
