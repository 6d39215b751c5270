import { FOLDER_TYPES } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, foreignKey, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { onlyOfVisible, onlyOwnCompany, platformMayWrite } from "./company-policy.ts";
import { document } from "./document-tables.ts";

import { companyId } from "./platform-tables.ts";
import { number, time } from "./table-columns.ts";

/* Company tables of the connected file storage (decision 0103). */

/** A paper on its way into the storage, or there. One is written only while a storage is connected. */
export const documentFiling = pgTable(
  "document_filing",
  {
    companyId: companyId(),
    documentId: number("document_id").notNull(),
    /** Null: nothing must be done. */
    waitingSince: time("waiting_since"),
    /** Why it still waits; null where it was not tried. */
    lastFailure: text("last_failure"),
    /** Whose storage it is in, as provider and account; "" while in none. Another account's is nothing here. */
    storedAt: text("stored_at").notNull().default(""),
    /** Also of a file that an upload began to make; "" where the storage names it afterwards. */
    fileId: text("file_id").notNull().default(""),
    fileUrl: text("file_url").notNull().default(""),
    /** Of the PDF that was stored there; "" while its first upload is not known to have ended. */
    pdfHash: text("pdf_hash").notNull().default(""),
    filedTime: time("filed_time"),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.documentId] }),
    foreignKey({
      name: "document_filing_document_fk",
      columns: [table.companyId, table.documentId],
      foreignColumns: [document.companyId, document.id],
    }).onDelete("cascade"),
    index("document_filing_waiting").on(table.companyId, table.waitingSince),
    onlyOwnCompany("document_filing"),
    onlyOfVisible("document_filing", "document"),
  ],
);

/** Folders that were made, found elsewhere, or could not be mapped (ADM-11). Master admins read those of all companies. */
export const folderLog = pgTable(
  "folder_log",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    folderType: text("folder_type", { enum: [...FOLDER_TYPES] }).notNull(),
    folderId: text("folder_id").notNull(),
    parentId: text("parent_id").notNull(),
    folderName: text("folder_name").notNull(),
    projectType: text("project_type").notNull(),
    projectTypes: jsonb("project_types").$type<readonly string[]>().notNull(),
    isMappingCorrect: boolean("is_mapping_correct").notNull(),
    details: text().notNull(),
    isFixed: boolean("is_fixed").notNull().default(false),
    createdTime: time("created_time").notNull(),
    /** What a search looks at, folded as what is searched for. The company's name is looked at apart, as it changes. */
    searched: text()
      .notNull()
      .generatedAlwaysAs(
        sql`searchable_text(folder_type || ' ' || folder_id || ' ' || details || ' ' || project_type || ' ' || project_types::text)`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("folder_log_newest").on(table.createdTime, table.id),
    // Names and sentences are longer than an index takes.
    index("folder_log_folder").on(table.companyId, table.folderId, sql`md5(details)`),
    index("folder_log_made").on(table.companyId, table.parentId, sql`md5(folder_name)`),
    onlyOwnCompany("folder_log"),
    platformMayWrite("folder_log"),
  ],
);
