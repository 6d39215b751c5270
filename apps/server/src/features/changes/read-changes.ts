import {
  FIRST_DOWNLOAD_RECORDS,
  Problem,
  type ChangesReply,
  type SyncedRecord,
  type SyncedStoreName,
} from "@ridgebook/contract";
import type { ChangeFeeds } from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { recordIdToField } from "#database/field-record-id.ts";
import { formatCursor, readCursor, type ChangeCursor } from "./change-cursor.ts";
import { readCounter, readDeleted } from "./change-repository.ts";

/*
 * How no change is skipped: change numbers of a company are in the order of commits, because the counter's row stays
 * locked until the transaction that took a number ends. The counter is read before any store, so every change up to its
 * number is there to be read; what is committed between two of the following statements has a greater number, is left
 * out by each of them, and comes with the next call.
 */

interface Asked {
  readonly stores: readonly SyncedStoreName[];
  readonly cursor: string | undefined;
  readonly limit: number;
}

type Change = { readonly changeNumber: number; readonly store: SyncedStoreName } & (
  { readonly record: SyncedRecord[SyncedStoreName] } | { readonly deletedId: number }
);

/** Changes that arrive together, as the reply groups them: by store, each store that was asked for. */
function group(
  stores: readonly SyncedStoreName[],
  changes: readonly Change[],
): Pick<ChangesReply, "changed" | "deleted"> {
  const changed: Record<string, unknown[]> = {};
  const deleted: Record<string, (number | string)[]> = {};
  for (const store of stores) {
    changed[store] = [];
    deleted[store] = [];
  }
  for (const change of changes) {
    if ("deletedId" in change)
      deleted[change.store]?.push(
        change.store === "estimate-fields" ? recordIdToField(change.deletedId) : change.deletedId,
      );
    else changed[change.store]?.push(change.record);
  }
  // Each feed gives records of its own store; that store's list is the only place they went to.
  return { changed, deleted };
}

/**
 * A page of what changed for a device (docs/architecture.md "Receiving").
 *
 * Raises cursorTooOld for a cursor that is not the company's, reaches beyond the last change (the database was restored
 * from a backup) or back to where tombstones are gone.
 */
export async function readChanges(
  scope: CompanyScope,
  { feeds, ...asked }: Asked & { feeds: ChangeFeeds },
): Promise<ChangesReply> {
  const { lastNumber, forgottenUpTo } = await readCounter(scope);
  const stores = [...new Set(asked.stores)];
  const { companyId } = scope;
  const cursor: ChangeCursor =
    asked.cursor === undefined
      ? { kind: "firstDownload", companyId, high: lastNumber, below: Number.MAX_SAFE_INTEGER, count: 0 }
      : readCursor(asked.cursor, { companyId });
  const known = cursor.kind === "changes" ? cursor.number : cursor.high;
  if (known > lastNumber || known < forgottenUpTo) throw new Problem("cursorTooOld");

  return cursor.kind === "changes"
    ? changesSince(scope, { feeds, stores, above: cursor.number, upTo: lastNumber, limit: asked.limit })
    : firstDownload(scope, { feeds, stores, cursor, isFirstPage: asked.cursor === undefined, limit: asked.limit });
}

/** All stores' changes after a number, merged in their order; the limit counts them together. */
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
    // One more than fits tells whether there is more.
    const range = { above, upTo, limit: limit + 1 };
    for (const store of stores)
      for (const numbered of await feeds[store](scope, { ...range, order: "oldestFirst" }))
        changes.push({ ...numbered, store });
    for (const { store, recordId, changeNumber } of await readDeleted(scope, { ...range, stores }))
      changes.push({ store, changeNumber, deletedId: recordId });
    changes.sort((left, right) => left.changeNumber - right.changeNumber);
  }
  const page = changes.slice(0, limit);
  const more = changes.length > limit;
  const number = more ? (page.at(-1)?.changeNumber ?? above) : upTo;
  return {
    ...group(stores, page),
    cursor: formatCursor({ kind: "changes", companyId: scope.companyId, number }),
    more,
  };
}

/**
 * The filling of an empty device. Its first page holds all but the leads, which every screen needs; leads follow,
 * newest first, up to FIRST_DOWNLOAD_RECORDS. A lead that changes meanwhile moves past `high` and comes as a change.
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
  const changes: Change[] = [];
  const everything = { above: -1, upTo: Number.MAX_SAFE_INTEGER, order: "newestFirst" } as const;
  if (isFirstPage)
    for (const store of stores)
      if (store !== "leads")
        for (const numbered of await feeds[store](scope, { ...everything, limit: FIRST_DOWNLOAD_RECORDS }))
          changes.push({ ...numbered, store });

  const isLeadsAsked = stores.includes("leads");
  const wanted = Math.max(0, Math.min(limit - changes.length, FIRST_DOWNLOAD_RECORDS - cursor.count));
  const found = isLeadsAsked
    ? await feeds.leads(scope, { ...everything, upTo: cursor.below - 1, limit: wanted + 1 })
    : [];
  const leads = found.slice(0, wanted);
  for (const numbered of leads) changes.push({ ...numbered, store: "leads" });

  const count = cursor.count + leads.length;
  const more = found.length > leads.length && count < FIRST_DOWNLOAD_RECORDS;
  const next: ChangeCursor = more
    ? { ...cursor, below: leads.at(-1)?.changeNumber ?? cursor.below, count }
    : { kind: "changes", companyId: scope.companyId, number: cursor.high };
  return { ...group(stores, changes), cursor: formatCursor(next), more };
}
