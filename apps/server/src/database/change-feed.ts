import type { SyncedRecord, SyncedStoreName } from "@ridgebook/contract";
import type { CompanyScope } from "./company-scope.ts";

/** Which records to read, by the number of their last change. */
export interface ChangeRange {
  /** Changes with a greater number than this; -1 includes records that never changed. */
  readonly above: number;
  /** Changes up to this number. */
  readonly upTo: number;
  readonly order: "oldestFirst" | "newestFirst";
  readonly limit: number;
}

export interface Numbered<Item> {
  readonly changeNumber: number;
  readonly record: Item;
}

/** One store's part in `GET /api/changes`: its records in the order of their last changes. */
export type ChangeFeed<Item> = (scope: CompanyScope, range: ChangeRange) => Promise<Numbered<Item>[]>;

/** What a page of changes needs to know of a large record before it is read. */
export interface ListedChange {
  readonly changeNumber: number;
  readonly id: number;
  /** Lines that reading it brings, or what weighs as much as so many. */
  readonly lineCount: number;
}

/**
 * One store's part in `GET /api/changes` where records are so large that a page must know what it takes before anything is read.
 * `read` answers the records in the order of the ids; one that was deleted since it was listed is left out, and its deletion is a
 * change with a greater number.
 */
export interface LargeFeed<Item> {
  list(scope: CompanyScope, range: ChangeRange): Promise<ListedChange[]>;
  read(scope: CompanyScope, ids: readonly number[]): Promise<Item[]>;
}

export const LARGE_STORES = ["estimates", "estimate-documents"] as const satisfies SyncedStoreName[];
export type LargeStoreName = (typeof LARGE_STORES)[number];
type SmallStoreName = Exclude<SyncedStoreName, LargeStoreName>;

/** The stores that devices are kept up to date with; each feature provides its own, application.ts puts them together. */
export type ChangeFeeds = { readonly [Name in SmallStoreName]: ChangeFeed<SyncedRecord[Name]> } & {
  readonly [Name in LargeStoreName]: LargeFeed<SyncedRecord[Name]>;
};
