import type { CompanyId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { PEOPLE_TABLE, PERSON_COLUMNS, type ArchivedTable } from "./archived-tables.ts";
import type { ArchivedRow } from "./format/row-lines.ts";

/** A document may have several megabytes. */
const ROWS_AT_ONCE = 50;
const name = (identifier: string) => sql.identifier(identifier);
const list = (identifiers: readonly string[]) => sql.join(identifiers.map(name), sql`, `);

/** Rows as JSON in key order, in batches. */
export async function* readTable({ db, companyId }: CompanyScope, table: ArchivedTable): AsyncGenerator<string> {
  const order = table.orderBy.length === 0 ? sql`` : sql`order by ${list(table.orderBy)}`;
  // A cursor takes no parameters; the company's id is a number.
  await db.execute(sql`
    declare archived_rows no scroll cursor for
    select to_jsonb(r)::text as row from (
      select ${list(table.columns)} from ${name(table.name)} where company_id = ${sql.raw(String(Number(companyId)))} ${order}
    ) r`);
  for (;;) {
    const { rows } = await db.execute<{ row: string }>(sql`fetch ${sql.raw(String(ROWS_AT_ONCE))} from archived_rows`);
    for (const { row } of rows) yield table.leave ? JSON.stringify(table.leave(JSON.parse(row) as ArchivedRow)) : row;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await db.execute(sql`close archived_rows`);
}

export async function* readPeople({ db, companyId }: CompanyScope): AsyncGenerator<string> {
  const columns = PERSON_COLUMNS.map((column) => (column === "id" ? sql`user_id as id` : name(column)));
  const { rows } = await db.execute<{ row: string }>(sql`
    select to_jsonb(r)::text as row
    from (select ${sql.join(columns, sql`, `)} from company_users() where company_id = ${companyId} order by user_id) r`);
  for (const { row } of rows) yield row;
}

/** The company's ids in the file store: files, documents' PDFs, and signed PDFs of deleted documents. */
export async function listStoredIds({ db, companyId }: CompanyScope): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from file where company_id = ${companyId}
    union select pdf_hash from document where company_id = ${companyId} and pdf_hash is not null
    union select file_hash from document_event where company_id = ${companyId} and file_hash <> ''
    union select file_hash from imported_event where company_id = ${companyId} and file_hash <> ''
    order by 1`);
  return rows.map(({ id }) => id);
}

/** The company's last change number; 0 for none. */
export async function readChangeNumber({ db, companyId }: CompanyScope): Promise<number> {
  const { rows } = await db.execute<{ number: string }>(
    sql`select last_number as number from change_counter where company_id = ${companyId}`,
  );
  return Number(rows[0]?.number ?? 0);
}

export const PEOPLE: ArchivedTable = {
  name: PEOPLE_TABLE,
  columns: PERSON_COLUMNS,
  orderBy: ["id"],
  people: ["id"],
  hasOwnIds: false,
  needsChangeNumber: false,
};

/** Identifies the archive's company. */
export interface CompanyAtHand {
  readonly id: CompanyId;
  readonly travelId: string;
  readonly name: string;
  readonly createdTime: Date;
}
