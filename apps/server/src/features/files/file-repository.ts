import { and, eq } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { file } from "#database/schema/company-tables.ts";

export type FileRow = typeof file.$inferSelect;

export async function findFile(scope: CompanyScope, id: string): Promise<FileRow | undefined> {
  const [found] = await scope.db
    .select()
    .from(file)
    .where(and(eq(file.companyId, scope.companyId), eq(file.id, id)));
  return found;
}

/** Remembers a file whose bytes are stored. The one who uploaded the same file before stays its uploader. */
export async function addFile(
  scope: CompanyScope,
  values: Pick<FileRow, "id" | "name" | "size" | "contentType" | "uploadTime">,
): Promise<FileRow> {
  await scope.db
    .insert(file)
    .values({ ...values, companyId: scope.companyId, uploadedBy: scope.accountId ?? null })
    .onConflictDoNothing();
  const added = await findFile(scope, values.id);
  if (!added) throw new Error("A file that was just added is not there.");
  return added;
}
