export * from "./company-tables.ts";
export * from "./estimate-template-table.ts";
export * from "./connection-tables.ts";
export * from "./lead-import-tables.ts";
export * from "./platform-tables.ts";
export * from "./roles.ts";
export * from "./storage-tables.ts";
export * from "./zoho-tables.ts";
