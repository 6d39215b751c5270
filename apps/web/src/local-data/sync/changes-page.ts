import { Problem, SYNCED_STORES, isObject } from "@ridgebook/contract";
import type { RecordId, StoredRecord, StoreName } from "#local-data/database/stored-record.ts";

/** The members of a change feed page that the device checks. */
export interface ChangesPage {
  changed: Partial<Record<StoreName, StoredRecord<RecordId>[]>>;
  deleted: Partial<Record<StoreName, RecordId[]>>;
  cursor: string;
  more: boolean;
  /** Sent with the pages of a first download, by newer servers. */
  total?: number;
}

const isIdIn = (storeName: string, id: unknown): boolean =>
  storeName === "estimate-fields" ? typeof id === "string" : Number.isInteger(id);

const isRecordList = ([storeName, records]: [string, unknown]): boolean =>
  records === undefined ||
  (Array.isArray(records) && records.every((record) => isObject(record) && isIdIn(storeName, record.id)));

const isIdList = ([storeName, ids]: [string, unknown]): boolean =>
  ids === undefined || (Array.isArray(ids) && ids.every((id) => isIdIn(storeName, id)));

const isChangesPage = (body: unknown): body is ChangesPage =>
  isObject(body) &&
  isObject(body.changed) &&
  isObject(body.deleted) &&
  typeof body.cursor === "string" &&
  typeof body.more === "boolean" &&
  (body.total === undefined || Number.isInteger(body.total)) &&
  Object.entries(body.changed).every(isRecordList) &&
  Object.entries(body.deleted).every(isIdList);

/** Throws `unavailable` for a body that cannot come from our server, such as a captive portal's page. */
export function readChangesPage(body: unknown): ChangesPage {
  if (!isChangesPage(body)) throw new Problem("unavailable");
  return body;
}

/** The records of a page that are stored in one transaction, in the order of the stores. */
export type PagePart = readonly {
  readonly storeName: StoreName;
  readonly incoming: readonly StoredRecord<RecordId>[];
}[];

/** Cuts the changed records of a page into parts of at most `size` records. The last part goes with the page's cursor. */
export function cutPage({ changed }: ChangesPage, size: number): { early: PagePart[]; last: PagePart } {
  const records = SYNCED_STORES.flatMap((storeName) =>
    (changed[storeName] ?? []).map((record) => ({ storeName, record })),
  );
  const parts: PagePart[] = [];
  for (let start = 0; start < records.length; start += size) {
    const slice = records.slice(start, start + size);
    parts.push(
      SYNCED_STORES.map((storeName) => ({
        storeName,
        incoming: slice.filter((each) => each.storeName === storeName).map(({ record }) => record),
      })).filter(({ incoming }) => incoming.length > 0),
    );
  }
  return { early: parts.slice(0, -1), last: parts.at(-1) ?? [] };
}
