import { z } from "zod";
import type { RecordStore } from "./releases.ts";

/** Which schemas stand for which kind of record, so that records are found wherever they travel. */
const recordSchemas = z.registry<{ store: RecordStore }>();

/** Notes that a schema stands for a record. Schemas that are made from it by `extend` and the like are noted by themselves. */
export function asRecord<Schema extends z.ZodType>(store: RecordStore, schema: Schema): Schema {
  recordSchemas.add(schema, { store });
  return schema;
}

export const storeOfSchema = (schema: z.ZodType): RecordStore | undefined => recordSchemas.get(schema)?.store;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A value that a schema describes, with each record in it as `map` gives it. */
export function mapRecords(
  schema: z.ZodType,
  value: unknown,
  map: (store: RecordStore, record: Record<string, unknown>) => unknown,
): unknown {
  const store = storeOfSchema(schema);
  if (store) return isObject(value) ? map(store, value) : value;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return mapRecords(schema.unwrap() as z.ZodType, value, map);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((each) => mapRecords(schema.element as z.ZodType, each, map));
  if (!(schema instanceof z.ZodObject) || !isObject(value)) return value;
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shape[name] ? mapRecords(shape[name], each, map) : each]),
  );
}
