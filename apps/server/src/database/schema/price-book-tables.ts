import {
  PRICE_BOOK_IMPORT_STATES,
  PRICE_BOOK_SOURCES,
  workflowRecord,
  type EstimateField,
  type PriceBookSummary,
  type SpreadsheetProblem,
} from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { onlyOwnCompany } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { columnsOf } from "./record-columns.ts";
import { number, time } from "./table-columns.ts";

/** A published version of the price book; the greatest is current. */
export const priceBookVersion = pgTable(
  "price_book_version",
  {
    companyId: companyId(),
    version: integer().notNull(),
    source: text({ enum: [...PRICE_BOOK_SOURCES] }).notNull(),
    restoredVersion: integer("restored_version"),
    publishedBy: number("published_by"),
    /** Their name at that time; the user may have been deleted. */
    author: text().notNull().default(""),
    publishedTime: time("published_time").notNull(),
    note: text().notNull().default(""),
    summary: jsonb().$type<PriceBookSummary>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.version] }), onlyOwnCompany("price_book_version")],
);

/** A field's options and costs in a range of versions. An unchanged entry is stored once. */
export const priceBookEntry = pgTable(
  "price_book_entry",
  {
    companyId: companyId(),
    fieldId: text("field_id").notNull(),
    fromVersion: integer("from_version").notNull(),
    /** Exclusive; null in the current version. */
    untilVersion: integer("until_version"),
    content: jsonb().$type<Omit<EstimateField, "id">>().notNull(),
    changeNumber: number("change_number").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.fieldId, table.fromVersion] }),
    uniqueIndex("price_book_entry_current")
      .on(table.companyId, table.fieldId)
      .where(sql`${table.untilVersion} is null`),
    index("price_book_entry_until").on(table.companyId, table.untilVersion),
    index("price_book_entry_from").on(table.companyId, table.fromVersion),
    index("price_book_entry_change").on(table.companyId, table.changeNumber),
    check("price_book_entry_versions", sql`${table.untilVersion} > ${table.fromVersion}`),
    onlyOwnCompany("price_book_entry"),
  ],
);

/** An imported spreadsheet waiting to be published: its changes relative to the exported version. */
export const priceBookImport = pgTable(
  "price_book_import",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    state: text({ enum: [...PRICE_BOOK_IMPORT_STATES] }).notNull(),
    progress: integer().notNull().default(0),
    fileName: text("file_name").notNull().default(""),
    exportedFrom: integer("exported_from").notNull(),
    changed: jsonb().$type<EstimateField[]>().notNull().default([]),
    removed: jsonb().$type<string[]>().notNull().default([]),
    /** Includes the notes of an import that may be published. */
    problems: jsonb()
      .$type<(SpreadsheetProblem & { readonly kind?: "formula" | "question" })[]>()
      .notNull()
      .default([]),
    problemCount: integer("problem_count").notNull().default(0),
    publishedVersion: integer("published_version"),
    createdTime: time("created_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("price_book_import_age").on(table.companyId, table.createdTime),
    onlyOwnCompany("price_book_import"),
  ],
);

/** A company's settings of a work category. */
export const estimateWorkflow = pgTable(
  "estimate_workflow",
  {
    companyId: companyId(),
    workflowId: integer("workflow_id").notNull(),
    ...columnsOf(workflowRecord.written),
    changeNumber: number("change_number").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.workflowId] }),
    index("estimate_workflow_change").on(table.companyId, table.changeNumber),
    onlyOwnCompany("estimate_workflow"),
  ],
);

/** A company's settings of a section; section id -1 is a pair's. */
export const estimateSection = pgTable(
  "estimate_section",
  {
    companyId: companyId(),
    workflowId: integer("workflow_id").notNull(),
    sectionId: integer("section_id").notNull(),
    enabled: boolean().notNull().default(true),
    optional: boolean().notNull(),
    description: text().notNull().default(""),
    /** Null: the catalogue's order. */
    sectionOrder: integer("section_order"),
    changeNumber: number("change_number").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.workflowId, table.sectionId] }),
    index("estimate_section_change").on(table.companyId, table.changeNumber),
    onlyOwnCompany("estimate_section"),
  ],
);
