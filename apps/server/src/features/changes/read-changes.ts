import {
  firstDownloadLimit,
  MAX_CHANGES_PAGE_DOCUMENTS,
  MAX_CHANGES_PAGE_ESTIMATES,
  MAX_CHANGES_PAGE_LINES,
  Problem,
  type ChangesReply,
  type SyncedRecord,
  type SyncedStoreName,
} from "@ridgebook/contract";
import {
  LARGE_STORES,
  type ChangeFeeds,
  type ChangeRange,
  type LargeStoreName,
  type ListedChange,
} from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { recordIdToField } from "#database/field-record-id.ts";
import {
  formatCursor,
  PAGED_STORES,
  readCursor,
  type ChangeCursor,
  type LeadSight,
  type PagedStoreName,
} from "./change-cursor.ts";
import { countRecords, readCounter, readDeleted, readGoneFromSight } from "./change-repository.ts";

/*
 * Why no change is skipped: a company's change numbers are in commit order, because the counter's row stays locked until the transaction
 * that took a number ends. The counter is read before any store, so all changes up to its number are visible. Changes committed between
 * later queries have greater numbers, are filtered out, and come with the next call.
 */

interface Asked {
  readonly stores: readonly SyncedStoreName[];
  readonly cursor: string | undefined;
  readonly limit: number;
}

type Change = { readonly changeNumber: number } & (
  | { readonly store: SyncedStoreName; readonly record: SyncedRecord[SyncedStoreName] }
  | { readonly store: SyncedStoreName; readonly deletedId: number }
  /** A record read only after it fits the page. */
  | { readonly store: LargeStoreName; readonly listed: ListedChange }
);

/** Limits per page. */
const MAX_LARGE_RECORDS: Readonly<Record<LargeStoreName, number>> = {
  estimates: MAX_CHANGES_PAGE_ESTIMATES,
  "estimate-documents": MAX_CHANGES_PAGE_DOCUMENTS,
};

const isLarge = (store: SyncedStoreName): store is LargeStoreName => LARGE_STORES.some((each) => each === store);

/**
 * The prefix of the changes that fits one page: up to the count limit, the limit of large records and their lines (a few megabytes), and
 * always at least one.
 */
function fitPage(changes: readonly Change[], limit: number): readonly Change[] {
  const counts: Record<LargeStoreName, number> = { estimates: 0, "estimate-documents": 0 };
  let lines = 0;
  const end = changes.findIndex((change, index) => {
    if (index === limit) return true;
    if (!("listed" in change)) return false;
    const { store, listed } = change;
    counts[store] += 1;
    lines += listed.lineCount;
    return index > 0 && (counts[store] > MAX_LARGE_RECORDS[store] || lines > MAX_CHANGES_PAGE_LINES);
  });
  return end === -1 ? changes : changes.slice(0, end);
}

/** Groups a page's changes by store, with a list for each requested store. */
async function readPage(
  scope: CompanyScope,
  { feeds, stores, changes }: { feeds: ChangeFeeds; stores: readonly SyncedStoreName[]; changes: readonly Change[] },
): Promise<Pick<ChangesReply, "changed" | "deleted">> {
  const changed: Record<string, unknown[]> = {};
  const deleted: Record<string, (number | string)[]> = {};
  for (const store of stores) {
    changed[store] = [];
    deleted[store] = [];
  }
  const listedIds: Record<LargeStoreName, number[]> = { estimates: [], "estimate-documents": [] };
  for (const change of changes) {
    if ("listed" in change) listedIds[change.store].push(change.listed.id);
    else if ("deletedId" in change)
      deleted[change.store]?.push(
        change.store === "estimate-fields" ? recordIdToField(change.deletedId) : change.deletedId,
      );
    else changed[change.store]?.push(change.record);
  }
  for (const store of LARGE_STORES)
    if (listedIds[store].length > 0) changed[store] = await feeds[store].read(scope, listedIds[store]);
  // Each feed returns records of one store, which are only added to that store's list.
  return { changed, deleted };
}

async function readStore(
  scope: CompanyScope,
  { feeds, store, range }: { feeds: ChangeFeeds; store: SyncedStoreName; range: ChangeRange },
): Promise<Change[]> {
  if (isLarge(store))
    return (await feeds[store].list(scope, range)).map((listed) => ({
      store,
      changeNumber: listed.changeNumber,
      listed,
    }));
  return (await feeds[store](scope, range)).map((numbered) => ({ ...numbered, store }));
}

const sightOf = ({ ownLeadsSince, userId }: CompanyScope): LeadSight =>
  ownLeadsSince === undefined ? null : (userId ?? null);

/**
 * A page of changes for a device (docs/architecture.md "Receiving").
 *
 * Throws cursorTooOld for a cursor of another company or lead sight, one beyond the last change (the database was restored from a backup),
 * or one older than the purged tombstones.
 */
export async function readChanges(
  scope: CompanyScope,
  { feeds, ...asked }: Asked & { feeds: ChangeFeeds },
): Promise<ChangesReply> {
  const { lastNumber, forgottenUpTo } = await readCounter(scope);
  const stores = [...new Set(asked.stores)];
  const { companyId } = scope;
  const sight = sightOf(scope);
  const cursor: ChangeCursor =
    asked.cursor === undefined
      ? { ...EMPTY_DEVICE, companyId, sight, high: lastNumber }
      : readCursor(asked.cursor, { companyId, sight });
  const known = cursor.kind === "changes" ? cursor.number : cursor.high;
  // While everyone saw all leads, reassignments were not recorded for salespeople's devices.
  const oldest = Math.max(forgottenUpTo, scope.ownLeadsSince ?? 0);
  if (known > lastNumber || known < oldest) throw new Problem("cursorTooOld");

  return cursor.kind === "changes"
    ? changesSince(scope, { feeds, stores, above: cursor.number, upTo: lastNumber, limit: asked.limit })
    : firstDownload(scope, { feeds, stores, cursor, isFirstPage: asked.cursor === undefined, limit: asked.limit });
}

/**
 * All stores' changes after a number, merged in order; the limit applies to their sum. A truncated page's cursor is its last change, and
 * the rest comes with the next page.
 */
async function changesSince(
  scope: CompanyScope,
  {
    feeds,
    stores,
    above,
    upTo,
    limit,
  }: { feeds: ChangeFeeds; stores: readonly SyncedStoreName[]; above: number; upTo: number; limit: number },
): Promise<ChangesReply> {
  const changes: Change[] = [];
  if (upTo > above) {
    // One extra row shows whether there is more.
    const range = { above, upTo, limit: limit + 1 };
    for (const store of stores)
      changes.push(...(await readStore(scope, { feeds, store, range: { ...range, order: "oldestFirst" } })));
    for (const { store, recordId, changeNumber } of await readDeleted(scope, { ...range, stores }))
      changes.push({ store, changeNumber, deletedId: recordId });
    changes.push(...(await readGoneFromSight(scope, { ...range, stores })));
    changes.sort((left, right) => left.changeNumber - right.changeNumber);
  }
  const page = fitPage(changes, limit);
  const more = changes.length > page.length;
  const number = more ? (page.at(-1)?.changeNumber ?? above) : upTo;
  return {
    ...(await readPage(scope, { feeds, stores, changes: page })),
    cursor: formatCursor({ kind: "changes", companyId: scope.companyId, sight: sightOf(scope), number }),
    more,
  };
}

const [FIRST_PAGED_STORE] = PAGED_STORES;
const EMPTY_DEVICE = {
  kind: "firstDownload",
  store: FIRST_PAGED_STORE,
  below: Number.MAX_SAFE_INTEGER,
  count: 0,
} as const;

const isPaged = (store: SyncedStoreName): store is PagedStoreName => PAGED_STORES.some((each) => each === store);

/**
 * Fills an empty device. The first page has what every screen needs; leads, estimates and documents follow, newest first, each up to
 * `firstDownloadLimit`. A record that changes during the download moves past `high` and comes as a change.
 */
async function firstDownload(
  scope: CompanyScope,
  {
    feeds,
    stores,
    cursor,
    isFirstPage,
    limit,
  }: {
    feeds: ChangeFeeds;
    stores: readonly SyncedStoreName[];
    cursor: Extract<ChangeCursor, { kind: "firstDownload" }>;
    isFirstPage: boolean;
    limit: number;
  },
): Promise<ChangesReply> {
  const page: Change[] = [];
  const everything = { above: -1, upTo: Number.MAX_SAFE_INTEGER, order: "newestFirst" } as const;
  if (isFirstPage)
    for (const store of stores)
      if (!isPaged(store))
        page.push(
          ...(await readStore(scope, { feeds, store, range: { ...everything, limit: firstDownloadLimit(store) } })),
        );

  /** Fills the rest of the page from one store; returns where the store continues, or undefined at its end. */
  const fill = async ({
    store,
    below,
    count,
  }: typeof cursor): Promise<{ below: number; count: number } | undefined> => {
    const isAsked = stores.includes(store);
    const wanted = isAsked ? Math.max(0, Math.min(limit - page.length, firstDownloadLimit(store) - count)) : 0;
    const found = isAsked
      ? await readStore(scope, { feeds, store, range: { ...everything, upTo: below - 1, limit: wanted + 1 } })
      : [];
    const taken = fitPage(found, wanted);
    page.push(...taken);
    const reached = count + taken.length;
    if (found.length === taken.length || reached >= firstDownloadLimit(store)) return undefined;
    return { below: taken.at(-1)?.changeNumber ?? below, count: reached };
  };

  let next: ChangeCursor = cursor;
  for (;;) {
    const rest = await fill(next);
    if (rest) {
      next = { ...next, ...rest };
      break;
    }
    const following: PagedStoreName | undefined = PAGED_STORES[PAGED_STORES.indexOf(next.store) + 1];
    if (following === undefined) {
      next = { kind: "changes", companyId: scope.companyId, sight: cursor.sight, number: cursor.high };
      break;
    }
    next = { ...EMPTY_DEVICE, companyId: scope.companyId, sight: cursor.sight, high: cursor.high, store: following };
  }
  return {
    ...(await readPage(scope, { feeds, stores, changes: page })),
    cursor: formatCursor(next),
    more: next.kind === "firstDownload",
    total: await countFirstDownload(scope, stores),
  };
}

/** Progress totals for a device; an estimate, since records change during the download. */
async function countFirstDownload(scope: CompanyScope, stores: readonly SyncedStoreName[]): Promise<number> {
  let total = 0;
  for (const store of PAGED_STORES)
    if (stores.includes(store)) total += await countRecords(scope, { store, upTo: firstDownloadLimit(store) });
  return total;
}
