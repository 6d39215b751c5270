import { foldedWords, type CompanyId, type FolderLogEntry } from "@ridgebook/contract";
import { and, desc, eq, notLike, or, sql, type SQL } from "drizzle-orm";
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
  ...{ id: row.id, folderType: row.folderType, folderId: row.folderId, projectType: row.projectType },
  ...{ projectTypes: [...row.projectTypes], isMappingCorrect: row.isMappingCorrect, details: row.details },
  ...{ isFixed: row.isFixed, createdAt: row.createdTime.toISOString() },
  ...{ companyId: row.companyId as CompanyId, companyName },
});

/** How the line of a folder begins that people moved or renamed. */
const MOVED = "Moved";

/**
 * Writes a line, unless it says nothing new: a fault that is listed and not fixed, or a folder that is where it was. A folder that nobody
 * noted before is none that was moved.
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
          ...[ofCompany, eq(folderLog.details, note.details), eq(folderLog.isFixed, false)],
          ...[eq(folderLog.folderType, note.folderType), eq(folderLog.folderId, note.folderId)],
        ),
      )
      .limit(1);
    if (same) return;
  }
  await db.insert(folderLog).values({ ...note, companyId, createdTime: now });
}

/** The id of the folder that was last made, or found, under this name; undefined for none. */
export async function findNotedFolder(
  { companyId, db }: CompanyScope,
  { folderType, parentId, folderName }: Pick<FolderNote, "folderType" | "parentId" | "folderName">,
): Promise<string | undefined> {
  const [row] = await db
    .select({ folderId: folderLog.folderId })
    .from(folderLog)
    .where(
      and(
        ...[eq(folderLog.companyId, companyId), eq(folderLog.folderType, folderType), folderLog.isMappingCorrect],
        ...[eq(folderLog.parentId, parentId), eq(folderLog.folderName, folderName)],
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
  const filters = foldedWords(searchQuery).map((word): SQL | undefined =>
    or(
      ...[folderLog.folderType, folderLog.folderId, folderLog.details, folderLog.projectType, company.name].map(
        (column) => sql`position(${word} in searchable_text(${column}::text)) > 0`,
      ),
      sql`position(${word} in searchable_text(${folderLog.projectTypes}::text)) > 0`,
    ),
  );
  const where = and(...filters);
  const joined = eq(company.id, folderLog.companyId);
  const [counted] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(folderLog)
    .innerJoin(company, joined)
    .where(where);
  const rows = await db
    .select({ row: folderLog, companyName: company.name })
    .from(folderLog)
    .innerJoin(company, joined)
    .where(where)
    .orderBy(desc(folderLog.createdTime), desc(folderLog.id))
    .limit(limit)
    .offset(offset);
  return { data: rows.map(toEntry), totalCount: counted?.count ?? 0 };
}

/** Undefined for an entry that is not there. */
export async function fixFolderLogEntry(
  { db }: PlatformScope,
  { id, isFixed }: { id: number; isFixed: boolean },
): Promise<FolderLogEntry | undefined> {
  const [row] = await db.update(folderLog).set({ isFixed }).where(eq(folderLog.id, id)).returning();
  if (!row) return undefined;
  const [found] = await db.select({ name: company.name }).from(company).where(eq(company.id, row.companyId));
  return toEntry({ row, companyName: found?.name ?? "" });
}
