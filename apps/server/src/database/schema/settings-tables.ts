import type { SettingsFields } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import { bigint, check, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { onlyOwnCompany, onlyVisibleFiles } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { number, time } from "./table-columns.ts";

/** The settings that a company changed; the others have the contract's defaults. */
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
 * What is known of a stored file; its bytes are in the file store. The id is made of company, name and content, so that
 * the same upload sent twice is one file.
 */
export const file = pgTable(
  "file",
  {
    companyId: companyId(),
    id: text().notNull(),
    name: text().notNull(),
    size: integer().notNull(),
    /** The type that the content has. */
    contentType: text("content_type").notNull(),
    /**
     * SHA-256 of the bytes that are stored. A picture is stored without its metadata, so the bytes may differ from those that the id
     * was made of. null: a file from before, whose bytes are those of the id.
     */
    bytesHash: text("bytes_hash"),
    uploadTime: time("upload_time").notNull().defaultNow(),
    /** Who uploaded it; the user may be gone since. */
    uploadedBy: number("uploaded_by"),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    check("file_id", sql`${table.id} ~ '^[0-9a-f]{64}$'`),
    onlyOwnCompany("file"),
    onlyVisibleFiles(),
  ],
);

/** How many bytes a company's files take. A trigger on `file` keeps it; its row lock makes parallel uploads count one after the other. */
export const fileUsage = pgTable(
  "file_usage",
  {
    companyId: companyId(),
    bytes: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId] }), onlyOwnCompany("file_usage")],
);

/** User names and secrets of other services, for integrations (OP-59). */
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

/** Who has put the guided list of a new company away. */
export const movingInHidden = pgTable(
  "moving_in_hidden",
  {
    companyId: companyId(),
    /** The user, or a super admin's account: their ids do not overlap. */
    userId: number("user_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId] }), onlyOwnCompany("moving_in_hidden")],
);
