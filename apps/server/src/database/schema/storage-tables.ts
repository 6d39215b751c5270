import { FOLDER_TYPES } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { onlyOfVisible, onlyOwnCompany, platformMayWrite } from "./company-policy.ts";
import { document } from "./document-tables.ts";

import { companyId } from "./platform-tables.ts";
import { number, ofSameCompany, time } from "./table-columns.ts";

/* Company tables of the connected file storage (decision 0103). */

/** A paper's upload to the storage; exists only for papers made while one was connected. */
export const documentFiling = pgTable(
  "document_filing",
  {
    companyId: companyId(),
    documentId: number("document_id").notNull(),
    /** Null: nothing to do. */
    waitingSince: time("waiting_since"),
    /** Why the last attempt failed; null before the first. */
    lastFailure: text("last_failure"),
    /** Provider and account that hold the paper; "" for none. A file in another account counts as missing. */
    storedAt: text("stored_at").notNull().default(""),
    /** Also of a file whose upload has started; "" if the storage assigns the id at the end. */
    fileId: text("file_id").notNull().default(""),
    fileUrl: text("file_url").notNull().default(""),
    /** SHA-256 of the uploaded PDF; "" until the first upload is known to be complete. */
    pdfHash: text("pdf_hash").notNull().default(""),
    filedTime: time("filed_time"),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.documentId] }),
    ofSameCompany("document_filing_document_fk", [table.companyId, table.documentId], document).onDelete("cascade"),
    index("document_filing_waiting").on(table.companyId, table.waitingSince),
    onlyOwnCompany("document_filing"),
    onlyOfVisible("document_filing", "document"),
  ],
);

/** Folders that were created, found, or could not be mapped (ADM-11). Master admins read those of all companies. */
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
    /** Folded search text. The company's name is searched separately, since it may change. */
    searched: text()
      .notNull()
      .generatedAlwaysAs(
        sql`searchable_text(folder_type || ' ' || folder_id || ' ' || details || ' ' || project_type || ' ' || project_types::text)`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("folder_log_newest").on(table.createdTime, table.id),
    // Names and sentences are too long for a plain index.
    index("folder_log_folder").on(table.companyId, table.folderId, sql`md5(details)`),
    index("folder_log_made").on(table.companyId, table.parentId, sql`md5(folder_name)`),
    onlyOwnCompany("folder_log"),
    platformMayWrite("folder_log"),
  ],
);
