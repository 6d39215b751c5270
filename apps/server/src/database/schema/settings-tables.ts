import type { SettingsFields } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import { bigint, check, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { onlyOwnCompany, onlyVisibleFiles } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { number, time } from "./table-columns.ts";

/** The settings that a company changed; the contract has defaults for the rest. */
export const companySettings = pgTable(
  "company_settings",
  {
    companyId: companyId(),
    values: jsonb().$type<Partial<SettingsFields>>().notNull().default({}),
    changeNumber: number("change_number").notNull().default(0),
    modifiedTime: time("modified_time").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.companyId] }), onlyOwnCompany("company_settings")],
);

/**
 * A stored file's metadata; its bytes are in the file store. The id is derived from company, name and content, so a repeated upload is one
 * file.
 */
export const file = pgTable(
  "file",
  {
    companyId: companyId(),
    id: text().notNull(),
    name: text().notNull(),
    size: integer().notNull(),
    /** Detected from the content. */
    contentType: text("content_type").notNull(),
    /**
     * SHA-256 of the stored bytes, which differ from the uploaded ones if metadata was stripped. Null for an old file, whose bytes are
     * those of the id.
     */
    bytesHash: text("bytes_hash"),
    uploadTime: time("upload_time").notNull().defaultNow(),
    /** The user may have been deleted. */
    uploadedBy: number("uploaded_by"),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    check("file_id", sql`${table.id} ~ '^[0-9a-f]{64}$'`),
    onlyOwnCompany("file"),
    onlyVisibleFiles(),
  ],
);

/** Bytes of a company's files. A trigger on `file` maintains it; its row lock serializes concurrent uploads. */
export const fileUsage = pgTable(
  "file_usage",
  {
    companyId: companyId(),
    bytes: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId] }), onlyOwnCompany("file_usage")],
);

/** User names and secrets of external services, for integrations (OP-59). */
export const credential = pgTable(
  "credential",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    userName: text("user_name").notNull().default(""),
    /** Sealed by the secret box. */
    secret: text().notNull(),
    modifiedTime: time("modified_time").notNull(),
    modifiedBy: number("modified_by"),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] }), onlyOwnCompany("credential")],
);

/** People who dismissed a new company's setup list. */
export const movingInHidden = pgTable(
  "moving_in_hidden",
  {
    companyId: companyId(),
    /** The user, or a super admin's account: their ids do not overlap. */
    userId: number("user_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId] }), onlyOwnCompany("moving_in_hidden")],
);
