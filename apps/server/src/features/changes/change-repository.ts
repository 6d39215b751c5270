import type { SyncedStoreName } from "@ridgebook/contract";
import { and, arrayContains, asc, count, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { ofOwnLeads, ownLeads, seeingAllLeads } from "#database/lead-sight.ts";
import { changeCounter, tombstone } from "#database/schema/change-tables.ts";
import { document } from "#database/schema/document-tables.ts";
import { estimate } from "#database/schema/estimate-tables.ts";
import { lead } from "#database/schema/lead-tables.ts";
import { PAGED_STORES, type PagedStoreName } from "./change-cursor.ts";

/** The company's last committed change number, and the number up to which tombstones were purged. */
export async function readCounter(scope: CompanyScope): Promise<{ lastNumber: number; forgottenUpTo: number }> {
  const [counter] = await scope.db
    .select({ lastNumber: changeCounter.lastNumber, forgottenUpTo: changeCounter.forgottenUpTo })
    .from(changeCounter)
    .where(eq(changeCounter.companyId, scope.companyId));
  return counter ?? { lastNumber: 0, forgottenUpTo: 0 };
}

/** Deleted records, oldest first. */
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

/** The lead of each store's records. */
const LEAD_OF = { leads: lead.id, estimates: estimate.leadId, "estimate-documents": document.leadId } as const;

interface GoneRecord {
  readonly store: PagedStoreName;
  readonly deletedId: number;
  readonly changeNumber: number;
}

/**
 * For a person who sees only their own leads: leads that were reassigned since, with their estimates and documents, oldest first.
 * Reassigning gave all of them a change number. Reported again if they change again.
 */
export async function readGoneFromSight(
  scope: CompanyScope,
  { stores, above, upTo, limit }: { stores: readonly SyncedStoreName[]; above: number; upTo: number; limit: number },
): Promise<GoneRecord[]> {
  const { ownLeadsSince, userId, companyId } = scope;
  if (ownLeadsSince === undefined || userId === undefined) return [];
  return seeingAllLeads(scope, async () => {
    const gone: GoneRecord[] = [];
    for (const store of PAGED_STORES.filter((each) => stores.includes(each))) {
      const table = PAGED_TABLES[store];
      const formerLeads = scope.db
        .select({ id: lead.id })
        .from(lead)
        .where(and(eq(lead.companyId, companyId), arrayContains(lead.leftSightOf, [userId])));
      const rows = await scope.db
        .select({ deletedId: table.id, changeNumber: table.changeNumber })
        .from(table)
        .where(
          and(
            eq(table.companyId, companyId),
            gt(table.changeNumber, above),
            lte(table.changeNumber, upTo),
            inArray(LEAD_OF[store], formerLeads),
          ),
        )
        .orderBy(asc(table.changeNumber))
        .limit(limit);
      gone.push(...rows.map((row) => ({ ...row, store })));
    }
    return gone;
  });
}

const PAGED_TABLES = { leads: lead, estimates: estimate, "estimate-documents": document } as const satisfies Record<
  PagedStoreName,
  unknown
>;

export async function countRecords(
  scope: CompanyScope,
  { store, upTo }: { store: PagedStoreName; upTo: number },
): Promise<number> {
  const table = PAGED_TABLES[store];
  const counted = scope.db
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(
      and(
        eq(table.companyId, scope.companyId),
        store === "leads" ? ownLeads(scope) : ofOwnLeads(scope, LEAD_OF[store]),
      ),
    )
    .limit(upTo)
    .as("counted");
  const [found] = await scope.db.select({ records: count() }).from(counted);
  return found?.records ?? 0;
}
