import type { PriceBookSummary, PriceBookVersion } from "@ridgebook/contract";
import { FIELDS, type FieldId, type PriceBookEntry } from "@ridgebook/estimating";
import { and, count, desc, eq, gt, inArray, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import { changesIn, type ChangeRange, type Numbered } from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { fieldToRecordId } from "#database/field-record-id.ts";
import { tombstone } from "#database/schema/change-tables.ts";
import { priceBookEntry, priceBookVersion } from "#database/schema/price-book-tables.ts";

/*
 * Price books by version. An entry's row covers a range of versions, so that publishing writes only the changes, and any version is read
 * with one condition.
 */

/** The store in which devices keep the price book. */
const STORE = "estimate-fields";
/** Rows per statement, far below PostgreSQL's parameter limit. */
const ROWS_AT_ONCE = 1_000;

type EntryRow = typeof priceBookEntry.$inferSelect;
type VersionRow = typeof priceBookVersion.$inferSelect;

const catalogueOrder = new Map<string, number>(FIELDS.map(({ id }, index) => [id, index]));
const placeOf = ({ id }: { readonly id: string }): number => catalogueOrder.get(id) ?? Infinity;

const toEntry = ({ fieldId, content }: Pick<EntryRow, "fieldId" | "content">): PriceBookEntry => ({
  ...content,
  id: fieldId as FieldId,
});
const toVersion = ({
  companyId: _companyId,
  publishedBy: _by,
  publishedTime,
  ...row
}: VersionRow): PriceBookVersion => ({
  ...row,
  publishedTime: publishedTime.toISOString(),
});

const ownEntries = ({ companyId }: CompanyScope): SQL => eq(priceBookEntry.companyId, companyId);
/** Whether an entry's row covers a version. */
const isIn = (version: number): SQL | undefined =>
  and(
    lte(priceBookEntry.fromVersion, version),
    or(isNull(priceBookEntry.untilVersion), gt(priceBookEntry.untilVersion, version)),
  );

/** Serializes publishing in this company until the transaction ends. */
export async function holdPriceBook(scope: CompanyScope): Promise<void> {
  await scope.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('ridgebook price book', ${scope.companyId}))`,
  );
}

/** The newest version; undefined before the company has a price book. */
export async function findNewestVersion(scope: CompanyScope): Promise<PriceBookVersion | undefined> {
  const [newest] = await scope.db
    .select()
    .from(priceBookVersion)
    .where(eq(priceBookVersion.companyId, scope.companyId))
    .orderBy(desc(priceBookVersion.version))
    .limit(1);
  return newest && toVersion(newest);
}

export async function findVersion(scope: CompanyScope, version: number): Promise<PriceBookVersion | undefined> {
  const [found] = await scope.db
    .select()
    .from(priceBookVersion)
    .where(and(eq(priceBookVersion.companyId, scope.companyId), eq(priceBookVersion.version, version)));
  return found && toVersion(found);
}

/** A page of the versions, newest first. */
export async function listVersions(
  scope: CompanyScope,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ versions: PriceBookVersion[]; totalCount: number }> {
  const own = eq(priceBookVersion.companyId, scope.companyId);
  const rows = await scope.db
    .select()
    .from(priceBookVersion)
    .where(own)
    .orderBy(desc(priceBookVersion.version))
    .limit(limit)
    .offset(offset);
  const [total] = await scope.db.select({ count: count() }).from(priceBookVersion).where(own);
  return { versions: rows.map(toVersion), totalCount: total?.count ?? 0 };
}

/** All entries of a version, in the catalogue's order. */
export async function readEntries(scope: CompanyScope, version: number): Promise<PriceBookEntry[]> {
  const rows = await scope.db
    .select({ fieldId: priceBookEntry.fieldId, content: priceBookEntry.content })
    .from(priceBookEntry)
    .where(and(ownEntries(scope), isIn(version)));
  return rows.map(toEntry).sort((left, right) => placeOf(left) - placeOf(right));
}

/** Entries changed between `since` and `version`, and removed fields. `since` 0 is empty. */
export async function readDifference(
  scope: CompanyScope,
  { since, version }: { since: number; version: number },
): Promise<{ changed: PriceBookEntry[]; removed: FieldId[] }> {
  const changed = await scope.db
    .select({ fieldId: priceBookEntry.fieldId, content: priceBookEntry.content })
    .from(priceBookEntry)
    .where(and(ownEntries(scope), isIn(version), gt(priceBookEntry.fromVersion, since)));
  const ended = await scope.db
    .select({ fieldId: priceBookEntry.fieldId })
    .from(priceBookEntry)
    .where(and(ownEntries(scope), isIn(since), lte(priceBookEntry.untilVersion, version)));
  const present = new Set(changed.map(({ fieldId }) => fieldId));
  return {
    changed: changed.map(toEntry).sort((left, right) => placeOf(left) - placeOf(right)),
    removed: ended.flatMap(({ fieldId }) => (present.has(fieldId) ? [] : [fieldId as FieldId])),
  };
}

/** Fields with an entry in any version, including removed ones. */
export async function readKnownFieldIds({ db, companyId }: CompanyScope): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ fieldId: priceBookEntry.fieldId })
    .from(priceBookEntry)
    .where(eq(priceBookEntry.companyId, companyId));
  return new Set(rows.map(({ fieldId }) => fieldId));
}

/** Fields that an app update added after a version. */
async function readFieldIdsOfUpdates(
  { db, companyId }: CompanyScope,
  { after }: { after: number },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ fieldId: priceBookEntry.fieldId })
    .from(priceBookEntry)
    .innerJoin(
      priceBookVersion,
      and(
        eq(priceBookVersion.companyId, priceBookEntry.companyId),
        eq(priceBookVersion.version, priceBookEntry.fromVersion),
      ),
    )
    .where(
      and(
        eq(priceBookEntry.companyId, companyId),
        gt(priceBookEntry.fromVersion, after),
        eq(priceBookVersion.source, "starter"),
      ),
    );
  return new Set(rows.map(({ fieldId }) => fieldId));
}

/** The entries for restoring an old version: its own, plus fields that app updates added since, which new estimates need. */
export async function readEntriesToRestore(
  scope: CompanyScope,
  { version, newest }: { version: number; newest: number },
): Promise<PriceBookEntry[]> {
  const target = await readEntries(scope, version);
  const ofUpdates = await readFieldIdsOfUpdates(scope, { after: version });
  if (ofUpdates.size === 0) return target;
  const current = await readEntries(scope, newest);
  return [...target, ...current.filter(({ id }) => ofUpdates.has(id))];
}

/** The greatest option number ever used per field, so that none is reused. */
export async function readUsedOptionNumbers(scope: CompanyScope): Promise<ReadonlyMap<string, number>> {
  const found = await scope.db.execute<{ field_id: string; highest: number }>(sql`
    select field_id, max(substring(option ->> 'id' from '\\d+$')::integer) as highest
    from price_book_entry, jsonb_array_elements(content -> 'options') as option
    where company_id = ${scope.companyId} group by field_id`);
  return new Map(found.rows.map(({ field_id: fieldId, highest }) => [fieldId, highest]));
}

/** Reserves consecutive change numbers and returns the first. */
async function takeChangeNumbers(scope: CompanyScope, wanted: number): Promise<number> {
  const { rows } = await scope.db.execute<{ last: string }>(
    sql`select next_change_numbers(${scope.companyId}, ${wanted}) as last`,
  );
  return Number(rows[0]?.last) - wanted + 1;
}

export interface NewVersion {
  readonly version: number;
  readonly source: VersionRow["source"];
  readonly restoredVersion?: number;
  /** Their name; empty for the starter. */
  readonly author: string;
  readonly publishedTime: Date;
  readonly note: string;
  readonly summary: PriceBookSummary;
}

/** Adds a version; false if its number was just taken. */
export async function insertVersion(
  scope: CompanyScope,
  { version, source, restoredVersion, author, publishedTime, note, summary }: NewVersion,
): Promise<boolean> {
  const added = await scope.db
    .insert(priceBookVersion)
    .values({
      companyId: scope.companyId,
      version,
      source,
      restoredVersion: restoredVersion ?? null,
      publishedBy: scope.userId ?? null,
      author,
      publishedTime,
      note,
      summary,
    })
    .onConflictDoNothing()
    .returning({ version: priceBookVersion.version });
  return added.length > 0;
}

/** Starts entries at a version, replacing the fields' old ones, and ends others. */
export async function writeEntries(
  scope: CompanyScope,
  { version, changed, removed }: { version: number; changed: readonly PriceBookEntry[]; removed: readonly FieldId[] },
): Promise<void> {
  const { db, companyId } = scope;
  const fieldIds = [...changed.map(({ id }) => id), ...removed];
  if (fieldIds.length === 0) return;
  await db
    .update(priceBookEntry)
    .set({ untilVersion: version })
    .where(and(ownEntries(scope), isNull(priceBookEntry.untilVersion), inArray(priceBookEntry.fieldId, fieldIds)));

  const firstNumber = await takeChangeNumbers(scope, fieldIds.length);
  const rows = changed.map(({ id, ...content }, index) => ({
    companyId,
    fieldId: id,
    fromVersion: version,
    content,
    changeNumber: firstNumber + index,
  }));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db.insert(priceBookEntry).values(rows.slice(start, start + ROWS_AT_ONCE));

  await db
    .delete(tombstone)
    .where(
      and(
        eq(tombstone.companyId, companyId),
        eq(tombstone.store, STORE),
        inArray(tombstone.recordId, fieldIds.map(fieldToRecordId)),
      ),
    );
  if (removed.length > 0)
    await db.insert(tombstone).values(
      removed.map((id, index) => ({
        companyId,
        store: STORE,
        recordId: fieldToRecordId(id),
        changeNumber: firstNumber + changed.length + index,
      })),
    );
}

/** Current entries by the number of their last change. */
export async function readChangedEntries(
  scope: CompanyScope,
  range: ChangeRange,
): Promise<Numbered<PriceBookEntry & { readonly version: number }>[]> {
  const { isChanged, byChange } = changesIn(priceBookEntry.changeNumber, range);
  const rows = await scope.db
    .select()
    .from(priceBookEntry)
    .where(and(ownEntries(scope), isNull(priceBookEntry.untilVersion), isChanged))
    .orderBy(byChange)
    .limit(range.limit);
  return rows.map((row) => ({ changeNumber: row.changeNumber, record: { ...toEntry(row), version: row.fromVersion } }));
}
