import { bigint, customType, foreignKey, numeric, timestamp, type AnyPgColumn } from "drizzle-orm/pg-core";

export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const number = (name: string) => bigint(name, { mode: "number" });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Whole cents. */
export const dollars = (name: string) =>
  numeric(name, { precision: 14, scale: 2, mode: "number" }).notNull().default(0);
/** A number with its original number of decimals. */
export const decimal = (name: string) => numeric(name, { mode: "number" }).notNull().default(0);

/** A foreign key to a row of the same company. */
export const ofSameCompany = (
  name: string,
  columns: [AnyPgColumn, AnyPgColumn],
  { companyId, id }: { readonly companyId: AnyPgColumn; readonly id: AnyPgColumn },
) => foreignKey({ name, columns, foreignColumns: [companyId, id] });
