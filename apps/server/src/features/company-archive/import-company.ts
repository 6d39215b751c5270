import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { pipeline, type Readable } from "node:stream";
import { EMAIL_STATUSES, PDF_STATUSES, type CompanyId, type DocumentId } from "@ridgebook/contract";
import { eq, sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "#database/company-scope.ts";
import { postgresCode, type Database } from "#database/database.ts";
import { enqueueJobs } from "#database/job-queue.ts";
import { company, membership } from "#database/schema/platform-tables.ts";
import { recordAuditEvent } from "#http/session.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveStore } from "./archive-store.ts";
import { enterRow, EVIDENCE_TABLES, type ArchivedTable, type RowContext } from "./archived-tables.ts";
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
  readonly now: () => Date;
}

export interface ImportedCompany {
  readonly id: CompanyId;
  readonly name: string;
  /** Rows by table. */
  readonly rows: ReadonlyMap<string, number>;
  readonly files: number;
  readonly missing: readonly string[];
  /** Everybody who is named in the archive, by their former id. */
  readonly personIds: ReadonlyMap<number, number>;
}

const ROWS_AT_ONCE = 100;
const UNIQUE_VIOLATION = "23505";

/** The archive without its compression. Raises ArchiveError while it is read if it is no gzip file, or cut. */
async function* unpack(path: string): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip();
  pipeline(createReadStream(path), unpacked, () => undefined);
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

/** Adds the company, inactive, with its people, who are invited; nobody is sent a mail. Answers the people's new ids by their former ones. */
async function addCompany(
  platform: PlatformScope,
  { header, people, personIds, greatestIds }: InspectedArchive,
  now: Date,
): Promise<{ id: CompanyId; personById: ReadonlyMap<number, number> }> {
  const { db } = platform;
  const { travelId, name, createdTime } = header.company;
  const [held] = await db.select().from(company).where(eq(company.travelId, travelId));
  if (held) throw new ArchiveError(`The company is here already: ${held.name} (company ${String(held.id)}).`);
  const values = { name, travelId, active: false, createdTime: new Date(createdTime) };
  const [added] = await db.insert(company).values(values).returning({ id: company.id });
  if (!added) throw new Error("A company was added and did not come back.");
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval('user_id') as id from generate_series(1, ${personIds.length})`,
  );
  const newIds = rows.map(({ id }) => Number(id)).sort((left, right) => left - right);
  const personById = new Map(personIds.map((former, index) => [former, newIds[index] ?? 0]));
  for (const person of people)
    await db.insert(membership).values({
      ...{ companyId: added.id, id: personById.get(person.id), role: person.role, active: person.active },
      ...{ firstName: person.first_name, lastName: person.last_name, phoneNumber: person.phone_number },
      ...{ externalId: person.external_id, folderId: person.folder_id, invitedEmail: person.email, invitedTime: now },
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
    // Constraints and values: the archive's rows do not fit together.
    if (/^2[23]/.test(postgresCode(error) ?? ""))
      throw new ArchiveError(`Rows of table ${name} do not fit to each other, or to those of other tables.`);
    throw error;
  }
}

/** What was under way in the former installation: papers are drawn here, and mails are not sent twice. */
function settle({ name }: ArchivedTable, row: ArchivedRow): ArchivedRow {
  if (name === "document" && row["pdf_status"] === PDF_STATUSES.processing)
    return { ...row, pdf_status: PDF_STATUSES.queued };
  const isWaiting = row["status"] === EMAIL_STATUSES.pending || row["status"] === EMAIL_STATUSES.sending;
  return name === "document_email" && isWaiting
    ? { ...row, status: EMAIL_STATUSES.failure, failure: "The company moved to another server before it was sent." }
    : row;
}

/** How a row of the archive is stored, and where. */
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

/** Writes all rows, in one transaction, and begins the evidence log after the imported one. */
async function writeRows(
  scope: CompanyScope,
  path: string,
  { archive, context, evidence }: { archive: InspectedArchive; context: RowContext; evidence: EvidenceParts },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const queued: DocumentId[] = [];
  for await (const entry of readTar(unpack(path))) {
    const table = tableOfEntry(entry.name);
    const target = table && EVIDENCE_TABLES.includes(table) ? IMPORTED_EVENTS : table;
    if (!table || !target || table === PEOPLE) {
      for await (const _piece of entry.body);
      continue;
    }
    let batch: ArchivedRow[] = [];
    let count = 0;
    const flush = async (): Promise<void> => {
      if (batch.length > 0) await insertRows(scope, target, batch);
      batch = [];
    };
    for await (const row of readRows(entry.body, table.name)) {
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

/** Stores the files under the new company. Raises ArchiveError for one that changed since it was looked at. */
async function writeFiles(
  path: string,
  {
    archive,
    companyId,
    store,
  }: { archive: InspectedArchive; companyId: CompanyId; store: Pick<ArchiveStore, "write"> },
): Promise<number> {
  const sums = new Map(archive.manifest.entries.map(({ name, sha256 }) => [name, sha256]));
  let count = 0;
  for await (const entry of readTar(unpack(path))) {
    const hasher = createHasher();
    const file = await readFileEntry({ ...entry, body: hasher.pass(entry.body) });
    if (!file) {
      for await (const _piece of entry.body);
      continue;
    }
    if (hasher.sum(entry.name).sha256 !== sums.get(entry.name))
      throw new ArchiveError("The archive changed while it was imported.");
    await store.write({ companyId, id: file.id }, file.bytes);
    count += 1;
  }
  return count;
}

/**
 * Imports the archive of a company from another installation. It is read whole and checked first; then the company is there with all its
 * records, or not at all. It is inactive, and its people are invited but have no mail yet: a super admin activates it and sends them.
 * Raises ArchiveError, in words, for an archive that is not taken.
 */
export async function importCompany(
  path: string,
  { database, store, evidence, now }: ImportParts,
): Promise<ImportedCompany> {
  const archive = await inspectArchive(unpack(path), { own: await readOwnRelease(), evidence });
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
    ...{ formerCompanyId: former.id, companyId: id },
  };
  try {
    const files = await writeFiles(path, { archive, companyId: id, store });
    const rows = await database.inCompany({ companyId: id }, (scope) =>
      writeRows(scope, path, { archive, context, evidence }),
    );
    await database.onPlatform((platform) =>
      recordAuditEvent(platform.db, {
        event: "company.imported",
        companyId: id,
        details: { travelId: former.travelId, formerId: former.id, exportedTime: archive.header.exportedTime },
      }),
    );
    return { id, name: former.name, rows, files, missing: archive.manifest.missing, personIds: personById };
  } catch (error) {
    await database.onPlatform(({ db }) => db.delete(company).where(eq(company.id, id)));
    await store.removeAll(id, new Set());
    throw error;
  }
}
