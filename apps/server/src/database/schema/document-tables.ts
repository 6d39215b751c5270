import type { DocumentFinding } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { onlyOfVisible, onlyOwnCompany, platformMayWrite } from "./company-policy.ts";
import { estimate } from "./estimate-tables.ts";
import { lead } from "./lead-tables.ts";
import { company, companyId } from "./platform-tables.ts";
import { bytes, decimal, number, ofSameCompany, time } from "./table-columns.ts";

/** A document made from an estimate. Its content is in `data`, as texts by key. */
export const document = pgTable(
  "document",
  {
    companyId: number("company_id")
      .notNull()
      .references(() => company.id),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    revision: integer().notNull().default(1),
    changeNumber: number("change_number").notNull().default(0),
    estimateId: number("estimate_id").notNull(),
    leadId: number("lead_id").notNull(),
    /** The user may have been deleted. */
    createdByUserId: number("created_by_user_id"),
    name: text().notNull(),
    type: integer().notNull(),
    /** Workflow keys in printing order. */
    workflows: text().array().notNull().default([]),
    /** By the device's clock. */
    createdTime: time("created_time").notNull(),
    receivedTime: time("received_time").notNull(),
    modifiedTime: time("modified_time").notNull(),
    /** The last author, named in conflicts. */
    modifiedBy: number("modified_by"),
    showAdditionalCost: boolean("show_additional_cost").notNull().default(false),
    additionalCost: decimal("additional_cost"),
    additionalWorkTotalBroughtFromAddendum: decimal("additional_work_total_brought_from_addendum"),
    data: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Characters of `data`, for budgeting reads. */
    dataSize: integer("data_size").notNull().default(0),
    /** The model's total, written by a trigger so that reports don't parse models; null if it has none. */
    paperTotal: numeric("paper_total", { mode: "number" }),
    isSigned: boolean("is_signed").notNull().default(false),
    pdfStatus: integer("pdf_status").notNull(),
    pdfFailure: text("pdf_failure").notNull().default(""),
    /** SHA-256 of the stored PDF, its key in the file store; null before it is drawn. */
    pdfHash: text("pdf_hash"),
    /** Attempts to draw the current PDF. */
    pdfAttempts: integer("pdf_attempts").notNull().default(0),
    supersededById: number("superseded_by_id"),
    findings: jsonb().$type<readonly DocumentFinding[]>().notNull().default([]),
    /** The document's id across installations: imports keep it, and new evidence log events include it. */
    travelId: uuid("travel_id").notNull().defaultRandom(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex("document_travel").on(table.companyId, table.travelId),
    // No cascade: an estimate or lead with documents cannot be deleted.
    ofSameCompany("document_estimate", [table.companyId, table.estimateId], estimate),
    ofSameCompany("document_lead", [table.companyId, table.leadId], lead),
    index("document_of_estimate").on(table.companyId, table.estimateId, table.id),
    index("document_of_lead").on(table.companyId, table.leadId, table.id),
    index("document_change").on(table.companyId, table.changeNumber),
    index("document_superseded").on(table.companyId, table.supersededById),
    // For reports: by day, and each person's last change.
    index("document_created").on(table.companyId, table.createdTime, table.leadId, table.type),
    index("document_in_force")
      .on(table.companyId, table.type, table.id, table.leadId, table.estimateId)
      .where(sql`superseded_by_id is null`),
    index("document_modified_by").on(table.companyId, table.modifiedBy, table.modifiedTime),
    index("document_number").on(table.companyId, sql`(${table.data} ->> 'number')`),
    check("document_pdf_hash", sql`${table.pdfHash} ~ '^[0-9a-f]{64}$'`),
    onlyOwnCompany("document"),
    onlyOfVisible("document", "lead"),
    platformMayWrite("document"),
  ],
);

const ofDocument = () => ({
  companyId: number("company_id").notNull(),
  documentId: number("document_id").notNull(),
});

/** A drawn signature. Its picture is stored here rather than in the file store, so that it is saved atomically with the document. */
export const documentSignature = pgTable(
  "document_signature",
  {
    ...ofDocument(),
    key: text().notNull(),
    picture: bytes().notNull(),
    /** By the device's clock. */
    signedTime: time("signed_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.documentId, table.key] }),
    ofSameCompany("document_signature_document", [table.companyId, table.documentId], document).onDelete("cascade"),
    onlyOwnCompany("document_signature"),
    onlyOfVisible("document_signature", "document"),
  ],
);

/** One recipient of a document's mail. */
export const documentEmail = pgTable(
  "document_email",
  {
    ...ofDocument(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    message: text().notNull().default(""),
    sentBy: number("sent_by"),
    requestedTime: time("requested_time").notNull(),
    status: integer().notNull(),
    failure: text().notNull().default(""),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    ofSameCompany("document_email_document", [table.companyId, table.documentId], document).onDelete("cascade"),
    index("document_email_of_document").on(table.companyId, table.documentId, table.id),
    onlyOwnCompany("document_email"),
    onlyOfVisible("document_email", "document"),
  ],
);

/** Recently requested mails, for rate limiting (mail-allowance.ts). */
export const mailUse = pgTable(
  "mail_use",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    /** The account whose limit they count against; null for the company only. */
    accountId: number("account_id"),
    requestedTime: time("requested_time").notNull(),
    mails: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("mail_use_time").on(table.companyId, table.requestedTime),
    onlyOwnCompany("mail_use"),
    platformMayWrite("mail_use"),
  ],
);

/**
 * The head of a company's evidence log. Writers lock this row, so that the events form one chain. No foreign key to the company: the log
 * outlives it (decision 0099).
 */
export const documentLog = pgTable(
  "document_log",
  {
    companyId: number("company_id").notNull(),
    lastSequence: number("last_sequence").notNull().default(0),
    lastHash: text("last_hash").notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.companyId] }), onlyOwnCompany("document_log")],
);

/**
 * Append-only events of signed documents, one chain per company, each with the hash of the previous event. The grants and a trigger prevent
 * changes. Events outlive their document and company, so they refer to both by id only.
 */
export const documentEvent = pgTable(
  "document_event",
  {
    companyId: number("company_id").notNull(),
    sequence: bigint({ mode: "number" }).notNull(),
    documentId: number("document_id").notNull(),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** By the server's clock. */
    time: time("time").notNull(),
    /** SHA-256 of the event's file, or "". Part of the payload; a column for lookups. */
    fileHash: text("file_hash").notNull().default(""),
    previousHash: text("previous_hash").notNull(),
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.sequence] }),
    index("document_event_of_document").on(table.companyId, table.documentId, table.sequence),
    index("document_event_of_file").on(table.companyId, table.fileHash),
    onlyOwnCompany("document_event"),
  ],
);

/**
 * Read-only evidence logs imported with a company, as other installations wrote them. A trigger accepts rows until the company's own log
 * begins, whose first event names the end of the last imported log.
 */
export const importedEvent = pgTable(
  "imported_event",
  {
    companyId: number("company_id").notNull(),
    /** 1 for the oldest log; each move adds one. */
    chain: integer().notNull(),
    sequence: bigint({ mode: "number" }).notNull(),
    /** The company's id in that installation; part of the hash. */
    formerCompanyId: number("former_company_id").notNull(),
    documentId: number("document_id").notNull(),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    time: time("time").notNull(),
    fileHash: text("file_hash").notNull().default(""),
    previousHash: text("previous_hash").notNull(),
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.chain, table.sequence] }),
    index("imported_event_of_document").on(table.companyId, table.documentId, table.chain, table.sequence),
    index("imported_event_of_file").on(table.companyId, table.fileHash),
    onlyOwnCompany("imported_event"),
  ],
);
