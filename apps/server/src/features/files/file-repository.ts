import { and, eq, isNull, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { seeingAllLeads } from "#database/lead-sight.ts";
import { file } from "#database/schema/settings-tables.ts";

export type FileRow = typeof file.$inferSelect;

export async function findFile(scope: CompanyScope, id: string): Promise<FileRow | undefined> {
  const [found] = await scope.db
    .select()
    .from(file)
    .where(and(eq(file.companyId, scope.companyId), eq(file.id, id)));
  return found;
}

export type NewFile = Pick<FileRow, "id" | "name" | "size" | "contentType" | "uploadTime"> & {
  readonly bytesHash: string;
};

/**
 * Adds the record of a stored file. An existing file keeps its first uploader; a record older than metadata stripping gets the new bytes'
 * size and hash.
 */
export const addFile = (scope: CompanyScope, values: NewFile): Promise<FileRow> =>
  // It may exist as the photo of a lead that the caller does not see.
  seeingAllLeads(scope, () => add(scope, values));

async function add(scope: CompanyScope, values: NewFile): Promise<FileRow> {
  await scope.db
    .insert(file)
    .values({ ...values, companyId: scope.companyId, uploadedBy: scope.userId ?? null })
    .onConflictDoUpdate({
      target: [file.companyId, file.id],
      set: { size: values.size, bytesHash: values.bytesHash },
      setWhere: isNull(file.bytesHash),
    });
  const added = await findFile(scope, values.id);
  if (!added) throw new Error("A file that was just added is not there.");
  return added;
}

const isPictureFromBefore = (scope: CompanyScope) =>
  and(eq(file.companyId, scope.companyId), isNull(file.bytesHash), sql`${file.contentType} like 'image/%'`);

/** Pictures stored before metadata stripping. */
export async function listPicturesFromBefore(scope: CompanyScope, { limit }: { limit: number }): Promise<string[]> {
  const rows = await scope.db.select({ id: file.id }).from(file).where(isPictureFromBefore(scope)).limit(limit);
  return rows.map(({ id }) => id);
}

/** Records size and hash of a restored picture's bytes. */
export async function noteStoredBytes(
  scope: CompanyScope,
  { id, size, bytesHash }: { id: string; size: number; bytesHash: string },
): Promise<void> {
  await scope.db
    .update(file)
    .set({ size, bytesHash })
    .where(and(eq(file.id, id), isPictureFromBefore(scope)));
}
