import type { SyncedStoreName } from "@ridgebook/contract";
import { and, eq, type SQL } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { tombstone } from "./schema/change-tables.ts";

export type Tombstone = Pick<typeof tombstone.$inferSelect, "deletedTime" | "deletedBy" | "former">;

/** The revision of a restored record: greater than any that a device may have. */
export const revisionAfter = (deleted: Tombstone | undefined): number => (deleted?.former?.revision ?? 0) + 1;

interface DeletedRecord {
  readonly store: SyncedStoreName;
  readonly id: number;
}

const isOne = (scope: CompanyScope, { store, id }: DeletedRecord): SQL | undefined =>
  and(eq(tombstone.companyId, scope.companyId), eq(tombstone.store, store), eq(tombstone.recordId, id));

/** Finds the retained data of a deleted record; undefined if none of that id was deleted. */
export async function findTombstone(scope: CompanyScope, record: DeletedRecord): Promise<Tombstone | undefined> {
  const [found] = await scope.db
    .select({ deletedTime: tombstone.deletedTime, deletedBy: tombstone.deletedBy, former: tombstone.former })
    .from(tombstone)
    .where(isOne(scope, record));
  return found;
}

/** Removes a restored record's tombstone; its new change number brings it to every device. */
export async function removeTombstone(scope: CompanyScope, record: DeletedRecord): Promise<void> {
  await scope.db.delete(tombstone).where(isOne(scope, record));
}
