import {
  DUPLICATE_DECISIONS,
  DUPLICATE_REASONS,
  LEAD_IMPORT_FAILURES,
  LEAD_IMPORT_STATES,
  type DuplicateDecision,
} from "@ridgebook/contract";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { onlyOwnCompany } from "./company-policy.ts";
import type { RecordSave } from "./field-authors.ts";

import { companyId } from "./platform-tables.ts";
import { number, ofSameCompany, time } from "./table-columns.ts";

/* Company tables of the lead import (decision 0084). */

/** The requester of a job, for the activity log. */
export interface ImportActor {
  readonly id: number | null;
  readonly name: string;
  readonly isSuperAdmin: boolean;
  readonly address: string;
  readonly userAgent: string;
}

export const leadImport = pgTable(
  "lead_import",
  {
    companyId: companyId(),
    id: number("id").notNull().generatedAlwaysAsIdentity(),
    fileName: text("file_name").notNull(),
    state: text({ enum: [...LEAD_IMPORT_STATES] }).notNull(),
    failure: text({ enum: [...LEAD_IMPORT_FAILURES] }),
    rowCount: integer("row_count").notNull().default(0),
    doneCount: integer("done_count").notNull().default(0),
    duplicateCount: integer("duplicate_count").notNull().default(0),
    addedCount: integer("added_count").notNull().default(0),
    updatedCount: integer("updated_count").notNull().default(0),
    skippedCount: integer("skipped_count").notNull().default(0),
    createdTime: time("created_time").notNull(),
    finishedTime: time("finished_time"),
    /** Who started the import; null before. */
    actor: jsonb().$type<ImportActor>(),
    /** The decision for duplicates without a separate one. */
    others: text({ enum: [...DUPLICATE_DECISIONS] }).$type<DuplicateDecision>(),
    /** A hash of the duplicates as shown when the decisions were made. */
    shownDuplicates: text("shown_duplicates"),
    /**
     * The import's range of change numbers: new leads below `updatedFrom`, then updated ones. A lead that changed since has a later number.
     */
    firstNumber: number("first_number"),
    updatedFrom: number("updated_from"),
    lastNumber: number("last_number"),
    /** How many leads got one of those numbers. */
    writtenLeads: integer("written_leads").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("lead_import_age").on(table.companyId, table.createdTime),
    onlyOwnCompany("lead_import"),
  ],
);

/** A row of the file as the lead it becomes. Duplicates are found by the lower-case and folded columns. */
export const leadImportRow = pgTable(
  "lead_import_row",
  {
    companyId: number("company_id").notNull(),
    importId: number("import_id").notNull(),
    row: number("row").notNull(),
    /** Values by lead column, without empty ones. */
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    changedTime: time("changed_time"),
    externalId: text("external_id"),
    email: text(),
    phones: text().array().notNull().default([]),
    /** Name and street, folded by `lead_match_text`. */
    matchName: text("match_name").notNull().default(""),
    matchStreet: text("match_street").notNull().default(""),
    /** Precedence among duplicate rows: file order, but newest first for rows with the same id. */
    place: integer().notNull().default(0),
    same: text({ enum: [...DUPLICATE_REASONS] }),
    sameValue: text("same_value").notNull().default(""),
    likeLead: number("like_lead"),
    likeRow: number("like_row"),
    suggestion: text({ enum: [...DUPLICATE_DECISIONS] }),
    decision: text({ enum: [...DUPLICATE_DECISIONS] }),
    /** For a row that updates: the lead, or the row that becomes one. */
    targetLead: number("target_lead"),
    targetRow: number("target_row"),
    /** The import's changes to `targetLead`, on the first row that updates it; prepared before the leads are locked. */
    filled: jsonb().$type<Record<string, unknown>>(),
    /** The author of each filled member. */
    authors: jsonb().$type<Record<string, RecordSave>>(),
    /** The lead's change number at that time. */
    preparedFor: number("prepared_for"),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.importId, table.row] }),
    ofSameCompany("lead_import_row_import", [table.companyId, table.importId], leadImport).onDelete("cascade"),
    onlyOwnCompany("lead_import_row"),
  ],
);
