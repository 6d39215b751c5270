import { foldedWords, type CompanyId, type FolderLogEntry } from "@ridgebook/contract";
import { and, desc, eq, notLike, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CompanyScope, PlatformScope } from "#database/company-scope.ts";
import { company } from "#database/schema/platform-tables.ts";
import { folderLog } from "#database/schema/storage-tables.ts";
import type { FolderNote } from "./find-place.ts";

const toEntry = ({
  row,
  companyName,
}: {
  row: typeof folderLog.$inferSelect;
  companyName: string;
}): FolderLogEntry => ({
  id: row.id,
  folderType: row.folderType,
  folderId: row.folderId,
  projectType: row.projectType,
  projectTypes: [...row.projectTypes],
  isMappingCorrect: row.isMappingCorrect,
  details: row.details,
  isFixed: row.isFixed,
  createdAt: row.createdTime.toISOString(),
  companyId: row.companyId as CompanyId,
  companyName,
});

/** Uses the index of the hash: the text may be too long for a plain one. */
const hasText = (column: PgColumn, text: string): SQL => sql`(md5(${column}) = md5(${text}) and ${column} = ${text})`;

/** The prefix of a moved or renamed folder's line. */
const MOVED = "Moved";

/**
 * Writes a line unless it repeats the last one: an unfixed fault, or an unmoved folder. A folder without earlier lines has not been moved.
 */
export async function noteFolder(scope: CompanyScope, note: FolderNote, now: Date): Promise<void> {
  const { companyId, db } = scope;
  const ofCompany = eq(folderLog.companyId, companyId);
  if (note.isMappingCorrect) {
    const [last] = await db
      .select({ parentId: folderLog.parentId, folderName: folderLog.folderName })
      .from(folderLog)
      .where(and(ofCompany, eq(folderLog.folderId, note.folderId), folderLog.isMappingCorrect))
      .orderBy(desc(folderLog.id))
      .limit(1);
    const isMove = note.details.startsWith(MOVED);
    if (last ? last.parentId === note.parentId && last.folderName === note.folderName : isMove) return;
  } else {
    const [same] = await db
      .select({ id: folderLog.id })
      .from(folderLog)
      .where(
        and(
          ofCompany,
          eq(folderLog.folderId, note.folderId),
          hasText(folderLog.details, note.details),
          eq(folderLog.folderType, note.folderType),
          eq(folderLog.isFixed, false),
        ),
      )
      .limit(1);
    if (same) return;
  }
  await db.insert(folderLog).values({ ...note, companyId, createdTime: now });
}

/** The folder id last recorded under this name; undefined for none. */
export async function findNotedFolder(
  { companyId, db }: CompanyScope,
  { folderType, parentId, folderName }: Pick<FolderNote, "folderType" | "parentId" | "folderName">,
): Promise<string | undefined> {
  const [row] = await db
    .select({ folderId: folderLog.folderId })
    .from(folderLog)
    .where(
      and(
        eq(folderLog.companyId, companyId),
        eq(folderLog.folderType, folderType),
        folderLog.isMappingCorrect,
        eq(folderLog.parentId, parentId),
        hasText(folderLog.folderName, folderName),
        // People may have moved another one here.
        notLike(folderLog.details, `${MOVED}%`),
      ),
    )
    .orderBy(desc(folderLog.id))
    .limit(1);
  return row?.folderId;
}

export async function listFolderLog(
  { db }: PlatformScope,
  { searchQuery, limit, offset }: { searchQuery: string; limit: number; offset: number },
): Promise<{ data: FolderLogEntry[]; totalCount: number }> {
  // Company names are folded once each rather than per row.
  const filters = foldedWords(searchQuery).map(
    (word): SQL => sql`(position(${word} in ${folderLog.searched}) > 0 or ${folderLog.companyId} in
      (select ${company.id} from ${company} where position(${word} in searchable_text(${company.name})) > 0))`,
  );
  const where = and(...filters);
  const [counted] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(folderLog)
    .where(where);
  const rows = await db
    .select({ row: folderLog, companyName: company.name })
    .from(folderLog)
    .innerJoin(company, eq(company.id, folderLog.companyId))
    .where(where)
    .orderBy(desc(folderLog.createdTime), desc(folderLog.id))
    .limit(limit)
    .offset(offset);
  return { data: rows.map(toEntry), totalCount: counted?.count ?? 0 };
}

/** Undefined for an unknown entry. */
export async function fixFolderLogEntry(
  { db }: PlatformScope,
  { id, isFixed }: { id: number; isFixed: boolean },
): Promise<FolderLogEntry | undefined> {
  const [row] = await db.update(folderLog).set({ isFixed }).where(eq(folderLog.id, id)).returning();
  if (!row) return undefined;
  const [found] = await db.select({ name: company.name }).from(company).where(eq(company.id, row.companyId));
  return toEntry({ row, companyName: found?.name ?? "" });
}
