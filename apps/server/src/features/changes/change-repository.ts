import type { SyncedStoreName } from "@ridgebook/contract";
import { and, asc, count, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { changeCounter, document, estimate, lead, tombstone } from "#database/schema/company-tables.ts";
import type { PagedStoreName } from "./change-cursor.ts";

/** The last change number of the company whose transaction has ended, and up to which its tombstones are gone. */
export async function readCounter(scope: CompanyScope): Promise<{ lastNumber: number; forgottenUpTo: number }> {
  const [counter] = await scope.db
    .select({ lastNumber: changeCounter.lastNumber, forgottenUpTo: changeCounter.forgottenUpTo })
    .from(changeCounter)
    .where(eq(changeCounter.companyId, scope.companyId));
  return counter ?? { lastNumber: 0, forgottenUpTo: 0 };
}

/** Records that were deleted, oldest first. */
export async function readDeleted(
  scope: CompanyScope,
  { stores, above, upTo, limit }: { stores: readonly SyncedStoreName[]; above: number; upTo: number; limit: number },
): Promise<{ store: SyncedStoreName; recordId: number; changeNumber: number }[]> {
  const rows = await scope.db
    .select({ store: tombstone.store, recordId: tombstone.recordId, changeNumber: tombstone.changeNumber })
    .from(tombstone)
    .where(
      and(
        eq(tombstone.companyId, scope.companyId),
        gt(tombstone.changeNumber, above),
        lte(tombstone.changeNumber, upTo),
        inArray(tombstone.store, [...stores]),
      ),
    )
    .orderBy(asc(tombstone.changeNumber))
    .limit(limit);
  return rows.flatMap((row) => {
    const store = stores.find((name) => name === row.store);
    return store === undefined ? [] : [{ ...row, store }];
  });
}

const PAGED_TABLES = { leads: lead, estimates: estimate, "estimate-documents": document } as const satisfies Record<
  PagedStoreName,
  unknown
>;

/** How many records a store has, counted no further than `upTo`. */
export async function countRecords(
  scope: CompanyScope,
  { store, upTo }: { store: PagedStoreName; upTo: number },
): Promise<number> {
  const table = PAGED_TABLES[store];
  const counted = scope.db
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(eq(table.companyId, scope.companyId))
    .limit(upTo)
    .as("counted");
  const [found] = await scope.db.select({ records: count() }).from(counted);
  return found?.records ?? 0;
}
