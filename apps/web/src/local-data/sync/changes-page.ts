import { Problem } from "@ridgebook/contract";
import type { RecordId, StoredRecord, StoreName } from "#local-data/database/stored-record.ts";

/** A page of the change feed, as far as the device has to trust it. */
export interface ChangesPage {
  changed: Partial<Record<StoreName, StoredRecord<RecordId>[]>>;
  deleted: Partial<Record<StoreName, RecordId[]>>;
  cursor: string;
  more: boolean;
  /** On pages of a first download, from a server that says it. */
  total?: number;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isIdIn = (storeName: string, id: unknown): boolean =>
  storeName === "estimate-fields" ? typeof id === "string" : Number.isInteger(id);

const isRecordList = ([storeName, records]: [string, unknown]): boolean =>
  records === undefined ||
  (Array.isArray(records) && records.every((record) => isObject(record) && isIdIn(storeName, record.id)));

const isIdList = ([storeName, ids]: [string, unknown]): boolean =>
  ids === undefined || (Array.isArray(ids) && ids.every((id) => isIdIn(storeName, id)));

/** Throws `unavailable` for what cannot come from our server, such as a Wi-Fi's sign-in page. */
export function readChangesPage(body: unknown): ChangesPage {
  const isPage =
    isObject(body) &&
    isObject(body.changed) &&
    isObject(body.deleted) &&
    typeof body.cursor === "string" &&
    typeof body.more === "boolean" &&
    (body.total === undefined || Number.isInteger(body.total)) &&
    Object.entries(body.changed).every(isRecordList) &&
    Object.entries(body.deleted).every(isIdList);
  if (!isPage) throw new Problem("unavailable");
  return body as unknown as ChangesPage;
}
