import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { createGunzip } from "node:zlib";
import { pipeline, type Readable } from "node:stream";
import { pipeline as pipelineAsync } from "node:stream/promises";
import { EMAIL_STATUSES, PDF_STATUSES, type CompanyId, type DocumentId } from "@ridgebook/contract";
import { eq, sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "#database/company-scope.ts";
import { postgresCode, UNIQUE_VIOLATION, type Database } from "#database/database.ts";
import { enqueueJobs } from "#database/job-queue.ts";
import { setInstallationValue } from "#database/installation.ts";
import { company, installation, membership } from "#database/schema/platform-tables.ts";
import { recordAuditEvent } from "#http/session.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveStore } from "./archive-store.ts";
import { ARCHIVED_TABLES, enterRow, EVIDENCE_TABLES, type ArchivedTable, type RowContext } from "./archived-tables.ts";
import type { EvidenceParts } from "./evidence-parts.ts";
import { createHasher, readOwnRelease } from "./format/archive-parts.ts";
import { readRows, type ArchivedRow } from "./format/row-lines.ts";
import { readTar } from "./format/tar.ts";
import {
  chainOfEvidence,
  inspectArchive,
  readFileEntry,
  tableOfEntry,
  type InspectedArchive,
} from "./inspect-archive.ts";
import { PEOPLE } from "./read-company.ts";

interface ImportParts {
  readonly database: Database;
  readonly store: Pick<ArchiveStore, "write" | "removeAll">;
  readonly evidence: EvidenceParts;
  /** Holds tables between archive and database. Not shared with another import. */
  readonly workFolder: string;
  readonly now: () => Date;
}

export interface ImportedCompany {
  readonly id: CompanyId;
  readonly name: string;
  readonly rows: ReadonlyMap<string, number>;
  readonly files: number;
  readonly missing: readonly string[];
  /** New ids by old ones, of everyone named in the archive. */
  readonly personIds: ReadonlyMap<number, number>;
}

const ROWS_AT_ONCE = 100;

/** Decompresses the archive. Throws ArchiveError while reading an invalid or truncated gzip file. */
async function* unpack(file: string): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip();
  pipeline(createReadStream(file), unpacked, () => undefined);
  try {
    for await (const chunk of unpacked as Readable) yield chunk as Uint8Array;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "Z_BUF_ERROR") throw new ArchiveError("The archive ends in the middle: it was cut off on its way.");
    if (code.startsWith("Z_")) throw new ArchiveError("The file is not an archive of a company, or it was damaged.");
    throw error;
  } finally {
    unpacked.destroy();
  }
}

/** Marks a company as being imported, until the import ends. */
const importOf = (id: number): string => `importing-company-${String(id)}`;

/** Whether the transaction that writes an import's rows was committed. */
async function hasRows({ db, companyId }: CompanyScope): Promise<boolean> {
  const tables = [...ARCHIVED_TABLES, ...EVIDENCE_TABLES].map(
    ({ name }) => sql`exists (select from ${sql.identifier(name)} where company_id = ${companyId})`,
  );
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${sql.join(tables, sql` or `)} as found`);
  return rows[0]?.found === true;
}

/**
 * Removes the company of an unfinished import; returns false and keeps it if its rows exist. Files go first, so that an interrupted removal
 * is found again.
 */
async function removeUnended(
  id: CompanyId,
  { database, store }: Pick<ImportParts, "database" | "store">,
): Promise<boolean> {
  if (await database.inCompany({ companyId: id }, hasRows)) return false;
  await store.removeAll(id, new Set());
  await database.onPlatform(async ({ db }) => {
    await db.delete(company).where(eq(company.id, id));
    await db.delete(installation).where(eq(installation.key, importOf(id)));
  });
  return true;
}

async function endImport(
  id: CompanyId,
  { header }: Pick<InspectedArchive, "header">,
  database: Database,
): Promise<void> {
  await database.onPlatform(async ({ db }) => {
    await db.delete(installation).where(eq(installation.key, importOf(id)));
    await recordAuditEvent(db, {
      event: "company.imported",
      companyId: id,
      details: { travelId: header.company.travelId, formerId: header.company.id, exportedTime: header.exportedTime },
    });
  });
}

/** Removes leftovers of a killed import of the same company. Throws ArchiveError if the company exists here. */
async function removeUnfinishedImport(
  archive: InspectedArchive,
  { database, store }: Pick<ImportParts, "database" | "store">,
): Promise<void> {
  const held = await database.onPlatform(async ({ db }) => {
    const [row] = await db.select().from(company).where(eq(company.travelId, archive.header.company.travelId));
    if (!row) return undefined;
    const unended = await db
      .select()
      .from(installation)
      .where(eq(installation.key, importOf(row.id)));
    return { ...row, isUnended: unended.length > 0 };
  });
  if (!held) return;
  const id = held.id as CompanyId;
  if (held.isUnended) {
    if (held.active)
      throw new ArchiveError(
        `${held.name} (company ${String(id)}) was activated before its import had ended. Deactivate it at /admin/companies, and import again.`,
      );
    if (await removeUnended(id, { database, store })) return;
    await endImport(id, archive, database);
  }
  throw new ArchiveError(`The company is here already: ${held.name} (company ${String(id)}).`);
}

/** Adds the inactive company with its people as invited, without mailing anyone. Returns new person ids by old ones. */
async function addCompany(
  platform: PlatformScope,
  { header, people, personIds, greatestIds }: InspectedArchive,
  now: Date,
): Promise<{ id: CompanyId; personById: ReadonlyMap<number, number> }> {
  const { db } = platform;
  const { travelId, name, createdTime } = header.company;
  const values = { name, travelId, active: false, createdTime: new Date(createdTime) };
  const [added] = await db.insert(company).values(values).returning({ id: company.id });
  if (!added) throw new Error("A company was added and did not come back.");
  await setInstallationValue(platform, { key: importOf(added.id), value: travelId });
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval('user_id') as id from generate_series(1, ${personIds.length})`,
  );
  const newIds = rows.map(({ id }) => Number(id)).sort((left, right) => left - right);
  const personById = new Map(personIds.map((former, index) => [former, newIds[index] ?? 0]));
  for (const person of people)
    await db.insert(membership).values({
      companyId: added.id,
      id: personById.get(person.id),
      role: person.role,
      active: person.active,
      firstName: person.first_name,
      lastName: person.last_name,
      phoneNumber: person.phone_number,
      externalId: person.external_id,
      folderId: person.folder_id,
      invitedEmail: person.email,
      invitedTime: now,
    });
  for (const [table, id] of greatestIds) await db.execute(sql`select keep_ids_above(${table}, ${id})`);
  return { id: added.id as CompanyId, personById };
}

const columnList = (columns: readonly string[], prefix = "") =>
  sql.join(
    columns.map((column) =>
      prefix === "" ? sql.identifier(column) : sql`${sql.raw(prefix)}.${sql.identifier(column)}`,
    ),
    sql`, `,
  );

async function insertRows(
  { db, companyId }: CompanyScope,
  { name, columns, needsChangeNumber }: Pick<ArchivedTable, "name" | "columns" | "needsChangeNumber">,
  rows: readonly ArchivedRow[],
): Promise<void> {
  const table = sql.identifier(name);
  const [numberColumn, number, numbers] = needsChangeNumber
    ? [
        sql`, change_number`,
        sql`, n.last - ${rows.length} + row_number() over ()`,
        sql`with n as materialized (select next_change_numbers(${companyId}, ${rows.length}) as last)`,
      ]
    : [sql``, sql``, sql``];
  const from = needsChangeNumber ? sql`, n` : sql``;
  try {
    await db.execute(sql`
      ${numbers} insert into ${table} (company_id${numberColumn}, ${columnList(columns)}) overriding system value
      select ${companyId}${number}, ${columnList(columns, "r")}
      from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json) r${from}`);
  } catch (error) {
    // Constraint violations and bad values: the archive's rows are inconsistent.
    if (/^2[23]/.test(postgresCode(error) ?? ""))
      throw new ArchiveError(`Rows of table ${name} do not match each other, or those of other tables.`);
    throw error;
  }
}

/** Settles work in progress of the old installation: papers are drawn here, and mails are not sent twice. */
function settle({ name }: ArchivedTable, row: ArchivedRow): ArchivedRow {
  if (name === "document" && row["pdf_status"] === PDF_STATUSES.processing)
    return { ...row, pdf_status: PDF_STATUSES.queued };
  const isWaiting = row["status"] === EMAIL_STATUSES.pending || row["status"] === EMAIL_STATUSES.sending;
  return name === "document_email" && isWaiting
    ? { ...row, status: EMAIL_STATUSES.failure, failure: "The company moved to another server before it was sent." }
    : row;
}

/** Converts an archive's row for storage. */
function toStored(
  table: ArchivedTable,
  row: ArchivedRow,
  { archive, context }: { archive: InspectedArchive; context: RowContext },
) {
  if (!EVIDENCE_TABLES.includes(table) || !archive.evidence) return settle(table, enterRow(table, row, context));
  return {
    former_company_id: archive.header.company.id,
    ...row,
    chain: chainOfEvidence(table, row, archive.evidence),
  };
}

const IMPORTED_EVENTS = EVIDENCE_TABLES[0];

interface UnpackedTable {
  readonly table: ArchivedTable;
  /** The table's rows, as archived. */
  readonly file: string;
}

/** Writes all rows in one transaction, and starts the evidence log after the imported one. */
async function writeRows(
  scope: CompanyScope,
  tables: readonly UnpackedTable[],
  { archive, context, evidence }: { archive: InspectedArchive; context: RowContext; evidence: EvidenceParts },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const queued: DocumentId[] = [];
  for (const { table, file } of tables) {
    const target = EVIDENCE_TABLES.includes(table) ? IMPORTED_EVENTS : table;
    if (!target || table === PEOPLE) continue;
    let batch: ArchivedRow[] = [];
    let count = 0;
    const flush = async (): Promise<void> => {
      if (batch.length > 0) await insertRows(scope, target, batch);
      batch = [];
    };
    for await (const row of readRows(createReadStream(file), table.name)) {
      const stored = toStored(table, row, { archive, context });
      if (table.name === "document" && stored["pdf_status"] === PDF_STATUSES.queued)
        queued.push(Number(stored["id"]) as DocumentId);
      batch.push(stored);
      count += 1;
      if (batch.length >= ROWS_AT_ONCE) await flush();
    }
    await flush();
    counts.set(table.name, count);
  }
  if (archive.evidence) {
    const { chain, sequence: eventCount, hash: head } = archive.evidence;
    await evidence.begin(scope, { chain, eventCount, head });
  }
  const { companyId } = scope;
  await enqueueJobs(
    scope,
    queued.map((documentId) => ({ name: "make-document-pdf" as const, payload: { companyId, documentId } })),
  );
  return counts;
}

/**
 * Stores the files under the new company and the tables in the work folder: reading the archive inside the transaction could exceed its
 * idle timeout. Throws ArchiveError for a part that changed since its inspection.
 */
async function unpackParts(
  archiveFile: string,
  {
    archive,
    companyId,
    store,
    workFolder,
  }: { archive: InspectedArchive; companyId: CompanyId } & Pick<ImportParts, "store" | "workFolder">,
): Promise<{ files: number; tables: UnpackedTable[] }> {
  const sums = new Map(archive.manifest.entries.map(({ name, sha256 }) => [name, sha256]));
  const tables: UnpackedTable[] = [];
  let files = 0;
  for await (const entry of readTar(unpack(archiveFile))) {
    const hasher = createHasher();
    const body = hasher.pass(entry.body);
    const table = tableOfEntry(entry.name);
    const file = table ? undefined : await readFileEntry({ ...entry, body });
    if (table) {
      const tableFile = path.join(workFolder, `${table.name}.json`);
      await pipelineAsync(body, createWriteStream(tableFile));
      tables.push({ table, file: tableFile });
    } else if (!file) {
      for await (const _piece of body);
      continue;
    }
    if (hasher.sum(entry.name).sha256 !== sums.get(entry.name))
      throw new ArchiveError("The archive changed while it was imported.");
    if (!file) continue;
    await store.write({ companyId, id: file.id }, file.bytes);
    files += 1;
  }
  return { files, tables };
}

/**
 * Imports a company's archive from another installation. The archive is checked completely first; then the company exists with all its
 * records or not at all. After a killed process, its next import cleans up. The company starts inactive, and its people are invited without
 * a mail: a super admin activates it and sends them. Throws ArchiveError with an explanation.
 */
export async function importCompany(
  archiveFile: string,
  { database, store, evidence, workFolder, now }: ImportParts,
): Promise<ImportedCompany> {
  const archive = await inspectArchive(unpack(archiveFile), { own: readOwnRelease(), evidence });
  await removeUnfinishedImport(archive, { database, store });
  const time = now();
  const { id, personById } = await database
    .onPlatform((platform) => addCompany(platform, archive, time))
    .catch((error: unknown) => {
      throw postgresCode(error) === UNIQUE_VIOLATION
        ? new ArchiveError("Two people of the archive have the same e-mail address.")
        : error;
    });
  const { company: former } = archive.header;
  const context: RowContext = {
    person: (personId) => personById.get(personId) ?? personId,
    formerCompanyId: former.id,
    companyId: id,
  };
  try {
    // Left by a killed import.
    await rm(workFolder, { recursive: true, force: true });
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const { files, tables } = await unpackParts(archiveFile, { archive, companyId: id, store, workFolder });
    const rows = await database.inCompany({ companyId: id }, (scope) =>
      writeRows(scope, tables, { archive, context, evidence }),
    );
    await endImport(id, archive, database);
    return { id, name: former.name, rows, files, missing: archive.manifest.missing, personIds: personById };
  } catch (error) {
    // If this fails too, the company's next import cleans up.
    await removeUnended(id, { database, store }).catch(() => undefined);
    throw error;
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
