import type { SyncedStoreName } from "@ridgebook/contract";
import { and, eq, type SQL } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { tombstone } from "./schema/change-tables.ts";

export type Tombstone = Pick<typeof tombstone.$inferSelect, "deletedTime" | "deletedBy" | "former">;

/** Of a record that comes back: later than every one that a device may hold of it. */
export const revisionAfter = (deleted: Tombstone | undefined): number => (deleted?.former?.revision ?? 0) + 1;

interface DeletedRecord {
  readonly store: SyncedStoreName;
  readonly id: number;
}

const isOne = (scope: CompanyScope, { store, id }: DeletedRecord): SQL | undefined =>
  and(eq(tombstone.companyId, scope.companyId), eq(tombstone.store, store), eq(tombstone.recordId, id));

/** What is kept of a record that the company has deleted; undefined where there was none of that id. */
export async function findTombstone(scope: CompanyScope, record: DeletedRecord): Promise<Tombstone | undefined> {
  const [found] = await scope.db
    .select({ deletedTime: tombstone.deletedTime, deletedBy: tombstone.deletedBy, former: tombstone.former })
    .from(tombstone)
    .where(isOne(scope, record));
  return found;
}

/** Of a record that was inserted again under its id, whose new change number brings it to every device. */
export async function removeTombstone(scope: CompanyScope, record: DeletedRecord): Promise<void> {
  await scope.db.delete(tombstone).where(isOne(scope, record));
}
