import { bigint, customType, numeric, timestamp } from "drizzle-orm/pg-core";
import { company } from "./platform-tables.ts";

export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const companyId = () =>
  bigint("company_id", { mode: "number" })
    .notNull()
    .references(() => company.id, { onDelete: "cascade" });

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const dollars = (name: string) =>
  numeric(name, { precision: 14, scale: 2, mode: "number" }).notNull().default(0);

/** A number as it was written, with as many decimals as it has. */
export const decimal = (name: string) => numeric(name, { mode: "number" }).notNull().default(0);
