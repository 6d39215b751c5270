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

/** The stores that devices are kept up to date with; each feature provides its own, application.ts puts them together. */
export type ChangeFeeds = { readonly [Name in SyncedStoreName]: ChangeFeed<SyncedRecord[Name]> };
