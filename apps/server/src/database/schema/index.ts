export * from "./company-tables.ts";
export * from "./lead-import-tables.ts";
export * from "./platform-tables.ts";
export * from "./roles.ts";
