/*
 * Company tables: company id first in every key and index, row-level security forced by the migrations. The isolation tests fail for a
 * table without a policy. Platform tables are in platform-tables.ts.
 */

export * from "./change-tables.ts";
export * from "./connection-tables.ts";
export * from "./document-tables.ts";
export * from "./estimate-tables.ts";
export * from "./estimate-template-table.ts";
export * from "./event-tables.ts";
export * from "./lead-import-tables.ts";
export * from "./lead-tables.ts";
export * from "./platform-tables.ts";
export * from "./price-book-tables.ts";
export * from "./roles.ts";
export * from "./settings-tables.ts";
export * from "./storage-tables.ts";
export * from "./zoho-tables.ts";
