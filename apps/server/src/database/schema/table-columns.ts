import { bigint, customType, numeric, timestamp } from "drizzle-orm/pg-core";

/* Columns as all tables have them. */

export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const number = (name: string) => bigint(name, { mode: "number" });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Whole cents. */
export const dollars = (name: string) =>
  numeric(name, { precision: 14, scale: 2, mode: "number" }).notNull().default(0);
/** A number as it was written, with as many decimals as it has. */
export const decimal = (name: string) => numeric(name, { mode: "number" }).notNull().default(0);
