import { z } from "zod";
import { savedEstimate } from "#entities/estimate.ts";
import { leadPhoto } from "#entities/lead-photo.ts";
import { estimateField } from "#entities/price-book.ts";
import { settings } from "#entities/settings.ts";
import { syncedStores } from "#routes/sync-routes.ts";
import type { SyncedStoreName } from "#routes/synced-stores.ts";
import type { RecordStore } from "./releases.ts";
import { isValues, type Values } from "./upgrades.ts";

/** The kind of record of each schema, to find records wherever they are sent. */
const STORE_BY_SCHEMA: ReadonlyMap<z.ZodType, RecordStore> = new Map<z.ZodType, RecordStore>([
  ...(Object.entries(syncedStores) as [SyncedStoreName, z.ZodType][]).map(
    ([store, schema]) => [schema, store] as const,
  ),
  [savedEstimate, "estimates"],
  [leadPhoto, "lead-photos"],
  [settings, "settings"],
  [estimateField, "estimate-fields"],
]);

export const storeOfSchema = (schema: z.ZodType): RecordStore | undefined => STORE_BY_SCHEMA.get(schema);

/** Maps each record inside a value described by a schema. */
export function mapRecords(
  schema: z.ZodType,
  value: unknown,
  map: (store: RecordStore, record: Values) => unknown,
): unknown {
  const store = storeOfSchema(schema);
  if (store) return isValues(value) ? map(store, value) : value;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return mapRecords(schema.unwrap() as z.ZodType, value, map);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((each) => mapRecords(schema.element as z.ZodType, each, map));
  if (!(schema instanceof z.ZodObject) || !isValues(value)) return value;
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shape[name] ? mapRecords(shape[name], each, map) : each]),
  );
}
