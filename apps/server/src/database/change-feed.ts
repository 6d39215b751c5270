import type { SyncedRecord, SyncedStoreName } from "@ridgebook/contract";
import { and, asc, desc, gt, lte } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CompanyScope } from "./company-scope.ts";

/** Selects records by the number of their last change. */
export interface ChangeRange {
  /** Exclusive; -1 includes records that never changed. */
  readonly above: number;
  /** Inclusive. */
  readonly upTo: number;
  readonly order: "oldestFirst" | "newestFirst";
  readonly limit: number;
}

/** The condition and the order of a range. */
export const changesIn = (changeNumber: PgColumn, { above, upTo, order }: ChangeRange) => ({
  isChanged: and(gt(changeNumber, above), lte(changeNumber, upTo)),
  byChange: order === "oldestFirst" ? asc(changeNumber) : desc(changeNumber),
});

export interface Numbered<Item> {
  readonly changeNumber: number;
  readonly record: Item;
}

/** One store's part of `GET /api/changes`: its records in the order of their last changes. */
export type ChangeFeed<Item> = (scope: CompanyScope, range: ChangeRange) => Promise<Numbered<Item>[]>;

/** A large record's change number and weight, known before the record is read. */
export interface ListedChange {
  readonly changeNumber: number;
  readonly id: number;
  /** The record's weight, in lines. */
  readonly lineCount: number;
}

/**
 * One store's part of `GET /api/changes` for records so large that a page is budgeted before anything is read. `read` returns the records
 * in the order of the ids, without those deleted since; a deletion is a change with a greater number.
 */
export interface LargeFeed<Item> {
  list(scope: CompanyScope, range: ChangeRange): Promise<ListedChange[]>;
  read(scope: CompanyScope, ids: readonly number[]): Promise<Item[]>;
}

export const LARGE_STORES = ["estimates", "estimate-documents"] as const satisfies SyncedStoreName[];
export type LargeStoreName = (typeof LARGE_STORES)[number];
type SmallStoreName = Exclude<SyncedStoreName, LargeStoreName>;

/** The synced stores. Each feature provides its own; application.ts combines them. */
export type ChangeFeeds = { readonly [Name in SmallStoreName]: ChangeFeed<SyncedRecord[Name]> } & {
  readonly [Name in LargeStoreName]: LargeFeed<SyncedRecord[Name]>;
};
