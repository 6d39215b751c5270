import type { UserId, LeadId, LeadPhotoId } from "@ridgebook/contract";
import { and, asc, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { leadPhoto } from "#database/schema/lead-tables.ts";
import { file } from "#database/schema/settings-tables.ts";

const photoColumns = getTableColumns(leadPhoto);

/** A photo with the name of its file. */
export type LeadPhotoRow = typeof leadPhoto.$inferSelect & { readonly name: string };
export type NewLeadPhoto = Pick<
  typeof leadPhoto.$inferSelect,
  "leadId" | "fileId" | "caption" | "takenTime" | "createdTime"
>;

const isOnePhoto = (scope: CompanyScope, id: LeadPhotoId): SQL | undefined =>
  and(eq(leadPhoto.companyId, scope.companyId), eq(leadPhoto.id, id));

const isFileOfPhoto = and(eq(file.companyId, leadPhoto.companyId), eq(file.id, leadPhoto.fileId));

/** In the order in which they were taken. */
export const listLeadPhotos = (scope: CompanyScope, leadId: LeadId): Promise<LeadPhotoRow[]> =>
  scope.db
    .select({ ...photoColumns, name: file.name })
    .from(leadPhoto)
    .innerJoin(file, isFileOfPhoto)
    .where(and(eq(leadPhoto.companyId, scope.companyId), eq(leadPhoto.leadId, leadId)))
    .orderBy(asc(leadPhoto.takenTime), asc(leadPhoto.id));

export async function findLeadPhoto(scope: CompanyScope, id: LeadPhotoId): Promise<LeadPhotoRow | undefined> {
  const [found] = await scope.db
    .select({ ...photoColumns, name: file.name })
    .from(leadPhoto)
    .innerJoin(file, isFileOfPhoto)
    .where(isOnePhoto(scope, id));
  return found;
}

/** Adds a photo, or returns the lead's existing one of this file. */
export async function addLeadPhoto(scope: CompanyScope, values: NewLeadPhoto): Promise<LeadPhotoRow> {
  const by = scope.userId ?? null;
  const [added] = await scope.db
    .insert(leadPhoto)
    .values({
      ...values,
      companyId: scope.companyId,
      createdBy: by,
      modifiedTime: values.createdTime,
      modifiedBy: by,
    })
    .onConflictDoUpdate({
      target: [leadPhoto.companyId, leadPhoto.leadId, leadPhoto.fileId],
      // A no-op update, so that the row is returned.
      set: { fileId: values.fileId },
    })
    .returning({ id: leadPhoto.id });
  const found = added && (await findLeadPhoto(scope, added.id as LeadPhotoId));
  if (!found) throw new Error("A photo was added and is not there.");
  return found;
}

/** Locked until the transaction ends. */
export async function holdLeadPhoto(scope: CompanyScope, id: LeadPhotoId): Promise<LeadPhotoRow | undefined> {
  await scope.db.select({ id: leadPhoto.id }).from(leadPhoto).where(isOnePhoto(scope, id)).for("no key update");
  return await findLeadPhoto(scope, id);
}

export async function updateCaption(
  scope: CompanyScope,
  id: LeadPhotoId,
  { caption, modifiedTime, modifiedBy }: { caption: string; modifiedTime: Date; modifiedBy: UserId | null },
): Promise<void> {
  await scope.db
    .update(leadPhoto)
    .set({ caption, modifiedTime, modifiedBy, revision: sql`${leadPhoto.revision} + 1` })
    .where(isOnePhoto(scope, id));
}

export async function removeLeadPhoto(scope: CompanyScope, id: LeadPhotoId): Promise<void> {
  await scope.db.delete(leadPhoto).where(isOnePhoto(scope, id));
}
